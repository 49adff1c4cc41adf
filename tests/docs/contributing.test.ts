import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const sourceOf = (path: string) => readFileSync(resolve(root, path), "utf8");

/** The code of CONTRIBUTING.md, without the indentation of the list that it stands in. */
const blocks = [...sourceOf("CONTRIBUTING.md").matchAll(/^( *)```ts\n([\s\S]*?)^ *```$/gm)].map(
  ([, indent = "", code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
);
const [
  event = "",
  arbitrary = "",
  scratch = "",
  urgent = "",
  view = "",
  projection = "",
  verb = "",
  test = "",
] = blocks;

/** A source with lines before the one that is named. */
function inserted(path: string, before: string, lines: string): string {
  const source = sourceOf(path);
  expect(source.split(before), `${path} has one '${before}'`).toHaveLength(2);
  return source.replace(before, () => `${lines}${before}`);
}

const withEvent = {
  "src/log/events/review.ts": event,
  "src/log/events/catalog.ts": `import { reviewRequested } from "./review.js";\n${inserted(
    "src/log/events/catalog.ts",
    "  outcomeRecorded,\n  strategyObserved,",
    "  reviewRequested,\n",
  )}`,
  "tests/support/arbitrary-events.ts": inserted(
    "tests/support/arbitrary-events.ts",
    '  "outcome-recorded": outcome,',
    arbitrary,
  ),
  "tests/scratch.test.ts": scratch,
};

const entry =
  "  actors: { summary: '', group: 'Data', command: 'actors', http: true, tool: null, stream: false, " +
  'load: () => import("./actors.js") },\n';
const withVerb = {
  "src/log/views.ts": inserted("src/log/views.ts", "  criteria: defineView(", view),
  "src/runs/fold/actors.ts": projection,
  "src/verbs/actors.ts": verb,
  "src/verbs/actors.test.ts": test,
  "src/verbs/catalog.ts": inserted("src/verbs/catalog.ts", "  doctor: {", entry),
};

/** Files as they are on the disk, which every program takes from here: to read them takes longer than to check ours. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of files that are not on the disk, or have other lines there. */
function problemsIn(files: Readonly<Record<string, string>>): readonly string[] {
  const { config } = ts.readConfigFile(resolve(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const texts = new Map(Object.entries(files).map(([path, text]) => [resolve(root, path), text]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => texts.get(resolve(path)) ?? readFile(path);
  host.fileExists = (path) => texts.has(resolve(path)) || fileExists(path);
  host.getSourceFile = (path, ...how) => {
    if (texts.has(resolve(path))) return getSourceFile(path, ...how);
    const file = parsed.has(path) ? parsed.get(path) : getSourceFile(path, ...how);
    parsed.set(path, file);
    return file;
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  });
}

it("every piece of code in CONTRIBUTING.md is one that is compiled here", () => {
  expect(blocks).toHaveLength(8);
});

it("the code of CONTRIBUTING.md compiles where it says that it goes", () => {
  expect(problemsIn({ ...withEvent, ...withVerb })).toEqual([]);
});

it("the event of CONTRIBUTING.md compiles with its changed schema", () => {
  const changed = event.replace(/^ {4}\}\),\n[\s\S]*/m, () => urgent);
  expect(changed).toContain("reason: z.string()");
  expect(problemsIn({ "src/log/events/review.ts": changed })).toEqual([]);
});
