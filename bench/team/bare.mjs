import pg from "pg";

const schema = `
CREATE TABLE bare_project (name text PRIMARY KEY, head integer NOT NULL) WITH (fillfactor = 50);
CREATE TABLE bare_event (
  project text NOT NULL, seq integer NOT NULL, id text NOT NULL, type text NOT NULL, at text NOT NULL,
  actor text NOT NULL, origin text NOT NULL, key text, v integer NOT NULL, data text NOT NULL,
  PRIMARY KEY (project, seq), UNIQUE (project, id), UNIQUE (project, key)
);
CREATE TABLE bare_row (
  project text NOT NULL, view text NOT NULL, key text NOT NULL, row text NOT NULL, PRIMARY KEY (project, view, key)
) WITH (fillfactor = 80)`;

const append = `
WITH moved AS (
  UPDATE bare_project SET head = head + 1 WHERE name = $1 RETURNING head
), appended AS (
  INSERT INTO bare_event (project, seq, id, type, at, actor, origin, v, data)
  SELECT $1, head, $2, $3, $4, $5, $6, $7, $8 FROM moved
)
INSERT INTO bare_row (project, view, key, row) VALUES ($1, 'v', $9, $10)
ON CONFLICT (project, view, key) DO UPDATE SET row = excluded.row`;

/**
 * The least that an append with an order can be in PostgreSQL: one statement, which moves the head of the
 * project, inserts the event and puts one row. No checksums, no turns, no views.
 */
export async function openBare(url, projects, connections) {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  await pool.query(schema);
  for (const name of projects) await pool.query("INSERT INTO bare_project VALUES ($1, 0)", [name]);
  return {
    append: (project, { id, type, at, actor, origin, v, data }) =>
      pool.query({
        name: "append",
        text: append,
        values: [project, id, type, at, actor, origin, v, data, "count", data],
      }),
    close: () => pool.end(),
  };
}
