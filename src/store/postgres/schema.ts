/**
 * The tables. A row of `project` is also the lock of its one writer.
 *
 * Rows belong to the number of a view, so a view is renamed without touching them. Their keys are bytes,
 * which sort by UTF-8 whatever the collation of the database is. `data`, `row` and `marks` are the exact JSON
 * that was written.
 */
export const schema = `
SELECT pg_advisory_xact_lock(6298746516);
CREATE SCHEMA IF NOT EXISTS whetstone;
CREATE TABLE IF NOT EXISTS whetstone.project (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name   text COLLATE "C" NOT NULL UNIQUE,
  head   bigint NOT NULL DEFAULT 0,
  marks  text NOT NULL DEFAULT '{}'
);
CREATE TABLE IF NOT EXISTS whetstone.event (
  project bigint NOT NULL REFERENCES whetstone.project,
  seq     bigint NOT NULL,
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
  PRIMARY KEY (project, seq),
  UNIQUE (project, id),
  UNIQUE (project, key)
);
CREATE TABLE IF NOT EXISTS whetstone.view (
  number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project bigint NOT NULL REFERENCES whetstone.project,
  name    text COLLATE "C" NOT NULL,
  UNIQUE (project, name)
);
CREATE TABLE IF NOT EXISTS whetstone.view_row (
  view bigint NOT NULL REFERENCES whetstone.view ON DELETE CASCADE,
  key  bytea NOT NULL,
  row  text NOT NULL,
  PRIMARY KEY (view, key)
);
CREATE TABLE IF NOT EXISTS whetstone.rejected (
  project bigint NOT NULL REFERENCES whetstone.project,
  id      text COLLATE "C" NOT NULL,
  at      text NOT NULL,
  verb    text NOT NULL,
  field   text NOT NULL,
  reason  text NOT NULL,
  input   text NOT NULL,
  PRIMARY KEY (project, id)
);
`;
