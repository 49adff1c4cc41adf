import pg from "pg";
import { Fault } from "./fault.mjs";
import { schema } from "./postgres-schema.mjs";
import { sumOf, sumOfEvent } from "./sums.mjs";
import { turnedEvent } from "./upcasts.mjs";

/** Versions of the schema in builds of 0.1.0. */
const formerVersions = 4;
/** Read and written at a time. */
const page = 1_000;
/** What is kept as it is. Builds before these tables had none of them. */
const plainTables = ["rejected", "team_membership", "team_key", "team_machine"];

/**
 * Turns the store of a hub into one of version 100, in the schema `whetstone` of the same database or of
 * another one. All of it or nothing; what is read stays as it is.
 *
 * @returns {Promise<{ logs: number, events: number, turned: number }>}
 */
export async function turnHub(source, target, former) {
  const [reader, writer] = [await connected(source), await connected(target)];
  try {
    await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await reader.query("SET whetstone.whole_store = 'on'");
    const old = { reader, schema: pg.escapeIdentifier(former) };
    await checkFormer(old, former);
    await writer.query("BEGIN");
    await makeSchema(writer, former);
    const counts = await copyLogs(old, writer);
    for (const table of plainTables) await copyTable(old, writer, table);
    await writer.query("COMMIT");
    return counts;
  } finally {
    await reader.end();
    await writer.end();
  }
}

async function connected(url) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new Fault(`the database does not answer: ${error.message}`, "check its address");
  }
}

async function checkFormer({ reader, schema: named }, former) {
  const known = await reader.query("SELECT to_regclass($1) IS NOT NULL AS found", [`${named}.migration`]);
  if (known.rows[0]?.found !== true)
    throw new Fault(`there is no schema of Whetstone named '${former}'`, "name it by --schema");
  const { rows } = await reader.query(`SELECT max(version) AS version FROM ${named}.migration`);
  if (rows[0].version <= formerVersions) return;
  throw new Fault(`the schema '${former}' has version ${rows[0].version} already`, "use it as it is");
}

async function makeSchema(writer, former) {
  const { rows } = await writer.query("SELECT to_regnamespace('whetstone') IS NOT NULL AS found");
  if (rows[0].found === true)
    throw new Fault(
      "there is a schema 'whetstone' in the database that is written to",
      former === "whetstone"
        ? "stop every hub, run 'ALTER SCHEMA whetstone RENAME TO whetstone_0_1_0' in the database, and call " +
            "again with --schema whetstone_0_1_0"
        : "rename it, or name another database by --into",
    );
  await writer.query(`
    CREATE SCHEMA whetstone;
    CREATE TABLE whetstone.migration (
      version integer PRIMARY KEY,
      name    text NOT NULL,
      at      timestamptz NOT NULL DEFAULT now()
    );
    ${schema};
    INSERT INTO whetstone.migration (version, name) VALUES (100, '0100-log-and-views');
    SET LOCAL whetstone.whole_store = 'on'`);
}

async function copyLogs(old, writer) {
  const { rows } = await old.reader.query(`SELECT name, head FROM ${old.schema}.project ORDER BY name`);
  const counts = { logs: rows.length, events: 0, turned: 0 };
  for (const { name, head } of rows) {
    await writer.query("INSERT INTO whetstone.project (name, head, sum) VALUES ($1, $2, $3)", [
      name,
      head,
      sumOf(name, head, "{}") | 0,
    ]);
    for (let seq = 0; seq < head; seq += page) {
      const events = await eventsAfter(old, name, seq, Math.min(page, head - seq));
      const turned = events.map((event) => turnedIn(name, event));
      await insert(writer, "event", turned);
      counts.events += events.length;
      counts.turned += turned.filter(
        ({ v, data }, at) => v !== events[at].v || data !== events[at].data,
      ).length;
    }
  }
  return counts;
}

async function eventsAfter({ reader, schema: named }, project, seq, count) {
  const { rows } = await reader.query(
    `SELECT * FROM ${named}.event WHERE project = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    [project, seq, count],
  );
  for (let index = 0; index < count; index += 1) {
    const event = rows[index];
    if (event?.seq !== seq + index + 1) throw damaged(project, `event ${seq + index + 1} is missing`);
    if (event.sum !== (sumOfEvent(project, event) | 0))
      throw damaged(project, `event ${event.seq} does not match its sum`);
  }
  return rows;
}

function turnedIn(project, event) {
  const turned = turnedEvent(event);
  return { ...turned, sum: sumOfEvent(project, turned) | 0 };
}

async function copyTable({ reader, schema: named }, writer, table) {
  const found = await reader.query("SELECT to_regclass($1) IS NOT NULL AS found", [`${named}.${table}`]);
  if (found.rows[0].found !== true) return;
  const { rows } = await reader.query(`SELECT * FROM ${named}.${table}`);
  for (let at = 0; at < rows.length; at += page) await insert(writer, table, rows.slice(at, at + page));
}

/** The rows of one table have the same columns. */
async function insert(writer, table, rows) {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]).map(pg.escapeIdentifier).join(", ");
  await writer.query(
    `INSERT INTO whetstone.${table} (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::whetstone.${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}

function damaged(project, why) {
  return new Fault(
    `the log of '${project}' is damaged: ${why}`,
    "go back to a dump of the database, and turn that",
  );
}
