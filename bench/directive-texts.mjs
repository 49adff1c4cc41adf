/**
 * `node bench/directive-texts.mjs --data FOLDER`: how the rules for directives treat real texts. Prints
 * counts, not times. The folder holds texts/directives.jsonl and texts/injections.jsonl, one JSON object with
 * a `text` on each line. It is not part of the repository.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { orSayNoData, recorded } from "./recorded.mjs";

const root = resolve(import.meta.dirname, "..");
const { values } = parseArgs({ options: { data: { type: "string" } } });
const textsIn = (name) => textsOf(recorded(values.data, `texts/${name}.jsonl`));

await orSayNoData(() => measure(textsIn("directives"), textsIn("injections")));

function textsOf(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line).text);
}

async function measure(directives, injections) {
  const rules = await engine();
  reportAdmission(directives, rules);
  reportSimilarity(directives, rules);
  reportInjections(injections, rules);
}

/** Bundles the rules from src/, so that an old build is never measured. */
async function engine() {
  const exports = [
    ["lessons/directive/rules/directive-text", "textAtLeastChars, textAtMostChars, checkText"],
    ["lessons/directive/rules/trust", "cappedByTrust, mayEnforce"],
    ["reading/language/compare", "compareMeanings"],
    ["reading/language/meaning", "meaningOf"],
    ["reading/language/compare", "similarityKeys"],
  ];
  const contents = exports.map(([file, names]) => `export { ${names} } from "./src/${file}.ts";`).join("\n");
  const options = { bundle: true, write: false, format: "esm", platform: "node", logLevel: "error" };
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, ...options });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

function reportAdmission(texts, { textAtLeastChars, textAtMostChars, checkText }) {
  const checks = texts.map((text) => ({
    length: [...text].length,
    check: checkText(text),
  }));
  const within = checks.filter(({ length }) => length >= textAtLeastChars && length <= textAtMostChars);
  const long = checks.filter(({ check }) => check.refused === "too_long");
  const refused = within.filter(({ check }) => !check.ok).length;
  console.log(`Admission of ${texts.length} rules that people wrote:`);
  console.log(`  within the limits as written   ${within.length}`);
  console.log(
    `  of these refused               ${refused} (${((100 * refused) / within.length).toFixed(2)} %)`,
  );
  console.log(
    `  too short                      ${checks.filter(({ check }) => check.refused === "too_short").length}`,
  );
  console.log(`  too long                       ${long.length}`);
  console.log(
    `  of these offered in sentences  ${long.filter(({ check }) => check.parts.length > 0).length}`,
  );
}

function reportSimilarity(texts, { compareMeanings, meaningOf, similarityKeys }) {
  const meanings = texts.map(meaningOf);
  const buckets = new Map();
  for (const [index, text] of texts.entries()) {
    for (const key of similarityKeys(text)) buckets.set(key, [...(buckets.get(key) ?? []), index]);
  }
  const compared = new Set();
  const found = { same: 0, opposite: 0, different: 0 };
  for (const bucket of buckets.values()) {
    for (const [place, one] of bucket.entries()) {
      for (const other of bucket.slice(place + 1)) {
        const pair = one * texts.length + other;
        if (compared.has(pair)) continue;
        compared.add(pair);
        found[compareMeanings(meanings[one], meanings[other])] += 1;
      }
    }
  }
  const all = (texts.length * (texts.length - 1)) / 2;
  console.log(
    `Pairs that share a key: ${compared.size} of ${all} (${((100 * compared.size) / all).toFixed(2)} %)`,
  );
  console.log(`  the same ${found.same}, opposite ${found.opposite}`);
}

/** Each text asks for the highest priority, confirmed by its own author and a tool. */
function reportInjections(texts, { cappedByTrust, mayEnforce, checkText }) {
  const origin = "tool:web";
  const kinds = ["verified", "applied"].flatMap((kind) => [
    { origin, source: "reviewer", kind },
    { origin: "tool:linter", source: "predicate", kind },
    { origin: "agent:coder", source: "delegate", kind },
  ]);
  const corroboration = { person: false, evidence: kinds };
  const admitted = texts.filter((text) => checkText(text).ok);
  const raised = texts.filter(() => {
    const { priority, enforcement } = cappedByTrust(
      { origin, priority: "critical", enforcement: "enforce" },
      corroboration,
    );
    return mayEnforce(origin, corroboration) || priority === "critical" || enforcement === "enforce";
  });
  const counts = `${admitted.length} could become candidates, ${raised.length} enforced or critical`;
  console.log(`Injections: ${texts.length}; ${counts}`);
}
