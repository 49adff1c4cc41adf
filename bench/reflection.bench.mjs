/**
 * `node bench/reflection.bench.mjs --data FOLDER`: how well the outcome of a tool call can be read from its
 * text. Reads `toolcalls/claude.jsonl` in the folder, which is not part of the repository.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { orSayNoData, recorded } from "./recorded.mjs";

export const question =
  "How well can the outcome of a tool call be read from its text, without the fields of the host?";

const root = join(import.meta.dirname, "..");

/** The fields of the host in the data, and their names in the rules. */
const classes = {
  is_error: { truth: (row) => Boolean(row.is_error), predicted: (facts) => facts.isError === true },
  exit_code: { truth: (row) => Boolean(row.exit_code), predicted: (facts) => (facts.exitCode ?? 0) !== 0 },
  rejected: { truth: (row) => Boolean(row.rejected), predicted: (facts) => facts.rejected === true },
  hook_block: { truth: (row) => Boolean(row.hook_block), predicted: (facts) => facts.hookBlocked === true },
};

/** Patterns that programs commonly use instead of rules. */
const baselines = {
  keywords: {
    is_error: /error|fail|exception|denied|not found|cannot|invalid/i,
    exit_code: /error|fail|exception|denied/i,
    rejected: /reject|denied|refused/i,
    hook_block: /hook/i,
  },
  "strict pattern": {
    is_error: new RegExp(
      [
        "^(?:error|fatal|failed|exception)\\b|^FAIL\\b|ERROR",
        "does not exist|not found|^Traceback|use was rejected",
      ].join("|"),
      "im",
    ),
    exit_code: /^(?:error|fatal):|^FAIL\b|^Traceback|command not found|ERROR/m,
    rejected: /tool use was rejected/,
    hook_block: /hook (?:error|blocked|denied)/i,
  },
};

export async function run({ data }) {
  const file = recorded(data, "toolcalls/claude.jsonl");
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

/** Bundles the rules from source. */
async function rules() {
  const contents = 'export * from "./classify-tool-call.js";';
  const resolveDir = join(root, "src/lessons/failure/rules/reflection");
  const options = { bundle: true, write: false, format: "esm", platform: "neutral", logLevel: "warning" };
  const { outputFiles } = await build({ stdin: { contents, resolveDir, loader: "ts" }, ...options });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Hides the fields of the host from the rules. */
const visible = ({ tool, input, output }) => ({ tool, input, output });

function report(name, rows, factsFromText, classifyToolCall) {
  const sessions = new Set(rows.map(({ session }) => session)).size;
  console.log(`\n${name}: ${rows.length} calls of ${sessions} sessions`);
  console.log(line("", "", "cases", "precision", "recall", "F1", "false +", "missed"));
  for (const [title, { truth, predicted: hit }] of Object.entries(classes)) {
    for (const [by, patterns] of Object.entries(baselines))
      console.log(scored(title, by, rows, truth, (row) => patterns[title].test(row.output)));
    console.log(scored(title, "text rules", rows, truth, (row) => hit(factsFromText(row))));
    console.log(
      scored(title, "host's facts", rows, truth, (row) => hitWithFacts(title, row, classifyToolCall)),
    );
  }
  confusion(rows, factsFromText);
  results(rows, classifyToolCall);
}

/** With the host's fields, a call must be classified as the host reported it. */
function hitWithFacts(title, row, classifyToolCall) {
  const { result } = classifyToolCall({ ...visible(row), facts: factsOf(row) });
  const isFailure = ["failure", "blocked", "inapplicable"].includes(result);
  if (title === "is_error") return isFailure;
  if (title === "exit_code") return isFailure && row.exit_code !== null && row.exit_code !== 0;
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

function confusion(rows, factsFromText) {
  console.log("\nis_error by tool: right error, right success, false alarm, missed");
  const tools = new Map();
  for (const row of rows) {
    const cell = tools.get(row.tool) ?? [0, 0, 0, 0];
    const [is, says] = [Boolean(row.is_error), factsFromText(row).isError === true];
    cell[is ? (says ? 0 : 3) : says ? 2 : 1] += 1;
    tools.set(row.tool, cell);
  }
  for (const [tool, cell] of [...tools].sort((a, b) => sum(b[1]) - sum(a[1])))
    console.log(line(tool.slice(-22), "", ...cell));
}

/** The results from the host's fields and the text together. */
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
  await orSayNoData(() => run(values));
}
