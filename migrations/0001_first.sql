-- The first schema: calls and frames by day, findings, the log of arrivals, rollups.
CREATE TABLE tool_calls (
  project text NOT NULL,
  started_at timestamptz NOT NULL,
  trace_id text NOT NULL,
  span_id text NOT NULL,
  parent_span_id text,
  call_id text,
  request_id text,
  convention text NOT NULL,
  record_from text NOT NULL,
  side text NOT NULL,
  scope text NOT NULL,
  session text NOT NULL,
  session_from text NOT NULL,
  user_id text,
  agent text,
  agent_instance text NOT NULL,
  turn text,
  part_of text,
  tool text NOT NULL,
  server text,
  service text,
  ended_at timestamptz,
  duration_ms double precision,
  reported text NOT NULL,
  outcome text NOT NULL,
  outcome_source text NOT NULL,
  outcome_rule text NOT NULL,
  category text,
  code text,
  code_as_written text,
  retryable boolean,
  retry_after_ms double precision,
  description text,
  result_count bigint,
  source text NOT NULL,
  rule text NOT NULL,
  message text,
  signature text,
  claims jsonb NOT NULL,
  effect text NOT NULL,
  traits text[] NOT NULL,
  args_hash text,
  args_state text NOT NULL,
  args_partial boolean NOT NULL,
  args_copy text,
  args_bytes integer NOT NULL,
  result_hash text,
  result_state text NOT NULL,
  result_partial boolean NOT NULL,
  result_copy text,
  result_bytes integer NOT NULL,
  answer_hash text,
  attempts_inside integer NOT NULL,
  guard_refused boolean NOT NULL,
  guard_waited_ms double precision NOT NULL,
  model text,
  input_tokens bigint,
  output_tokens bigint,
  stated jsonb,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project, started_at, trace_id, span_id)
) PARTITION BY RANGE (started_at);

CREATE INDEX tool_calls_by_session ON tool_calls (project, session, started_at);
CREATE INDEX tool_calls_by_trace ON tool_calls (trace_id);
-- Insertion follows time closely, so a block range index finds a time range at almost no cost.
CREATE INDEX tool_calls_by_time ON tool_calls USING brin (started_at) WITH (pages_per_range = 32);

CREATE TABLE frames (
  project text NOT NULL,
  started_at timestamptz NOT NULL,
  trace_id text NOT NULL,
  span_id text NOT NULL,
  parent_span_id text,
  kind text NOT NULL,
  name text NOT NULL,
  service text,
  ended_at timestamptz,
  status text NOT NULL,
  conversation text,
  user_id text,
  agent text,
  agent_id text,
  model text,
  input_tokens bigint,
  output_tokens bigint,
  user_messages bigint,
  all_messages bigint,
  asks_for text[] NOT NULL,
  answer text,
  lends jsonb,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project, started_at, trace_id, span_id)
) PARTITION BY RANGE (started_at);

CREATE INDEX frames_by_trace ON frames (trace_id);

-- Whatever lies outside the window for which days are made lands here; a sender with a broken clock cannot make a thousand partitions.
CREATE TABLE tool_calls_other PARTITION OF tool_calls DEFAULT;
CREATE TABLE frames_other PARTITION OF frames DEFAULT;

CREATE SEQUENCE finding_revision;

CREATE TABLE findings (
  project text NOT NULL,
  id text NOT NULL,
  detector text NOT NULL,
  scope text NOT NULL,
  session text,
  agent text,
  tool text NOT NULL,
  about text NOT NULL,
  episode text NOT NULL,
  severity text NOT NULL,
  state text NOT NULL,
  source text NOT NULL,
  calls text[] NOT NULL,
  call_count bigint NOT NULL,
  wasted_calls text[] NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  wasted_call_count bigint NOT NULL,
  wasted_seconds double precision NOT NULL,
  wasted_tokens bigint,
  message text NOT NULL,
  recovery text NOT NULL,
  data jsonb NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  revision bigint NOT NULL DEFAULT nextval('finding_revision'),
  PRIMARY KEY (project, id)
);

CREATE INDEX findings_by_time ON findings (project, last_at DESC, id);
CREATE INDEX findings_by_session ON findings (project, session);
CREATE INDEX findings_by_revision ON findings (revision);

-- One row per committed batch. The watcher follows it; xid tells it before which rows nothing can still commit.
CREATE TABLE arrivals (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  project text NOT NULL,
  trace_ids text[] NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE meta (
  key text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE call_minutes (
  project text NOT NULL,
  minute timestamptz NOT NULL,
  tool text NOT NULL,
  server text NOT NULL,
  agent text NOT NULL,
  outcome text NOT NULL,
  reported text NOT NULL,
  category text NOT NULL,
  code text NOT NULL,
  calls bigint NOT NULL,
  duration_ms_sum double precision NOT NULL,
  guard_refused bigint NOT NULL,
  guard_waited_ms double precision NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  PRIMARY KEY (project, minute, tool, server, agent, outcome, reported, category, code)
);
CREATE INDEX call_minutes_by_time ON call_minutes (minute);

CREATE TABLE call_hours (
  project text NOT NULL,
  hour timestamptz NOT NULL,
  tool text NOT NULL,
  server text NOT NULL,
  agent text NOT NULL,
  outcome text NOT NULL,
  reported text NOT NULL,
  category text NOT NULL,
  code text NOT NULL,
  calls bigint NOT NULL,
  duration_ms_sum double precision NOT NULL,
  guard_refused bigint NOT NULL,
  guard_waited_ms double precision NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  PRIMARY KEY (project, hour, tool, server, agent, outcome, reported, category, code)
);
CREATE INDEX call_hours_by_time ON call_hours (hour);

CREATE TABLE duration_hours (
  project text NOT NULL,
  hour timestamptz NOT NULL,
  tool text NOT NULL,
  agent text NOT NULL,
  bucket integer NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (project, hour, tool, agent, bucket)
);

CREATE TABLE signature_hours (
  project text NOT NULL,
  hour timestamptz NOT NULL,
  tool text NOT NULL,
  signature text NOT NULL,
  category text NOT NULL,
  calls bigint NOT NULL,
  sessions bigint NOT NULL,
  sample text NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (project, hour, tool, signature, category)
);

CREATE TABLE pipeline_minutes (
  project text NOT NULL,
  minute timestamptz NOT NULL,
  name text NOT NULL,
  label text NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (project, minute, name, label)
);
