/** The first shape. A stream's events are one run of rows by primary key; projections can be rebuilt from them. */
export const first = `
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY, path TEXT NOT NULL, name TEXT NOT NULL, trusted TEXT NOT NULL DEFAULT '',
  opened_at INTEGER NOT NULL, listed INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX workspaces_path ON workspaces (path);
CREATE TABLE sessions (
  id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL REFERENCES workspaces (id), title TEXT NOT NULL,
  kind TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_workspace ON sessions (workspace_id, updated_at);
CREATE TABLE runs (
  id TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions (id), workspace_id TEXT NOT NULL,
  state TEXT NOT NULL, harness TEXT NOT NULL, queued_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER
) STRICT;
CREATE INDEX runs_session ON runs (session_id, queued_at);
CREATE INDEX runs_open ON runs (state) WHERE ended_at IS NULL;
CREATE TABLE events (
  stream_kind TEXT NOT NULL, stream_id TEXT NOT NULL, seq INTEGER NOT NULL, time INTEGER NOT NULL,
  run_id TEXT, type TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (stream_kind, stream_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_run ON events (run_id, seq) WHERE run_id IS NOT NULL;
CREATE TABLE blobs (
  hash TEXT PRIMARY KEY, size INTEGER NOT NULL, mime TEXT NOT NULL, created_at INTEGER NOT NULL, bytes BLOB NOT NULL
) STRICT;
CREATE TABLE outputs (
  id TEXT PRIMARY KEY, workspace_id TEXT NOT NULL, run_id TEXT NOT NULL, version INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, body TEXT NOT NULL
) STRICT;
CREATE INDEX outputs_workspace ON outputs (workspace_id, updated_at);
CREATE TABLE output_versions (
  output_id TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (output_id, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE packages (run_id TEXT PRIMARY KEY, hash TEXT NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE request_snapshots (
  run_id TEXT NOT NULL, attempt INTEGER NOT NULL, time INTEGER NOT NULL, request_fingerprint TEXT NOT NULL,
  manifest_fingerprint TEXT NOT NULL, package_hash TEXT NOT NULL, request TEXT NOT NULL,
  PRIMARY KEY (run_id, attempt)
) STRICT;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE ports (
  workspace_id TEXT NOT NULL, app_id TEXT NOT NULL, role TEXT NOT NULL, port INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, app_id, role)
) STRICT;
CREATE UNIQUE INDEX ports_port ON ports (port);
`
