import type { Whetstone } from "../../src/index.js";
import type { EventData } from "../../src/log/events/catalog.js";
import { hostSpeaker, programSpeaker, type Speaker } from "../../src/verbs/call/speaker.js";
import { seed } from "./directives.js";

/** A handle for each of those who write in a story. */
export type As = (speaker: Speaker) => Whetstone;

/** A few days of a small project: sessions, failures with a remedy, rules, and something that waits. */
export async function tellStory(as: As): Promise<void> {
  const person = as(programSpeaker("human", "ada"));
  const host = as(hostSpeaker("claude-code"));
  const agent = as(programSpeaker("agent:coder", "coder"));
  await person.lessons.add({
    text: "Run npm test before every commit",
    appliesToAgents: ["coder"],
    requiredActions: ["npm test"],
  });
  await agent.lessons.add({
    text: "Keep the migrations in order of their dates",
    appliesToAgents: ["coder"],
    requiredActions: ["sort the migrations"],
  });
  await host.hear({
    text: "From now on, never push to main without asking me first",
    session: "s-3f9a41c2",
    interactive: true,
    call: "Bash git push",
  });
  for (const session of ["s-77ab01ff", "s-1c20be55", "s-90d3a7e1"]) {
    const about = { phase: session, taskId: session, run: session };
    await host.brief({ role: "coder", moment: "start", phase: session, taskId: session, run: session });
    await failAndMend(host, about);
    await host.endPhase({
      ...about,
      result: session === "s-1c20be55" ? "partial" : "success",
      toolCalls: 2,
    });
  }
}

/** A tool that fails so often that its policy becomes stricter. */
export async function deploysThatFail(ws: Whetstone): Promise<void> {
  for (let run = 0; run < 8; run += 1)
    await ws.record({
      result: "failure",
      durationMs: 60_000,
      errorCount: 0,
      retryCount: 0,
      taskId: `d-${run}`,
      adaptersUsed: ["deploy"],
      failureType: "auth",
    });
}

async function failAndMend(
  host: Whetstone,
  about: { phase: string; taskId: string; run: string },
): Promise<void> {
  const call = (input: string, exitCode: number, output: string) =>
    host.reflect({ tool: "Bash", input, output, facts: { exitCode }, ...about });
  await call("deploy site --fast", 1, "unknown option: --fast");
  await call("deploy site", 0, "ok");
}

/** Sessions with and without the failure lesson of the story, and the verdict that follows. */
export async function measureLesson(ws: Whetstone, verdict: "helps" | "harms"): Promise<void> {
  const { lessons } = await ws.lessons.list({ kind: "failure" });
  const lesson = lessons[0]?.id ?? "";
  const sessions = Array.from({ length: 60 }, (_, index) => {
    const shown = index % 2 === 0;
    const failed = shown === (verdict === "harms") ? index % 5 !== 0 : index % 10 === 0;
    const draw = { lesson, shown, probability: 0.5, moment: "start", failed, worked: !failed } as const;
    const data: EventData<"trial-session-ended"> = { session: `t-${index}`, cause: "task", draws: [draw] };
    return { type: "trial-session-ended", data } as const;
  });
  const interval = verdict === "harms" ? { low: 0.42, high: 0.81 } : { low: -0.81, high: -0.42 };
  const arms = { shown: { sessions: 30, failures: 3 }, heldOut: { sessions: 30, failures: 24 } };
  const judged = { lesson, verdict, evidence: 40, ...interval, ...arms };
  await seed(ws, [...sessions, { type: "trial-judged", data: judged }]);
}
