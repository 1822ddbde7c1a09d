-- The role that Grafana reads with: it can select, and none of its queries runs longer than half a minute. May be run again, before or after
-- the tables exist.
--   psql -v reader=refrain_grafana -v password=... -v owner=refrain -f read-only-role.sql
SELECT set_config('refrain.reader', :'reader', false), set_config('refrain.password', :'password', false), set_config('refrain.owner', :'owner', false);

DO $role$
DECLARE
  reader text := current_setting('refrain.reader');
  owner text := current_setting('refrain.owner');
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = reader) THEN
    EXECUTE format('CREATE ROLE %I LOGIN', reader);
  END IF;
  EXECUTE format('ALTER ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 20 PASSWORD %L', reader, current_setting('refrain.password'));
  EXECUTE format('ALTER ROLE %I SET default_transaction_read_only = on', reader);
  EXECUTE format('ALTER ROLE %I SET statement_timeout = %L', reader, '30s');
  EXECUTE format('ALTER ROLE %I SET lock_timeout = %L', reader, '5s');
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = %L', reader, '60s');
  EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', reader);
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA public TO %I', reader);
  EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA public GRANT SELECT ON TABLES TO %I', owner, reader);
END
$role$;

SELECT set_config('refrain.password', '', false);
