/**
 * `node bench/reflection.bench.mjs [--data FOLDER]`: how well the text of a tool call tells what its host
 * said of it. Reads `toolcalls/claude.jsonl` under the folder, default `../shared/data` beside the project;
 * the file is no part of the project.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

export const question =
  "How well does the text of a tool call tell what its host said of it, when the host's fields are hidden?";

const root = join(import.meta.dirname, "..");

/** The host's fields in the data, and the same as the rules name them. */
const classes = {
  is_error: { truth: (row) => Boolean(row.is_error), told: (facts) => facts.isError === true },
  exit_code: { truth: (row) => Boolean(row.exit_code), told: (facts) => (facts.exitCode ?? 0) !== 0 },
  rejected: { truth: (row) => Boolean(row.rejected), told: (facts) => facts.rejected === true },
  hook_block: { truth: (row) => Boolean(row.hook_block), told: (facts) => facts.hookBlocked === true },
};

/** What is commonly written in place of rules. */
const baselines = {
  keywords: {
    is_error: /error|fail|exception|denied|not found|cannot|invalid/i,
    exit_code: /error|fail|exception|denied/i,
    rejected: /reject|denied|refused/i,
    hook_block: /hook/i,
  },
  "strict pattern": {
    is_error:
      /^(?:error|fatal|failed|exception)\b|^FAIL\b|ERROR|does not exist|not found|^Traceback|use was rejected/im,
    exit_code: /^(?:error|fatal):|^FAIL\b|^Traceback|command not found|ERROR/m,
    rejected: /tool use was rejected/,
    hook_block: /hook (?:error|blocked|denied)/i,
  },
};

export async function run({ data = join(root, "..", "shared", "data") } = {}) {
  const file = join(resolve(data), "toolcalls", "claude.jsonl");
  if (!existsSync(file)) {
    console.log(`There is no ${file}. Name the folder of the data with --data.`);
    return [];
  }
  const { fromText, classifyToolCall } = await rules();
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const [name, half] of [
    ["development half", 0],
    ["held-out half", 1],
  ]) {
    const calls = rows.filter(
      ({ session }) => (createHash("sha256").update(session).digest()[0] & 1) === half,
    );
    report(name, calls, (row) => fromText(visible(row)).facts, classifyToolCall);
  }
  return [];
}

/** The rules as they stand in the sources. */
async function rules() {
  const contents = 'export * from "./classify-tool-call.js";';
  const resolveDir = join(root, "src", "engines", "reflection");
  const options = { bundle: true, write: false, format: "esm", platform: "neutral", logLevel: "warning" };
  const { outputFiles } = await build({ stdin: { contents, resolveDir, loader: "ts" }, ...options });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Nothing of the host's fields reaches the rules. */
const visible = ({ tool, input, output }) => ({ tool, input, output });

function report(name, rows, told, classifyToolCall) {
  const sessions = new Set(rows.map(({ session }) => session)).size;
  console.log(`\n${name}: ${rows.length} calls of ${sessions} sessions`);
  console.log(line("", "", "cases", "precision", "recall", "F1", "false +", "missed"));
  for (const [title, { truth, told: hit }] of Object.entries(classes)) {
    for (const [by, patterns] of Object.entries(baselines))
      console.log(scored(title, by, rows, truth, (row) => patterns[title].test(row.output)));
    console.log(scored(title, "text rules", rows, truth, (row) => hit(told(row))));
    console.log(
      scored(title, "host's facts", rows, truth, (row) => hitWithFacts(title, row, classifyToolCall)),
    );
  }
  confusion(rows, told);
  results(rows, classifyToolCall);
}

/** With its fields given, a call must land on the side that the host says; each field is given alone. */
function hitWithFacts(title, row, classifyToolCall) {
  const { result } = classifyToolCall({ ...visible(row), facts: factsOf(row) });
  const bad = ["failure", "blocked", "inapplicable"].includes(result);
  if (title === "is_error") return bad;
  if (title === "exit_code") return bad && row.exit_code !== null && row.exit_code !== 0;
  return result === "blocked" && Boolean(row[title]);
}

function factsOf(row) {
  const { is_error, exit_code, rejected, hook_block } = row;
  const facts = { isError: Boolean(is_error), rejected: Boolean(rejected), hookBlocked: Boolean(hook_block) };
  return exit_code === null ? facts : { ...facts, exitCode: exit_code };
}

function scored(title, by, rows, truth, hit) {
  const pairs = rows.map((row) => [truth(row), hit(row)]);
  const count = (is, says) => pairs.filter(([a, b]) => a === is && b === says).length;
  const [both, extra, missed] = [count(true, true), count(false, true), count(true, false)];
  const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));
  const f1 = share(2 * both, 2 * both + extra + missed);
  return line(
    title,
    by,
    both + missed,
    share(both, both + extra),
    share(both, both + missed),
    f1,
    extra,
    missed,
  );
}

function confusion(rows, told) {
  console.log("\nis_error by tool: right error, right success, false alarm, missed");
  const tools = new Map();
  for (const row of rows) {
    const cell = tools.get(row.tool) ?? [0, 0, 0, 0];
    const [is, says] = [Boolean(row.is_error), told(row).isError === true];
    cell[is ? (says ? 0 : 3) : says ? 2 : 1] += 1;
    tools.set(row.tool, cell);
  }
  for (const [tool, cell] of [...tools].sort((a, b) => sum(b[1]) - sum(a[1])))
    console.log(line(tool.slice(-22), "", ...cell));
}

/** What the host's fields and the text make of the calls together. */
function results(rows, classifyToolCall) {
  const counts = new Map();
  for (const row of rows) {
    const { result, by } = classifyToolCall({ ...visible(row), facts: factsOf(row) });
    counts.set(`${result} by ${by}`, (counts.get(`${result} by ${by}`) ?? 0) + 1);
  }
  console.log(
    `\nresults with the host's facts: ${[...counts].map(([name, count]) => `${name} ${count}`).join(", ")}`,
  );
}

const sum = (cells) => cells.reduce((total, cell) => total + cell, 0);
const line = (first, second, ...cells) =>
  [String(first).padEnd(24), String(second).padEnd(16), ...cells.map((cell) => String(cell).padStart(10))]
    .join("")
    .trimEnd();

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { data: { type: "string" } } });
  await run(values);
}
