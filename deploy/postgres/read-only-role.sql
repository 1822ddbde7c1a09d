-- The account that Grafana reads with: a member of refrain_reader, which sees what panels show and nothing else (not the key of the content
-- hashes). None of its queries runs longer than half a minute. May be run again, before or after Refrain has made its tables.
--   psql -v reader=refrain_grafana -v password=... -f read-only-role.sql
SELECT set_config('refrain.reader', :'reader', false), set_config('refrain.password', :'password', false);

DO $role$
DECLARE
  reader text := current_setting('refrain.reader');
  seen text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'refrain_reader') THEN
    CREATE ROLE refrain_reader NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = reader) THEN
    EXECUTE format('CREATE ROLE %I LOGIN', reader);
  END IF;
  EXECUTE format('ALTER ROLE %I LOGIN INHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 20 PASSWORD %L', reader, current_setting('refrain.password'));
  EXECUTE format('ALTER ROLE %I SET default_transaction_read_only = on', reader);
  EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', reader, '30s');
  EXECUTE format('ALTER ROLE %I SET lock_timeout = %L', reader, '5s');
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', reader, '60s');
  EXECUTE format('GRANT refrain_reader TO %I', reader);
  -- What the migration grants, for a database whose migration could not make the role.
  FOREACH seen IN ARRAY ARRAY['tool_calls', 'frames', 'findings', 'call_minutes', 'call_hours', 'duration_hours', 'signature_hours', 'pipeline_minutes'] LOOP
    IF to_regclass(seen) IS NOT NULL THEN
      EXECUTE format('GRANT SELECT ON %I TO refrain_reader', seen);
    END IF;
  END LOOP;
END
$role$;

SELECT set_config('refrain.password', '', false);
