/**
 * Turns what unreleased builds of 0.1.0 wrote into the form of the first release: a SQLite file, an export, or
 * the store of a hub. It knows the old forms, and the product does not.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { turnExport } from "./from-0.1.0/export.mjs";
import { Fault } from "./from-0.1.0/fault.mjs";
import { beginningOf, turnDatabase } from "./from-0.1.0/sqlite.mjs";

const help = `Turns what builds of Whetstone before its first release wrote into the form that is read now.
Ids, places, origins, times, keys and the decisions of people stay; what is read is left as it is.
Stop your agents, 'whetstone serve' and hubs first.

  node scripts/from-0.1.0.mjs FILE [--into FILE]
  node scripts/from-0.1.0.mjs postgres://USER@HOST/DATABASE [--schema NAME] [--into URL]

FILE is a database (whetstone.db) or an export (its lines are JSON). Without --into the result is
store.db beside the database, where Whetstone looks for it, or NAME.format-2.jsonl beside the export.

The store of a hub is written into the schema 'whetstone'. For the same database, rename the old one first:

  psql URL -c 'ALTER SCHEMA whetstone RENAME TO whetstone_0_1_0'
  node scripts/from-0.1.0.mjs URL --schema whetstone_0_1_0

  --into    where to write; nothing is overwritten
  --schema  the schema that holds the old store; whetstone, if left out
  --help    this text
`;

try {
  await main(process.argv.slice(2));
} catch (error) {
  // A trace would hide from a person what to do.
  const isTold = error instanceof Fault || typeof error.code === "string";
  console.error(isTold ? `from-0.1.0: ${error.message}. Nothing was written.` : error);
  if (error.next !== undefined) console.error(`Next: ${error.next}`);
  process.exitCode = error instanceof Fault ? 2 : 3;
}

async function main(args) {
  const { values, positionals } = parseCommand(args);
  if (values.help) return console.log(help);
  const [source, ...others] = positionals;
  if (source === undefined || others.length > 0) throw new Fault("name one file or address", "see --help");
  if (/^postgres(?:ql)?:/.test(source)) return turnAddress(source, values);
  if (values.schema !== undefined) throw new Fault("--schema is for PostgreSQL", "leave it out");
  return turnFile(resolve(source), values.into);
}

function parseCommand(args) {
  const options = { into: { type: "string" }, schema: { type: "string" }, help: { type: "boolean" } };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Fault(error.message.split(". ")[0], "see --help");
  }
}

function turnFile(source, into) {
  if (!existsSync(source)) throw new Fault(`there is no file ${source}`, "name the file of an older build");
  const isDatabase = beginningOf(source, 16).toString("latin1") === "SQLite format 3\0";
  const usual = isDatabase
    ? join(dirname(source), "store.db")
    : `${source.replace(/\.jsonl$/, "")}.format-2.jsonl`;
  const target = into === undefined ? usual : resolve(into);
  if (existsSync(target))
    throw new Fault(`${target} is there already`, "move it away, or name another by --into");
  report(isDatabase ? turnDatabase(source, target) : turnExport(source, target), source, target);
  console.log(isDatabase ? "Next: whetstone doctor" : `Next: whetstone import ${target}`);
}

async function turnAddress(source, { into, schema = "whetstone" }) {
  const { turnHub } = await import("./from-0.1.0/postgres.mjs");
  report(await turnHub(source, into ?? source, schema), `the schema '${schema}'`, "the schema 'whetstone'");
  console.log("Next: start the hub, and let its members update");
}

function report({ logs, events, turned }, source, target) {
  console.log(
    `Wrote ${target}: ${events} events in ${logs} ${logs === 1 ? "log" : "logs"}, ${turned} of them in a newer form.`,
  );
  console.log(`${source} is as it was.`);
}
