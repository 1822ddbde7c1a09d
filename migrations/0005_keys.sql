-- Who may send to a project and who may read it. Only hashes lie here; a revoked key keeps its row, so that revoking the last one opens nothing.
CREATE TABLE access_keys (
  id text PRIMARY KEY,
  project text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('ingest', 'read')),
  label text NOT NULL DEFAULT '',
  hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
