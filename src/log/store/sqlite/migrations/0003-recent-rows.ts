/**
 * What the last transactions changed in the views lies in `recent`, one bundle for each, until it is written
 * to `views` in one go: a record then changes one or two pages of rows instead of eight. `projects.head` is
 * the event up to which `views` holds the rows; the bundles lead from there to the end of the log. A bundle
 * is cut into parts that fit into a page, and the places of parts are used again and again, so that no page
 * is taken from or given back to SQLite's list of free pages.
 */
export const recentRows = {
  version: 3,
  name: "0003-recent-rows",
  sql: `
CREATE TABLE recent (
  place INTEGER NOT NULL PRIMARY KEY,
  seq   INTEGER NOT NULL,
  part  BLOB NOT NULL,
  sum   INTEGER NOT NULL
) STRICT;
`,
};
