/**
 * `npm run bench -- [name…] [--quick] [--json FILE] [--data FOLDER] [--model FOLDER]`: runs the named
 * benches, or all, and prints ratios with their spread. `--data` is needed by those that read recorded data;
 * where all are run without it, they are left out. Times depend on the machine, so they are never shown without the ratio.
 * `--quick` only checks that a bench works; its numbers mean nothing.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { machineFacts } from "./machine-facts.mjs";
import { NoData } from "./recorded.mjs";
import { table } from "./table.mjs";

const suffix = ".bench.mjs";
const { values, positionals } = parseArgs({
  options: {
    json: { type: "string" },
    data: { type: "string" },
    model: { type: "string" },
    quick: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));
const unknown = positionals.find((name) => !all.includes(name));
if (unknown === undefined) await runAll(positionals.length === 0 ? all : positionals);
else {
  console.error(`Unknown bench '${unknown}'. Known benches: ${all.join(", ")}`);
  process.exitCode = 2;
}

async function runAll(names) {
  const machine = machineFacts();
  console.log(
    Object.entries(machine)
      .map(([name, value]) => `${name}: ${value}`)
      .join(" · "),
  );
  const benches = [];
  for (const name of names) {
    const { question, run, show = table } = await import(`./${name}${suffix}`);
    console.log(`\n${name}: ${question}`);
    const { quick, data, model } = values;
    const rows = await run({ quick, data, model }).catch(sayNoData);
    if (rows.length > 0) console.log(show(rows));
    benches.push({ name, question, rows });
  }
  const report = { machine, quick: values.quick, benches };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

/** Where all benches are run, those without their data are left out; one that was named is an error. */
function sayNoData(error) {
  if (!(error instanceof NoData)) throw error;
  console.error(error.message);
  if (positionals.length > 0) process.exitCode = 2;
  return [];
}
