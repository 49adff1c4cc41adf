import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePrivateTemp } from "../../../base/files/private-file.js";
import type { Style } from "../../../base/terminal/style.js";
import { counted } from "../../../base/text/counted.js";
import { programSpeaker } from "../../../verbs/call/speaker.js";
import type { Input } from "../../../verbs/frame/handle.js";
import { openProject } from "../../../verbs/open/open-whetstone.js";
import type { Whetstone } from "../../../verbs/open/whetstone.js";
import { defineCommand } from "../command.js";

export const command = defineCommand({
  name: "demo",
  summary: "Show the whole loop on a temporary project",
  description: [
    "Runs the loop on a store of its own in a temporary folder, through the same verbs that agents use: " +
      "outcomes go in, a strategy that keeps failing becomes an anti-pattern, one that keeps working " +
      "becomes proven, an adapter's failures tighten its policy, and the next plan shows all of it. A " +
      "coder's brief carries a rule; a missing acknowledgement and a failing check keep the gate " +
      "closed, and a fix opens it. Every line printed is read from that store.",
    "Your own files and data are not used. The store is removed at the end; the HTML report stays in the " +
      "system's temporary folder, in a folder of its own that only you can read.",
  ].join("\n\n"),
  arguments: [],
  options: {},
  examples: [{ run: "whetstone demo", about: "See it work, in a second:" }],
  async run({ printer }) {
    const folder = mkdtempSync(join(tmpdir(), "whetstone-demo-"));
    const project = openProject({ root: folder, env: { HOME: folder } });
    const ws = project.handle(programSpeaker("system:demo", "demo"));
    try {
      const { playPhase, phaseLines } = await import("./demo-phase.js");
      const phase = await playPhase(ws, project.handle(programSpeaker("human", "you")), folder);
      const story = await play(ws);
      const { reportMarkdown } = await import("../../../verbs/report/report-markdown.js");
      const { reportHtml } = await import("../../../verbs/report/report-html.js");
      const page = writePrivateTemp("demo-report.html", reportHtml(story.report));
      printer.result({ ...story, phase, page }, (style) =>
        storyText(story, phaseLines(phase, style), reportMarkdown(story.report), page, style),
      );
    } finally {
      await ws.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** Outcomes as a small team of agents might report them. */
function outcomes(): readonly Input<"record">[] {
  const failed = (
    task: string,
    minutes: number,
    errorCount: number,
    failureDetails: string,
  ): Input<"record"> => ({
    taskId: task,
    result: "failure",
    strategy: "Split by file type",
    durationMs: minutes * 60_000,
    errorCount,
    retryCount: 2,
    adaptersUsed: ["github"],
    failureType: "auth",
    failureDetails,
  });
  const worked = (task: string, minutes: number): Input<"record"> => ({
    taskId: task,
    result: "success",
    strategy: "Split by feature",
    durationMs: minutes * 60_000,
    errorCount: 0,
    retryCount: 0,
    adaptersUsed: ["npm"],
    criteria: ["type_safe"],
  });
  return [
    failed("bd-1", 41, 4, "two subtasks changed src/auth.ts at once"),
    worked("bd-2", 4),
    failed("bd-3", 33, 2, "the shared types came last"),
    worked("bd-4", 9),
    worked("bd-5", 3),
    failed("bd-6", 52, 5, "merge conflict in src/session.ts"),
    worked("bd-7", 4),
    worked("bd-8", 2),
  ];
}

async function play(ws: Whetstone) {
  const before = await ws.plan({ task: "Add OAuth with Google", taskId: "bd-0" });
  const recorded = [];
  for (const outcome of outcomes())
    recorded.push({ task: outcome.taskId ?? "", ...(await ws.record(outcome)) });
  await ws.errors.record({ taskId: "bd-9", message: "Type error in src/auth.ts", toolName: "typecheck" });
  const after = await ws.plan({
    task: "Add OAuth with GitHub",
    taskId: "bd-9",
    strategy: "Split by file type",
  });
  const completed = await ws.complete({ taskId: "bd-9", success: true, strategy: "Split by feature" });
  const avoided = after.shown.find((each) => each.lesson.startsWith("anti-"));
  const why = await ws.explain({ id: avoided?.lesson ?? "" });
  return {
    before,
    recorded,
    after,
    completed,
    why,
    policy: await ws.policy({ adapter: "github" }),
    report: await ws.report(),
  };
}

type Story = Awaited<ReturnType<typeof play>>;

function storyText(
  story: Story,
  phase: readonly string[],
  report: string,
  page: string,
  style: Style,
): string {
  const { before, recorded, after, completed, why, policy } = story;
  const title = (text: string) => `\n${style.bold(text)}\n`;
  const indented = (text: string) => text.trimEnd().replace(/^(?=.)/gm, "  ");
  const rules = (["requireApproval", "maxRetries", "riskMultiplier"] as const).map((field) => {
    const { value, setBy, why: because } = policy.effective[field];
    const change = `${String(policy.base[field]).padEnd(6)} → ${String(value).padEnd(6)}`;
    return `  ${field.padEnd(16)} ${change} ${style.dim(`${setBy}: ${because}`)}`;
  });
  return [
    title(`1. A plan before anything was learned (${before.patterns_found} lessons shown)`),
    indented(before.prompt),
    title(`2. What happened in ${recorded.length} runs`),
    ...recorded.map((outcome) => recordedLine(outcome, style)),
    title(`3. The next plan (${after.memory_queried} lessons searched, ${after.patterns_found} shown)`),
    indented(after.prompt),
    title("4. Why?"),
    ...why.answer.map((sentence) => `  ${sentence}`),
    `  ${style.dim(`rule: ${why.rule}; events ${why.events.map((event) => event.seq).join(", ")}`)}`,
    title(`5. The policy of ${policy.adapter}, after its failures (reliability ${policy.reliability})`),
    ...rules,
    title(
      `6. Task bd-9 completed: ${counted(completed.errorCount, "error")}, ` +
        `${counted(completed.retryCount, "retry", "retries")}, ` +
        `${counted(completed.memory_stored, "lesson")} updated`,
    ),
    title("7. A coder's brief, and the gate at the end of its phase"),
    ...phase,
    title("8. The report"),
    indented(report),
    "",
    `The report as a page: ${page}`,
  ].join("\n");
}

function recordedLine(
  { task, score, antiPatterns, policyChanges }: Story["recorded"][number],
  style: Style,
): string {
  return [
    `  ${task}  ${score.feedback.padEnd(8)} ${score.reasoning}`,
    ...antiPatterns.map((lesson) => style.yellow(`        turned its strategy into ${lesson}`)),
    ...policyChanges.map(({ adapter, field, from, to }) =>
      style.yellow(`        policy of ${adapter}: ${field} ${from} → ${to}`),
    ),
  ].join("\n");
}
