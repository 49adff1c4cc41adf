CREATE SCHEMA whetstone;
CREATE FUNCTION whetstone.is_open(wanted text) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  SELECT wanted = current_setting('whetstone.project', true)
    OR current_setting('whetstone.whole_store', true) = 'on'
$$;
CREATE FUNCTION whetstone.leave_turn(wanted text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(whetstone.turn_of(wanted));
  PERFORM pg_advisory_unlock(whetstone.turn_of(wanted));
END $$;
CREATE FUNCTION whetstone.take_turn(wanted text, wait_ms integer) RETURNS TABLE(revision uuid, head integer, marks text, sum integer)
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM set_config('lock_timeout', wait_ms || 'ms', true);
  PERFORM set_config('whetstone.project', wanted, false);
  PERFORM pg_advisory_lock(whetstone.turn_of(wanted));
  RETURN QUERY SELECT p.revision, p.head, p.marks, p.sum FROM whetstone.project p WHERE p.name = wanted;
  IF NOT FOUND THEN
    INSERT INTO whetstone.project (name) VALUES (wanted);
    RETURN QUERY SELECT p.revision, p.head, p.marks, p.sum FROM whetstone.project p WHERE p.name = wanted;
  END IF;
END $$;
CREATE FUNCTION whetstone.turn_of(wanted text) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT hashtextextended(wanted, 6298746516)
$$;
CREATE TABLE whetstone.event (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
)
PARTITION BY HASH (project);
ALTER TABLE ONLY whetstone.event FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_0 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_0 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_1 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_1 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_10 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_10 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_11 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_11 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_12 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_12 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_13 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_13 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_14 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_14 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_15 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_15 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_2 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_2 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_3 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_3 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_4 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_4 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_5 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_5 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_6 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_6 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_7 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_7 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_8 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_8 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.event_9 (
    project text NOT NULL COLLATE pg_catalog."C",
    seq integer NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    at text NOT NULL,
    actor text NOT NULL,
    origin text NOT NULL,
    run text,
    task text,
    key text COLLATE pg_catalog."C",
    v integer NOT NULL,
    data text NOT NULL,
    sum integer NOT NULL
);
ALTER TABLE ONLY whetstone.event_9 FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.migration (
    version integer NOT NULL,
    name text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE whetstone.project (
    name text NOT NULL COLLATE pg_catalog."C",
    revision uuid DEFAULT gen_random_uuid() NOT NULL,
    head integer DEFAULT 0 NOT NULL,
    marks text DEFAULT '{}'::text NOT NULL,
    sum integer
)
WITH (fillfactor='50');
ALTER TABLE ONLY whetstone.project FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.rejected (
    project text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    at text NOT NULL,
    verb text NOT NULL,
    field text NOT NULL,
    reason text NOT NULL,
    input text NOT NULL
);
ALTER TABLE ONLY whetstone.rejected FORCE ROW LEVEL SECURITY;
CREATE TABLE whetstone.team_key (
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    project text NOT NULL COLLATE pg_catalog."C",
    member text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    created_at text NOT NULL,
    expires_at text,
    revoked_at text,
    last_used_at text,
    CONSTRAINT team_key_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'agent'::text, 'ci'::text])))
);
CREATE TABLE whetstone.team_machine (
    project text NOT NULL COLLATE pg_catalog."C",
    member text NOT NULL COLLATE pg_catalog."C",
    machine text NOT NULL COLLATE pg_catalog."C",
    "position" integer,
    exchanged_at text,
    forgotten_through integer DEFAULT 0 NOT NULL,
    confirmed_at text
);
CREATE TABLE whetstone.team_membership (
    member text NOT NULL COLLATE pg_catalog."C",
    project text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    since text NOT NULL,
    CONSTRAINT team_membership_role_check CHECK ((role = ANY (ARRAY['reader'::text, 'agent'::text, 'developer'::text, 'lead'::text, 'admin'::text])))
);
CREATE TABLE whetstone.view_row (
    project text NOT NULL COLLATE pg_catalog."C",
    view text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    "row" text NOT NULL,
    sum integer NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY whetstone.view_row FORCE ROW LEVEL SECURITY;
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_0 FOR VALUES WITH (modulus 16, remainder 0);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_1 FOR VALUES WITH (modulus 16, remainder 1);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_10 FOR VALUES WITH (modulus 16, remainder 10);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_11 FOR VALUES WITH (modulus 16, remainder 11);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_12 FOR VALUES WITH (modulus 16, remainder 12);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_13 FOR VALUES WITH (modulus 16, remainder 13);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_14 FOR VALUES WITH (modulus 16, remainder 14);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_15 FOR VALUES WITH (modulus 16, remainder 15);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_2 FOR VALUES WITH (modulus 16, remainder 2);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_3 FOR VALUES WITH (modulus 16, remainder 3);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_4 FOR VALUES WITH (modulus 16, remainder 4);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_5 FOR VALUES WITH (modulus 16, remainder 5);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_6 FOR VALUES WITH (modulus 16, remainder 6);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_7 FOR VALUES WITH (modulus 16, remainder 7);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_8 FOR VALUES WITH (modulus 16, remainder 8);
ALTER TABLE ONLY whetstone.event ATTACH PARTITION whetstone.event_9 FOR VALUES WITH (modulus 16, remainder 9);
ALTER TABLE ONLY whetstone.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_0
    ADD CONSTRAINT event_0_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event
    ADD CONSTRAINT event_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_0
    ADD CONSTRAINT event_0_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event
    ADD CONSTRAINT event_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_0
    ADD CONSTRAINT event_0_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_10
    ADD CONSTRAINT event_10_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_10
    ADD CONSTRAINT event_10_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_10
    ADD CONSTRAINT event_10_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_11
    ADD CONSTRAINT event_11_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_11
    ADD CONSTRAINT event_11_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_11
    ADD CONSTRAINT event_11_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_12
    ADD CONSTRAINT event_12_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_12
    ADD CONSTRAINT event_12_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_12
    ADD CONSTRAINT event_12_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_13
    ADD CONSTRAINT event_13_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_13
    ADD CONSTRAINT event_13_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_13
    ADD CONSTRAINT event_13_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_14
    ADD CONSTRAINT event_14_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_14
    ADD CONSTRAINT event_14_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_14
    ADD CONSTRAINT event_14_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_15
    ADD CONSTRAINT event_15_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_15
    ADD CONSTRAINT event_15_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_15
    ADD CONSTRAINT event_15_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_1
    ADD CONSTRAINT event_1_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_1
    ADD CONSTRAINT event_1_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_1
    ADD CONSTRAINT event_1_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_2
    ADD CONSTRAINT event_2_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_2
    ADD CONSTRAINT event_2_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_2
    ADD CONSTRAINT event_2_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_3
    ADD CONSTRAINT event_3_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_3
    ADD CONSTRAINT event_3_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_3
    ADD CONSTRAINT event_3_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_4
    ADD CONSTRAINT event_4_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_4
    ADD CONSTRAINT event_4_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_4
    ADD CONSTRAINT event_4_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_5
    ADD CONSTRAINT event_5_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_5
    ADD CONSTRAINT event_5_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_5
    ADD CONSTRAINT event_5_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_6
    ADD CONSTRAINT event_6_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_6
    ADD CONSTRAINT event_6_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_6
    ADD CONSTRAINT event_6_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_7
    ADD CONSTRAINT event_7_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_7
    ADD CONSTRAINT event_7_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_7
    ADD CONSTRAINT event_7_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_8
    ADD CONSTRAINT event_8_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_8
    ADD CONSTRAINT event_8_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_8
    ADD CONSTRAINT event_8_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.event_9
    ADD CONSTRAINT event_9_pkey PRIMARY KEY (project, seq);
ALTER TABLE ONLY whetstone.event_9
    ADD CONSTRAINT event_9_project_id_key UNIQUE (project, id);
ALTER TABLE ONLY whetstone.event_9
    ADD CONSTRAINT event_9_project_key_key UNIQUE (project, key);
ALTER TABLE ONLY whetstone.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (version);
ALTER TABLE ONLY whetstone.project
    ADD CONSTRAINT project_pkey PRIMARY KEY (name);
ALTER TABLE ONLY whetstone.rejected
    ADD CONSTRAINT rejected_pkey PRIMARY KEY (project, id);
ALTER TABLE ONLY whetstone.team_key
    ADD CONSTRAINT team_key_hash_key UNIQUE (hash);
ALTER TABLE ONLY whetstone.team_key
    ADD CONSTRAINT team_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY whetstone.team_machine
    ADD CONSTRAINT team_machine_pkey PRIMARY KEY (project, member, machine);
ALTER TABLE ONLY whetstone.team_membership
    ADD CONSTRAINT team_membership_pkey PRIMARY KEY (project, member);
ALTER TABLE ONLY whetstone.view_row
    ADD CONSTRAINT view_row_pkey PRIMARY KEY (project, view, key);
CREATE INDEX team_key_by_project ON whetstone.team_key USING btree (project, member);
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_0_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_0_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_0_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_10_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_10_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_10_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_11_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_11_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_11_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_12_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_12_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_12_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_13_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_13_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_13_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_14_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_14_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_14_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_15_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_15_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_15_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_1_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_1_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_1_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_2_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_2_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_2_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_3_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_3_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_3_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_4_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_4_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_4_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_5_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_5_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_5_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_6_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_6_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_6_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_7_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_7_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_7_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_8_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_8_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_8_project_key_key;
ALTER INDEX whetstone.event_pkey ATTACH PARTITION whetstone.event_9_pkey;
ALTER INDEX whetstone.event_project_id_key ATTACH PARTITION whetstone.event_9_project_id_key;
ALTER INDEX whetstone.event_project_key_key ATTACH PARTITION whetstone.event_9_project_key_key;
ALTER TABLE whetstone.event ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_0 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_1 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_10 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_11 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_12 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_13 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_14 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_15 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_2 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_3 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_4 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_5 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_6 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_7 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_8 ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.event_9 ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_project ON whetstone.event USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_0 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_1 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_10 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_11 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_12 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_13 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_14 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_15 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_2 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_3 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_4 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_5 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_6 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_7 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_8 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.event_9 USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.project USING (whetstone.is_open(name));
CREATE POLICY own_project ON whetstone.rejected USING (whetstone.is_open(project));
CREATE POLICY own_project ON whetstone.view_row USING (whetstone.is_open(project));
ALTER TABLE whetstone.project ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.rejected ENABLE ROW LEVEL SECURITY;
ALTER TABLE whetstone.view_row ENABLE ROW LEVEL SECURITY;
