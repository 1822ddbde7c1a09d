-- Read paths of panels and alerts, which ask for times and sessions whatever the project, and the role that may take them.
DROP INDEX tool_calls_by_session;
CREATE INDEX tool_calls_by_session ON tool_calls (session, project, started_at);
DROP INDEX findings_by_session;
CREATE INDEX findings_by_session ON findings (session, project);
CREATE INDEX findings_by_last ON findings (last_at);
CREATE INDEX duration_hours_by_time ON duration_hours (hour);
CREATE INDEX signature_hours_by_time ON signature_hours (hour);
CREATE INDEX signature_hours_by_signature ON signature_hours (signature, hour);
CREATE INDEX pipeline_minutes_by_time ON pipeline_minutes (minute);

-- Whoever is a member may read what panels show. Not `meta`: it holds the key of the content hashes. Roles belong to the whole server, so another
-- database may have made it already, and a service that may not make roles goes on without.
DO $readers$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'refrain_reader') THEN
    CREATE ROLE refrain_reader NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
  WHEN insufficient_privilege THEN RAISE NOTICE 'role refrain_reader was not made: ask somebody who may (deploy/postgres/read-only-role.sql)';
END
$readers$;

DO $grants$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'refrain_reader') THEN
    GRANT SELECT ON tool_calls, frames, findings, call_minutes, call_hours, duration_hours, signature_hours, pipeline_minutes TO refrain_reader;
  END IF;
END
$grants$;
