/**
 * What the operator granted, item by item, and the tools that sources listed when they were last asked. Trust of a
 * whole folder, as before, says nothing about its items: every folder is reviewed once again.
 */
export const trust = `
CREATE TABLE trust (
  workspace_id TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL, lines TEXT NOT NULL, files TEXT NOT NULL,
  granted INTEGER NOT NULL, decided_at INTEGER NOT NULL, PRIMARY KEY (workspace_id, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE tool_listings (
  workspace_id TEXT NOT NULL, source_id TEXT NOT NULL, tools TEXT NOT NULL, seen_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, source_id)
) STRICT, WITHOUT ROWID;
ALTER TABLE workspaces ADD COLUMN trusted_identity TEXT;
UPDATE workspaces SET trusted = '';
`
