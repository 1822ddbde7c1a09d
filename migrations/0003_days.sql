-- One partition per day and table, made on demand. Returns whether it made one.
CREATE FUNCTION refrain_make_day(day date) RETURNS boolean LANGUAGE plpgsql AS $make$
DECLARE
  parent text;
  made boolean := false;
BEGIN
  FOREACH parent IN ARRAY ARRAY['tool_calls', 'frames'] LOOP
    IF to_regclass(format('%s_%s', parent, to_char(day, 'YYYYMMDD'))) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        parent || '_' || to_char(day, 'YYYYMMDD'), parent, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      made := true;
    END IF;
  END LOOP;
  RETURN made;
END
$make$;
