import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { openForBench, outcome } from "./project.mjs";

const [kind, root, data, worker, events] = process.argv.slice(2);
const append = kind === "whetstone" ? await throughLibrary() : bareInsert();

await append(-1);
process.once("message", async () => {
  for (let index = 0; index < Number(events); index += 1) await append(index);
  process.send("done");
});
process.send("ready");

async function throughLibrary() {
  const whetstone = await openForBench({ root, env: process.env });
  return (index) => whetstone.record({ ...outcome(index + 1), run: `run-${worker}-${index}` });
}

/**
 * The baseline: the same columns, journal and sync, one transaction per event, SQLite's own waiting, and no
 * views.
 */
function bareInsert() {
  mkdirSync(data, { recursive: true });
  const database = new DatabaseSync(join(data, "bare.db"), { timeout: 60_000 });
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL");
  database.exec("PRAGMA secure_delete = ON");
  database.exec(`CREATE TABLE IF NOT EXISTS events (
    address INTEGER NOT NULL PRIMARY KEY, id TEXT NOT NULL, type TEXT NOT NULL, at TEXT NOT NULL,
    actor TEXT NOT NULL, origin TEXT NOT NULL, run TEXT, task TEXT, key TEXT, v INTEGER NOT NULL,
    data TEXT NOT NULL, sum INTEGER NOT NULL) STRICT`);
  const insert = database.prepare(
    "INSERT INTO events VALUES (NULL, ?, 'outcome-recorded', ?, 'bench', 'tool:bench', ?, ?, NULL, 1, ?, 0)",
  );
  return (index) => {
    const { run, taskId, ...rest } = outcome(index + 1);
    // Keeps a reference: a statement alone does not protect its database from garbage collection.
    if (!database.isOpen) throw new Error("the database was closed");
    insert.run(randomUUID(), new Date().toISOString(), `${run}-${worker}`, taskId, JSON.stringify(rest));
  };
}
