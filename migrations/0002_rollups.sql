-- Keeps minute and hour counts equal to the rows, whatever inserts, changes or deletes them. Dropping a partition keeps its counts.
-- Keys are locked in one order, so that two writers wait for each other instead of blocking each other.
CREATE FUNCTION refrain_bucket(ms double precision) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN floor(4 * ln(greatest(ms, 1)) / ln(2::double precision))::integer;

CREATE FUNCTION refrain_roll() RETURNS trigger LANGUAGE plpgsql AS $roll$
DECLARE
  moved text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, added.* FROM added WHERE part_of IS NULL'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, removed.* FROM removed WHERE part_of IS NULL'
    ELSE 'SELECT 1 AS sign, added.* FROM added WHERE part_of IS NULL UNION ALL SELECT -1 AS sign, removed.* FROM removed WHERE part_of IS NULL'
  END;
  unit text;
BEGIN
  FOREACH unit IN ARRAY ARRAY['minute', 'hour'] LOOP
    EXECUTE format($sql$
      INSERT INTO call_%1$ss AS kept (project, %1$s, tool, server, agent, outcome, reported, category, code,
        calls, duration_ms_sum, guard_refused, guard_waited_ms, input_tokens, output_tokens)
      SELECT project, date_trunc(%1$L, started_at, 'UTC'), tool, coalesce(server, ''), coalesce(agent, ''), outcome, reported,
        coalesce(category, ''), coalesce(code, ''), sum(sign), sum(sign * coalesce(duration_ms, 0)),
        sum(CASE WHEN guard_refused THEN sign ELSE 0 END), sum(sign * guard_waited_ms),
        sum(sign * coalesce(input_tokens, 0)), sum(sign * coalesce(output_tokens, 0))
      FROM (%2$s) AS moved
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
      ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
      ON CONFLICT (project, %1$s, tool, server, agent, outcome, reported, category, code) DO UPDATE SET
        calls = kept.calls + excluded.calls,
        duration_ms_sum = kept.duration_ms_sum + excluded.duration_ms_sum,
        guard_refused = kept.guard_refused + excluded.guard_refused,
        guard_waited_ms = kept.guard_waited_ms + excluded.guard_waited_ms,
        input_tokens = kept.input_tokens + excluded.input_tokens,
        output_tokens = kept.output_tokens + excluded.output_tokens
    $sql$, unit, moved);
    IF TG_OP <> 'INSERT' THEN
      EXECUTE format($sql$
        DELETE FROM call_%1$ss WHERE calls = 0 AND %1$s IN (SELECT date_trunc(%1$L, started_at, 'UTC') FROM (%2$s) AS moved)
      $sql$, unit, moved);
    END IF;
  END LOOP;

  EXECUTE format($sql$
    INSERT INTO duration_hours AS kept (project, hour, tool, agent, bucket, calls)
    SELECT project, date_trunc('hour', started_at, 'UTC'), tool, coalesce(agent, ''), refrain_bucket(duration_ms), sum(sign)
    FROM (%1$s) AS moved WHERE duration_ms IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project, hour, tool, agent, bucket) DO UPDATE SET calls = kept.calls + excluded.calls
  $sql$, moved);

  EXECUTE format($sql$
    INSERT INTO signature_hours AS kept (project, hour, tool, signature, category, calls, sessions, sample, first_at, last_at)
    SELECT project, date_trunc('hour', started_at, 'UTC'), tool, signature, coalesce(category, ''), sum(sign),
      count(DISTINCT session) FILTER (WHERE sign > 0) - count(DISTINCT session) FILTER (WHERE sign < 0),
      min(span_id), min(started_at), max(started_at)
    FROM (%1$s) AS moved WHERE outcome = 'error' AND signature IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (project, hour, tool, signature, category) DO UPDATE SET
      calls = kept.calls + excluded.calls,
      sessions = kept.sessions + excluded.sessions,
      first_at = least(kept.first_at, excluded.first_at),
      last_at = greatest(kept.last_at, excluded.last_at)
  $sql$, moved);
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format($sql$DELETE FROM duration_hours WHERE calls = 0 AND hour IN (SELECT date_trunc('hour', started_at, 'UTC') FROM (%1$s) AS moved)$sql$, moved);
    EXECUTE format($sql$DELETE FROM signature_hours WHERE calls = 0 AND hour IN (SELECT date_trunc('hour', started_at, 'UTC') FROM (%1$s) AS moved)$sql$, moved);
  END IF;
  RETURN NULL;
END
$roll$;

CREATE TRIGGER tool_calls_added AFTER INSERT ON tool_calls
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refrain_roll();
CREATE TRIGGER tool_calls_changed AFTER UPDATE ON tool_calls
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refrain_roll();
CREATE TRIGGER tool_calls_removed AFTER DELETE ON tool_calls
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refrain_roll();
