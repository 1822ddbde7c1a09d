-- The role that Grafana reads with: it can select, and no query of it runs longer than half a minute.
-- psql -v reader=refrain_grafana -v password=... -v owner=refrain -f read-only-role.sql
-- May be run again, before or after the tables exist.
SELECT format('CREATE ROLE %I LOGIN', :'reader')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'reader')
\gexec

ALTER ROLE :"reader" WITH LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT NOREPLICATION PASSWORD :'password' CONNECTION LIMIT 20;
ALTER ROLE :"reader" SET default_transaction_read_only = on;
ALTER ROLE :"reader" SET statement_timeout = '30s';
ALTER ROLE :"reader" SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE :"reader" SET lock_timeout = '5s';

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO :"reader";
GRANT SELECT ON ALL TABLES IN SCHEMA public TO :"reader";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA public GRANT SELECT ON TABLES TO :"reader";
