/**
 * The log lies in a table with row numbers, which are the addresses of its events: the number of the log,
 * then the place in it. SQLite appends to the end of such a table on one page; a table without row numbers it
 * balances over three.
 *
 * No index of ids: a new id names the place of its event. `strays` finds those that do not, of older versions
 * and of events that another log recorded.
 *
 * No bundles: `views` holds the rows as of the event in `projects.head`, and a reader folds what came after
 * from the log.
 */
export const logByAddress = {
  version: 4,
  name: "0004-log-by-address",
  sql: `
DROP TABLE recent;

CREATE TABLE logs (
  number  INTEGER NOT NULL PRIMARY KEY,
  project TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO logs (project) SELECT DISTINCT project FROM events ORDER BY project;

CREATE TABLE strays (
  project TEXT NOT NULL,
  id      TEXT NOT NULL,
  seq     INTEGER NOT NULL,
  PRIMARY KEY (project, id)
) STRICT, WITHOUT ROWID;
INSERT INTO strays (project, id, seq) SELECT project, id, seq FROM events ORDER BY project, id;

ALTER TABLE events RENAME TO events_before;
CREATE TABLE events (
  address INTEGER NOT NULL PRIMARY KEY,
  id      TEXT NOT NULL,
  type    TEXT NOT NULL,
  at      TEXT NOT NULL,
  actor   TEXT NOT NULL,
  origin  TEXT NOT NULL,
  run     TEXT,
  task    TEXT,
  key     TEXT,
  v       INTEGER NOT NULL,
  data    TEXT NOT NULL,
  sum     INTEGER NOT NULL
) STRICT;
INSERT INTO events (address, id, type, at, actor, origin, run, task, key, v, data, sum)
  SELECT (number << 32) + seq, id, type, at, actor, origin, run, task, key, v, data, sum
  FROM events_before JOIN logs USING (project) ORDER BY number, seq;
DROP TABLE events_before;

CREATE UNIQUE INDEX events_by_key ON events (address >> 32, key) WHERE key IS NOT NULL;
CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_change_only_when_blanked BEFORE UPDATE ON events
WHEN new.address <> old.address OR new.id <> old.id OR new.type <> old.type OR new.at <> old.at
  OR new.actor <> old.actor OR new.origin <> old.origin OR new.run IS NOT old.run OR new.task IS NOT old.task
  OR new.key IS NOT old.key OR new.v <> old.v
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
`,
};
