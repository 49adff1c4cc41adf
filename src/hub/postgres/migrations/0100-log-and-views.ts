/**
 * The log, the views and who writes; then who may use a hub.
 *
 * `data`, `row` and `marks` are the exact JSON that was written, each with its checksum. Texts that are
 * compared or sorted have the collation "C", which is the order of their UTF-8 bytes in every database.
 * Rows lie under the slot of their view, which the marks name: a rebuilt view and its shadow exchange slots.
 * `revision` is another random value after every write: rows that were read at one revision are good for as
 * long as the project has it.
 *
 * A project has one writer at a time. Its turn is an advisory lock of the writer's session, which ends with
 * the session. `leave_turn` exchanges it for one that ends with the transaction: so nobody gets the turn
 * before the commit is visible, and leaving needs no statement of its own.
 *
 * Of a key only the hash is here. A key opens one project: whoever makes keys in one cannot make any for
 * another. A machine says how far it has the log, since when, and up to which place it holds no forgotten text
 * any more. It is known by a name of its own making, so it counts for its member only.
 */
export const logAndViews = {
  version: 100,
  name: "0100-log-and-views",
  sql: `
CREATE TABLE whetstone.project (
  name     text COLLATE "C" PRIMARY KEY,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  head     integer NOT NULL DEFAULT 0,
  marks    text NOT NULL DEFAULT '{}',
  sum      integer
) WITH (fillfactor = 50);

CREATE TABLE whetstone.event (
  project text COLLATE "C" NOT NULL,
  seq     integer NOT NULL,
  id      text COLLATE "C" NOT NULL,
  type    text NOT NULL,
  at      text NOT NULL,
  actor   text NOT NULL,
  origin  text NOT NULL,
  run     text,
  task    text,
  key     text COLLATE "C",
  v       integer NOT NULL,
  data    text NOT NULL,
  sum     integer NOT NULL,
  PRIMARY KEY (project, seq),
  UNIQUE (project, id),
  UNIQUE (project, key)
) PARTITION BY HASH (project);

DO $$ BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format(
      'CREATE TABLE whetstone.event_%s PARTITION OF whetstone.event FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
      part, part);
  END LOOP;
END $$;

CREATE TABLE whetstone.view_row (
  project text COLLATE "C" NOT NULL,
  view    text COLLATE "C" NOT NULL,
  key     text COLLATE "C" NOT NULL,
  row     text NOT NULL,
  sum     integer NOT NULL,
  PRIMARY KEY (project, view, key)
) WITH (fillfactor = 80);

CREATE TABLE whetstone.rejected (
  project text COLLATE "C" NOT NULL,
  id      text COLLATE "C" NOT NULL,
  at      text NOT NULL,
  verb    text NOT NULL,
  field   text NOT NULL,
  reason  text NOT NULL,
  input   text NOT NULL,
  PRIMARY KEY (project, id)
);

CREATE FUNCTION whetstone.is_open(wanted text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT wanted = current_setting('whetstone.project', true)
    OR current_setting('whetstone.whole_store', true) = 'on'
$$;

DO $$
DECLARE
  part regclass;
  project_of text;
BEGIN
  FOR part IN
    SELECT oid FROM pg_class WHERE relnamespace = 'whetstone'::regnamespace AND relkind IN ('r', 'p')
      AND (relname IN ('project', 'view_row', 'rejected') OR relname LIKE 'event%')
  LOOP
    project_of := CASE WHEN part = 'whetstone.project'::regclass THEN 'name' ELSE 'project' END;
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', part);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', part);
    EXECUTE format('CREATE POLICY own_project ON %s USING (whetstone.is_open(%I))', part, project_of);
  END LOOP;
END $$;

CREATE FUNCTION whetstone.turn_of(wanted text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(wanted, 6298746516)
$$;

CREATE FUNCTION whetstone.take_turn(wanted text, wait_ms integer)
RETURNS TABLE (revision uuid, head integer, marks text, sum integer) LANGUAGE plpgsql AS $$
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

CREATE FUNCTION whetstone.leave_turn(wanted text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(whetstone.turn_of(wanted));
  PERFORM pg_advisory_unlock(whetstone.turn_of(wanted));
END $$;

CREATE TABLE whetstone.team_membership (
  member  text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  role    text NOT NULL CHECK (role IN ('reader', 'agent', 'developer', 'lead', 'admin')),
  since   text NOT NULL,
  PRIMARY KEY (project, member)
);

CREATE TABLE whetstone.team_key (
  id           text COLLATE "C" PRIMARY KEY,
  hash         text COLLATE "C" NOT NULL UNIQUE,
  project      text COLLATE "C" NOT NULL,
  member       text COLLATE "C" NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('person', 'agent', 'ci')),
  created_at   text NOT NULL,
  expires_at   text,
  revoked_at   text,
  last_used_at text
);
CREATE INDEX team_key_by_project ON whetstone.team_key (project, member);

CREATE TABLE whetstone.team_machine (
  project           text COLLATE "C" NOT NULL,
  member            text COLLATE "C" NOT NULL,
  machine           text COLLATE "C" NOT NULL,
  position          integer,
  exchanged_at      text,
  forgotten_through integer NOT NULL DEFAULT 0,
  confirmed_at      text,
  PRIMARY KEY (project, member, machine)
);
`,
};
