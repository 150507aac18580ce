import type {
  CompiledRun,
  JsonObject,
  Output,
  OutputId,
  RequestSnapshot,
  RunId,
  RunState,
  SessionId,
  SessionKind,
  SessionSummary,
  WorkspaceId,
} from '@contract'
import type { Row, Sql } from './sqlite.ts'

/** Rows beside the log: workspaces, sessions, runs, outputs, packages, snapshots, settings, ports. */

export interface WorkspaceRow {
  id: WorkspaceId
  path: string
  name: string
  /** '' not trusted, 'bundled' the sample, 'flag' by `--trust`, 'operator' by the screen. What of it: `trust`. */
  trusted: '' | 'bundled' | 'flag' | 'operator'
  openedAt: number
}

export interface RunRow {
  id: RunId
  sessionId: SessionId
  workspaceId: WorkspaceId
  state: RunState
}

export function workspaceRows(sql: Sql) {
  const shape = (row: Row): WorkspaceRow => ({
    id: row.id as WorkspaceId,
    path: row.path as string,
    name: row.name as string,
    trusted: row.trusted as WorkspaceRow['trusted'],
    openedAt: Number(row.opened_at),
  })
  return {
    listed: () => sql.all('SELECT * FROM workspaces WHERE listed = 1 ORDER BY opened_at DESC').map(shape),
    byId: (id: WorkspaceId) => one(sql.get('SELECT * FROM workspaces WHERE id = ?', id), shape),
    byPath: (path: string) => one(sql.get('SELECT * FROM workspaces WHERE path = ?', path), shape),
    put: (row: WorkspaceRow) =>
      sql.run(
        `INSERT INTO workspaces (id, path, name, trusted, opened_at, listed) VALUES (?, ?, ?, ?, ?, 1)
         ON CONFLICT (id) DO UPDATE SET path = excluded.path, name = excluded.name, trusted = excluded.trusted,
           opened_at = excluded.opened_at, listed = 1`,
        row.id,
        row.path,
        row.name,
        row.trusted,
        row.openedAt,
      ),
    unlist: (id: WorkspaceId) => sql.run('UPDATE workspaces SET listed = 0 WHERE id = ?', id),
  }
}

const sessionQuery = `
  SELECT s.id, s.workspace_id, s.title, s.kind, s.created_at, s.updated_at,
    r.id AS run_id, r.state, coalesce(r.started_at, r.queued_at) AS started_at
  FROM sessions s LEFT JOIN runs r ON r.id = (
    SELECT id FROM runs WHERE session_id = s.id ORDER BY queued_at DESC, id DESC LIMIT 1)`

export function sessionRows(sql: Sql) {
  const shape = (row: Row): SessionSummary => ({
    id: row.id as SessionId,
    workspaceId: row.workspace_id as WorkspaceId,
    title: row.title as string,
    kind: row.kind as SessionKind,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    runId: row.run_id as RunId | null,
    state: row.state as RunState | null,
    startedAt: row.started_at === null ? null : Number(row.started_at),
  })
  return {
    ofWorkspace: (id: WorkspaceId) =>
      sql.all(`${sessionQuery} WHERE s.workspace_id = ? ORDER BY s.updated_at DESC LIMIT 500`, id).map(shape),
    byId: (id: SessionId) => one(sql.get(`${sessionQuery} WHERE s.id = ?`, id), shape),
    insert: (session: {
      id: SessionId
      workspaceId: WorkspaceId
      title: string
      kind: SessionKind
      at: number
    }) =>
      sql.run(
        'INSERT INTO sessions (id, workspace_id, title, kind, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
        session.id,
        session.workspaceId,
        session.title,
        session.kind,
        session.at,
        session.at,
      ),
  }
}

export function runRows(sql: Sql) {
  const shape = (row: Row): RunRow => ({
    id: row.id as RunId,
    sessionId: row.session_id as SessionId,
    workspaceId: row.workspace_id as WorkspaceId,
    state: row.state as RunState,
  })
  return {
    byId: (id: RunId) => one(sql.get('SELECT * FROM runs WHERE id = ?', id), shape),
    /** Runs without a terminal event. */
    open: () => sql.all('SELECT * FROM runs WHERE ended_at IS NULL').map(shape),
    openInSession: (id: SessionId) =>
      one(sql.get('SELECT * FROM runs WHERE session_id = ? AND ended_at IS NULL', id), shape),
    insert: (run: RunRow & { harness: string; at: number }) =>
      sql.run(
        'INSERT INTO runs (id, session_id, workspace_id, state, harness, queued_at) VALUES (?, ?, ?, ?, ?, ?)',
        run.id,
        run.sessionId,
        run.workspaceId,
        run.state,
        run.harness,
        run.at,
      ),
  }
}

export function outputRows(sql: Sql) {
  const shape = (row: Row): Output => JSON.parse(row.body as string) as Output
  return {
    ofWorkspace: (id: WorkspaceId) =>
      sql
        .all('SELECT body FROM outputs WHERE workspace_id = ? ORDER BY updated_at DESC LIMIT 1000', id)
        .map(shape),
    byId: (id: OutputId) => one(sql.get('SELECT body FROM outputs WHERE id = ?', id), shape),
    workspaceOf: (id: OutputId) =>
      one(
        sql.get('SELECT workspace_id FROM outputs WHERE id = ?', id),
        (row) => row.workspace_id as WorkspaceId,
      ),
  }
}

export function packageRows(sql: Sql) {
  return {
    put: (run: CompiledRun, hash: string) =>
      sql.run(
        'INSERT INTO packages (run_id, hash, body) VALUES (?, ?, ?)',
        run.runId,
        hash,
        JSON.stringify(run),
      ),
    byRun: (id: RunId) =>
      one(
        sql.get('SELECT body FROM packages WHERE run_id = ?', id),
        (row) => JSON.parse(row.body as string) as CompiledRun,
      ),
    putSnapshot: (snapshot: RequestSnapshot) =>
      sql.run(
        'INSERT INTO request_snapshots (run_id, attempt, time, request_fingerprint, manifest_fingerprint, package_hash, request) VALUES (?, ?, ?, ?, ?, ?, ?)',
        snapshot.runId,
        snapshot.attempt,
        snapshot.time,
        snapshot.requestFingerprint,
        snapshot.manifestFingerprint,
        snapshot.packageHash,
        JSON.stringify(snapshot.request),
      ),
    snapshots: (id: RunId) =>
      sql.all('SELECT * FROM request_snapshots WHERE run_id = ? ORDER BY attempt', id).map(
        (row): RequestSnapshot => ({
          runId: row.run_id as RunId,
          attempt: Number(row.attempt),
          time: Number(row.time),
          requestFingerprint: row.request_fingerprint as string,
          manifestFingerprint: row.manifest_fingerprint as string,
          packageHash: row.package_hash as string,
          request: JSON.parse(row.request as string) as JsonObject,
        }),
      ),
  }
}

export function settingRows(sql: Sql) {
  return {
    read: (key: string) =>
      one(sql.get('SELECT value FROM settings WHERE key = ?', key), (row) => row.value as string),
    write: (key: string, value: string) =>
      sql.run(
        'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        key,
        value,
      ),
  }
}

/** The port an app had stays its own, per workspace and app. */
export function portRows(sql: Sql) {
  return {
    of: (workspaceId: WorkspaceId, appId: string, role: string) =>
      one(
        sql.get(
          'SELECT port FROM ports WHERE workspace_id = ? AND app_id = ? AND role = ?',
          workspaceId,
          appId,
          role,
        ),
        (row) => Number(row.port),
      ),
    taken: () => new Set(sql.all('SELECT port FROM ports').map((row) => Number(row.port))),
    put: (workspaceId: WorkspaceId, appId: string, role: string, port: number) =>
      sql.run(
        'INSERT OR REPLACE INTO ports (workspace_id, app_id, role, port) VALUES (?, ?, ?, ?)',
        workspaceId,
        appId,
        role,
        port,
      ),
  }
}

function one<T>(row: Row | undefined, shape: (row: Row) => T): T | null {
  return row ? shape(row) : null
}
