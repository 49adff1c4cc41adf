import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { orSayNoData, recorded } from "./recorded.mjs";

export const question = "How much noise is accepted as insights, and how many real lessons are lost?";

const root = join(import.meta.dirname, "..");
const samples = 10;
/** How a lesson can appear in a deliberation. */
const forms = {
  "as an item of Accumulated Patterns": (text) => `## Accumulated Patterns\n\n- ${text}\n`,
  "as plain prose": (text) => `${text}\n`,
};

/** Prints shares and samples. It measures no times, so it returns no rows. */
export async function run({ data }) {
  const lessons = read(recorded(data, "texts/lessons.jsonl"));
  const directives = read(recorded(data, "texts/directives.jsonl"));
  const extractInsights = await extraction();
  console.log(
    "machine-made: dark_matter is 1, statistics on pairs of files that an analyser wrote as lessons",
  );
  for (const [name, form] of Object.entries(forms)) {
    const judged = lessons.map((lesson) => judge(extractInsights, form(lesson.text), lesson));
    const machine = judged.filter(({ lesson }) => lesson.dark_matter === 1);
    const others = judged.filter(({ lesson }) => lesson.dark_matter !== 1);
    console.log(`\n${name}`);
    console.log(`  machine-made and accepted: ${share(machine, ({ kept }) => kept)}`);
    console.log(`  others and accepted: ${share(others, ({ kept }) => kept)}`);
    show("machine-made, refused", machine, false);
    show("others, refused", others, false);
    show("others, kept", others, true);
  }
  const long = directives.filter(({ text }) => text.split(/\s+/).length >= 4);
  const rules = long.map((lesson) =>
    judge(extractInsights, forms["as an item of Accumulated Patterns"](lesson.text), lesson),
  );
  console.log(`\ndirectives of four or more words that were refused: ${share(rules, ({ kept }) => !kept)}`);
  show("directives, refused", rules, false);
  return [];
}

function read(file) {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** The package does not export the extraction, so it is bundled from its source. */
async function extraction() {
  const entry = join(root, "src/lessons/insight/rules/extraction/extract-insights.ts");
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return (await import(`data:text/javascript;base64,${code}`)).extractInsights;
}

function judge(extractInsights, text, lesson) {
  const { insights } = extractInsights(text);
  return { lesson, kept: insights.length > 0, insights };
}

function share(all, test) {
  const count = all.filter(test).length;
  return `${count} of ${all.length} (${((100 * count) / Math.max(1, all.length)).toFixed(1)} %)`;
}

/** Samples evenly over the file, so that one repository does not fill the list. */
function show(title, judged, kept) {
  const side = judged.filter((each) => each.kept === kept);
  const step = Math.max(1, Math.floor(side.length / samples));
  console.log(`  ${title}, ${Math.min(samples, side.length)} of ${side.length}:`);
  for (const { lesson, insights } of side.filter((_, index) => index % step === 0).slice(0, samples)) {
    const [first] = insights;
    console.log(`    ${first?.category ?? "refused"}: ${(first?.text ?? lesson.text).slice(0, 150)}`);
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { data: { type: "string" } } });
  await orSayNoData(() => run(values));
}
