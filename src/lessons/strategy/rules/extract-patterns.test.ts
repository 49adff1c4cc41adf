import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invertToAntiPattern } from "../../../seeds/rules/anti-patterns.js";
import { couldNameStrategy, extractPatternsFromDescription, knownStrategies } from "./extract-patterns.js";
import { dividers, wordings } from "./extraction/wordings.js";

const [
  type,
  component,
  layer,
  feature,
  file,
  types,
  routes,
  alongside,
  separate,
  parallel,
  sequence,
  dependencies,
] = knownStrategies;

describe("the strategies that a description uses", () => {
  it.each(knownStrategies)("the strategy '%s' is found by its own label in any case", (label) => {
    expect(extractPatternsFromDescription(label)).toEqual([label]);
    expect(extractPatternsFromDescription(label.toUpperCase())).toEqual([label]);
    expect(extractPatternsFromDescription(`Strategy: ${label}.`)).toEqual([label]);
    expect(extractPatternsFromDescription(`- **${label}**`)).toEqual([label]);
    expect(extractPatternsFromDescription(label.toLowerCase().replaceAll(" ", "-"))).toEqual([label]);
  });

  it.each<[string, string[]]>([
    ["We'll split by file type, one file per subtask", [type, file]],
    ["We split by file type, one file per subtask", [type, file]],
    ["Splitting by file types", [type]],
    ["The work was divided by file type.", [type]],
    ["Divide the tasks by type of file", [type]],
    ["Partition the changes per file extension", [type]],
    ["One subtask per file type", [type]],
    ["Split the work by component", [component]],
    ["Break it down by UI component", [component]],
    ["The plan is broken up by components", [component]],
    ["One agent per component", [component]],
    ["Each component gets its own subtask", [component]],
    ["A component-based split keeps reviews small", [component]],
    ["Decompose along component boundaries", [component]],
    ["We are going component by component", [component]],
    ["Split by layer", [layer]],
    ["Split the work into layers", [layer]],
    ["Split into UI, logic and data", [layer]],
    ["Slice the task by UI/logic/data", [layer]],
    ["Separated by architectural layer", [layer]],
    ["One task per layer", [layer]],
    ["Split by feature", [feature]],
    ["Split everything up by feature so that nobody waits", [feature]],
    ["Group the tasks by feature", [feature]],
    ["Organise the work per feature", [feature]],
    ["A decomposition by user feature", [feature]],
    ["Work in vertical slices", [feature]],
    ["Feature-based decomposition", [feature]],
    ["To avoid conflicts, split by feature", [feature]],
    ["Avoid merge conflicts by splitting by feature", [feature]],
    ["Split by feature to avoid conflicts", [feature]],
    ["Don't forget to split by feature", [feature]],
    ["If possible, split by feature", [feature]],
    ["We did not have much time, so we split by feature", [feature]],
    ["Split by feature because the last plan failed", [feature]],
    ["Splitting by feature works well and did not cause conflicts", [feature]],
    ["one task per file", [file]],
    ["Single-file subtasks", [file]],
    ["Split on feature boundaries", [feature]],
    ["Split across components", [component]],
    ['Use the "Split by feature" strategy', [feature]],
    ["We split by file type and two agents edited the same file", [type]],
    ["One sub-task for each file", [file]],
    ["A single file per worker", [file]],
    ["Every file gets its own subtask", [file]],
    ["Each subtask touches exactly one file", [file]],
    ["Shared types first, then the rest", [types]],
    ["Define the shared types first", [types]],
    ["First extract the common interfaces", [types]],
    ["Start with the shared types", [types]],
    ["The shared types must be done before everything else", [types]],
    ["Separate the API routes from the pages", [routes]],
    ["API endpoints are handled separately", [routes]],
    ["Put the API routes in their own subtask", [routes]],
    ["A dedicated subtask for API routes", [routes]],
    ["Isolate the REST endpoints", [routes]],
    ["Tests next to the code", [alongside]],
    ["Write the tests together with the implementation", [alongside]],
    ["Keep tests beside their source", [alongside]],
    ["Tests live in the same subtask as the code", [alongside]],
    ["Co-locate tests", [alongside]],
    ["Each subtask writes its own tests", [alongside]],
    ["Tests with code", [alongside]],
    ["A separate subtask for tests", [separate]],
    ["Tests go into their own task", [separate]],
    ["Testing is done in a dedicated subtask", [separate]],
    ["Move the tests to a separate subtask", [separate]],
    ["Maximise parallelism", [parallel]],
    ["Maximizing parallelization across agents", [parallel]],
    ["Run everything in parallel", [parallel]],
    ["All subtasks run at the same time", [parallel]],
    ["Parallelize as much as possible", [parallel]],
    ["Keep the plan as parallel as possible", [parallel]],
    ["Sequential execution", [sequence]],
    ["Run the subtasks sequentially", [sequence]],
    ["Do them one after the other", [sequence]],
    ["Subtasks are executed one at a time", [sequence]],
    ["Work through the tasks one by one", [sequence]],
    ["In dependency order", [dependencies]],
    ["Follow the dependency chain", [dependencies]],
    ["Respecting dependencies between subtasks", [dependencies]],
    ["Topologically sorted subtasks", [dependencies]],
    ["Order of their dependencies", [dependencies]],
  ])("the strategies that this text uses are found: %s", (text, labels) => {
    expect(extractPatternsFromDescription(text)).toEqual(labels);
  });

  it.each<[string, string[]]>([
    ["Split by layer, component and feature.", [layer, component, feature]],
    ["Split by feature and by layer", [feature, layer]],
    ["Split the work first by feature, then by layer", [feature, layer]],
    ["Split by layer/component", [layer, component]],
    [
      "Shared types first. Then split by feature, tests alongside implementation.",
      [types, feature, alongside],
    ],
    [
      "1. Handle shared types first\n2. Separate API routes\n3. Tests in separate subtask",
      [types, routes, separate],
    ],
    ["Run the tasks sequentially and respect the dependency chain", [sequence, dependencies]],
    ["One file per subtask. Split by layer. One file per subtask.", [file, layer]],
    ["Split by feature, components stay as they are", [feature]],
  ])("several strategies are found in the order of the text, each once: %s", (text, labels) => {
    expect(extractPatternsFromDescription(text)).toEqual(labels);
  });
});

describe("the strategies that a description only mentions", () => {
  it.each([
    "do NOT split by file type",
    "Do **not** split by file type",
    "Do not\nsplit by file type",
    "Don't split by layer",
    "Don’t split by layer or component",
    "We won't split by feature",
    "Never split by component",
    "Never, ever split by component",
    "Do not, under any circumstances, split by layer",
    "Avoid splitting by layer",
    "Avoid conflicts and splitting by layer",
    "Avoid splitting by layer, splitting by component and one file per subtask",
    "AVOID: Split by file type. Failed 5/7 times (71% failure rate)",
    "AVOID: split by layer, split by component",
    "Split by file type. Failed 5/7 times (71% failure rate)",
    "NEVER: One file per subtask",
    "DO NOT: tests in separate subtask",
    "❌ Split by layer",
    "~~Split by layer~~",
    "Anti-patterns:\n- Split by layer\n- One file per subtask",
    "## What failed\n\n- Split by layer\n- Tests in separate subtask",
    "Instead of splitting by layer",
    "Rather than one file per subtask",
    "Unlike splitting by component",
    "Without splitting by feature",
    "No splitting by layer",
    "No tests in a separate subtask",
    "Neither split by layer nor by component",
    "We no longer split by layer",
    "We moved away from splitting by layer",
    "Stop splitting by file type",
    "You should not split by feature",
    "The work cannot be split by component",
    "The work isn't split by component",
    "The team decided against splitting by layer",
    "Tests should not live next to the code",
    "The subtasks cannot run in parallel",
    "Do not run the subtasks sequentially",
    "Use more than one file per subtask",
    "Non-sequential execution",
    "split by feature flags",
    "Split the rollout by feature flag",
    "split by feature toggles",
    "Split by component library",
    "Split by layer name",
    "Split the string by component",
    "Split by file size",
    "Split by comma",
    "Splitting by layer failed last time",
    "'Split by layer' failed three times",
    'Last week "split by feature" was tried and failed',
    "The failed plan said `one file per subtask`",
    "Splitting by layer was a mistake",
    "It would be wrong to split by layer",
    "Splitting by layer is something we do not want",
    "The split by layer didn't go well",
    "We should have split by feature",
    "Under no circumstances split by feature",
    "There is no need to split by component",
    "Splitting by component did not work",
    "Splitting by component didn't work",
    "Splitting by layer caused many merge conflicts",
    "Split by file type is a bad idea",
    "Split by layer should be avoided",
    "One file per subtask is not recommended",
    "Split by layer: rejected",
    "Last time we split by layer",
    "Previously, we split by layer",
    "We used to split by layer",
    "We considered splitting by layer",
    "If we split by layer, everyone waits",
    "Should we split by layer?",
    "See docs/split-by-layer.md",
    "Edit split-by-feature.ts",
    "Run the tests with code coverage",
    "Maximum parallelism of 4",
    "Install the following dependencies",
    "Fix the bug in dependencies",
    "Review the API routes",
    "API routes have their own rate limit",
    "Add shared types",
    "The first file",
    "One test per file",
    "Think step by step",
    "Use sequential ids",
    "",
    "   \n\n ",
    "!?.,;:",
    "Add OAuth",
    "按功能拆分任务",
    "機能ごとに分割する",
    "Разделить по слоям",
    "تقسيم حسب الميزة",
    "기능별로 나누기",
    "🚀🔥",
  ])("the text %j uses no strategy", (text) => {
    expect(extractPatternsFromDescription(text)).toEqual([]);
  });

  it.each<[string, string[]]>([
    ["Don't split by layer, split by feature", [feature]],
    ["Do not split by layer but by feature", [feature]],
    ["Split not by layer but by feature", [feature]],
    ["Split by feature, not by layer", [feature]],
    ["Split by feature not by layer", [feature]],
    ["Split by feature (not layer)", [feature]],
    ["Split by feature instead of splitting by layer", [feature]],
    ["Split by feature rather than by layer", [feature]],
    ["Instead of splitting by layer, split by feature", [feature]],
    ["Instead of splitting by layer split by feature", [feature]],
    ["Prefer splitting by feature over splitting by layer", [feature]],
    ["Prefer splitting by feature to splitting by layer", [feature]],
    ["Splitting by feature is better than splitting by layer", [feature]],
    ["Splitting by layer failed, so we split by component", [component]],
    ["Last time we split by layer; now one file per subtask", [file]],
    ["We considered splitting by layer but chose to split by feature", [feature]],
    ["Avoid splitting by layer. Tests alongside implementation.", [alongside]],
    ["AVOID: Split by layer\nTests alongside implementation\n", [alongside]],
    ["Avoid:\n- Split by layer\n\nPlan:\n- Split by feature", [feature]],
    ["Do not split by layer, keep tests alongside the code", [alongside]],
    ['The plan "Split by file type" failed, so use "Split by feature"', [feature]],
    ["Bad: split by layer, good: split by feature", [feature]],
    ["Tests next to the code, never in a separate subtask", [alongside]],
    ["I would rather split by component than by layer", [component]],
    ["Never one file per subtask; maximize parallelization", [parallel]],
  ])("the text %j uses only what it recommends", (text, labels) => {
    expect(extractPatternsFromDescription(text)).toEqual(labels);
  });

  it("the warning about a strategy does not use that strategy", () => {
    for (const content of knownStrategies) {
      const anti = invertToAntiPattern({
        id: "p",
        content,
        kind: "pattern",
        is_negative: false,
        success_count: 1,
        failure_count: 4,
      });
      expect(extractPatternsFromDescription(anti.content), content).toEqual([]);
      expect(extractPatternsFromDescription(`Do not use: ${content}`), content).toEqual([]);
      expect(extractPatternsFromDescription(`Never ${content.toLowerCase()}.`), content).toEqual([]);
    }
  });
});

describe("the strategies of any text", () => {
  const words = fc.constantFrom(
    ...knownStrategies.flatMap((label) => label.split(" ")),
    "not",
    "avoid",
    "AVOID:",
    "by",
    "and",
    ",",
    ".",
    "\n",
    "- ",
    '"',
    "`",
    "(",
    ")",
    "?",
    "instead of",
    "feature flags",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.array(words, { maxLength: 60 }).map((parts) => parts.join(" ")),
  );

  it("any text gives only known labels, each once, the same every time", () => {
    fc.assert(
      fc.property(text, (description) => {
        const labels = extractPatternsFromDescription(description);
        expect(knownStrategies).toEqual(expect.arrayContaining(labels));
        expect(new Set(labels).size).toBe(labels.length);
        expect(extractPatternsFromDescription(description)).toEqual(labels);
      }),
      { numRuns: 1_000 },
    );
  });

  it("a long text that repeats one phrase is read to its end", () => {
    for (const part of [
      "split by layer, layer and ",
      "run the tasks ",
      "not split by layer, ",
      "- avoid:\n",
      "'",
      "split ",
    ]) {
      expect(knownStrategies).toEqual(
        expect.arrayContaining(extractPatternsFromDescription(part.repeat(2_000))),
      );
    }
  });

  it("a strategy is found whatever harmless sentence stands before or after it", () => {
    const harmless = fc.constantFrom(
      "Add OAuth.",
      "The login page is slow!",
      "Nothing else changes.",
      "按功能拆分。",
      "",
    );
    fc.assert(
      fc.property(harmless, fc.constantFrom(...knownStrategies), harmless, (before, label, after) => {
        expect(extractPatternsFromDescription(`${before} ${label}. ${after}`)).toEqual([label]);
      }),
    );
  });
});

/** The source of a pattern without what only looks around: a text that matches it is easy to make. */
function withoutLookaround(source: string): string {
  const start = source.search(/\(\?<?[!=]/);
  if (start === -1) return source.replaceAll("\\b", "");
  let end = start + 1;
  for (let depth = 1, inClass = false; depth > 0; end += 1) {
    if (source[end] === "\\") end += 1;
    else if (source[end] === "[") inClass = true;
    else if (source[end] === "]") inClass = false;
    else if (!inClass && source[end] === "(") depth += 1;
    else if (!inClass && source[end] === ")") depth -= 1;
  }
  return withoutLookaround(source.slice(0, start) + source.slice(end));
}

const phrases = [
  ...Object.values(wordings).flat(),
  ...dividers.flatMap(({ full, elided, others }) => [full, elided, ...others]),
];

it.each(phrases.map(({ source }) => withoutLookaround(source)))(
  "a text is read in full if it could match the wording %s",
  (source) => {
    const letters = fc.stringMatching(new RegExp(`^(?:${source})$`));
    const dressed = fc
      .tuple(letters, fc.constantFrom("", "*", "**"))
      .map(([text, mark]) => text.split("").join(mark));
    fc.assert(fc.property(dressed, (text) => couldNameStrategy(text.toUpperCase())));
  },
);
