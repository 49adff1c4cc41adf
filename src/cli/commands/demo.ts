import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWhetstone } from "../../compose.js";
import { defineCommand } from "../command.js";
import type { Style } from "../style.js";

const minute = 60_000;

/** What a few runs of a small team of agents might report. */
const outcomes = [
  {
    task: "bd-1",
    strategy: "Split by file type",
    result: "failure",
    durationMs: 41 * minute,
    errorCount: 4,
    retryCount: 2,
    failureDetails: "two subtasks changed src/auth.ts at once",
  },
  {
    task: "bd-2",
    strategy: "Split by feature",
    result: "success",
    durationMs: 4 * minute,
    errorCount: 0,
    retryCount: 0,
  },
  {
    task: "bd-3",
    strategy: "Split by file type",
    result: "partial",
    durationMs: 33 * minute,
    errorCount: 2,
    retryCount: 1,
    failureDetails: "the shared types came last",
  },
  {
    task: "bd-4",
    strategy: "Split by feature",
    result: "success",
    durationMs: 9 * minute,
    errorCount: 1,
    retryCount: 0,
  },
  {
    task: "bd-5",
    strategy: "Split by file type",
    result: "failure",
    durationMs: 52 * minute,
    errorCount: 5,
    retryCount: 3,
    failureDetails: "merge conflict in src/session.ts",
  },
] as const;

export const command = defineCommand({
  name: "demo",
  summary: "Show the whole loop on a temporary project",
  description: `Runs the loop on a store of its own in a temporary folder, through the same verbs that agents use: outcomes go in, a strategy that keeps failing becomes an anti-pattern, and the next plan says to avoid it. Every line printed is read from that store. Nothing of yours is touched, and nothing is left behind.`,
  arguments: [],
  options: {},
  examples: [{ run: "whetstone demo", about: "See it work, in a second:" }],
  async run({ printer }) {
    const folder = mkdtempSync(join(tmpdir(), "whetstone-demo-"));
    const ws = await openWhetstone({ root: folder, env: { HOME: folder }, actor: "demo", origin: "agent:demo" });
    try {
      const before = await ws.plan({ task: "Add OAuth", taskId: "bd-0" });
      const recorded = [];
      for (const outcome of outcomes) recorded.push({ ...outcome, ...(await ws.record(outcome)) });
      const after = await ws.plan({ task: "Add OAuth", taskId: "bd-6", strategy: "Split by file type" });
      const antiPattern = after.shown.find((each) => each.lesson.startsWith("anti-"));
      const why = await ws.explain(antiPattern?.lesson ?? "");
      const report = await ws.report();
      const { reportMarkdown } = await import("../../app/report-markdown.js");
      const result = { before, recorded, after, why, report };
      printer.result(result, (style) => tell(result, reportMarkdown(report), style));
    } finally {
      await ws.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

type Ws = Awaited<ReturnType<typeof openWhetstone>>;
type Answer<Verb extends "plan" | "record" | "explain"> = Awaited<ReturnType<Ws[Verb]>>;

interface Story {
  readonly before: Answer<"plan">;
  readonly recorded: readonly (Answer<"record"> & { readonly task: string; readonly result: string })[];
  readonly after: Answer<"plan">;
  readonly why: Answer<"explain">;
}

function tell({ before, recorded, after, why }: Story, report: string, style: Style): string {
  const title = (text: string) => `\n${style.bold(text)}\n`;
  const indented = (text: string) => text.trimEnd().replace(/^(?=.)/gm, "  ");
  return [
    title(`1. A plan before anything was learned (${before.patterns_found} lessons shown)`),
    indented(before.prompt),
    title("2. What happened in five runs"),
    ...recorded.map(({ task, score, antiPattern }) => {
      const line = `  ${task}  ${score.feedback.padEnd(8)} ${score.reasoning}`;
      return antiPattern === null
        ? line
        : `${line}\n        ${style.yellow(`turned its strategy into ${antiPattern}`)}`;
    }),
    title(`3. The next plan (${after.memory_queried} lessons looked at, ${after.patterns_found} shown)`),
    indented(after.prompt),
    title("4. Why?"),
    ...why.answer.map((sentence) => `  ${sentence}`),
    `  ${style.dim(`rule: ${why.rule}; events ${why.events.map((event) => event.seq).join(", ")}`)}`,
    title("5. The report"),
    indented(report),
    "",
  ].join("\n");
}
