import type { OpenOptions } from "../../src/index.js";
import { openInsights } from "./insights.js";
import type { OpenedInTemp } from "./whetstone.js";

/** A Whetstone in memory that holds lessons out, with a failure that earlier sessions have undone. */
export async function openTrial(set: readonly string[] = [], options: OpenOptions = {}) {
  // The coin depends on the project: with this name it falls the same way in every run.
  const usual = ["store.kind=memory", "evidence.enabled=true", "project=trial"];
  // Two sessions do where people wait for more.
  const soon = ["reflection.startFailures=2", "reflection.startShare=0.1", "reflection.stopAfterSessions=2"];
  const all = [...usual, ...soon, ...set];
  const { ws, clock } = await openInsights({ ...options, set: all });
  for (const session of ["past-1", "past-2"]) {
    await fail(ws, session);
    await call(ws, session, "deploy site", 0, "ok");
  }
  const { lessons } = await ws.lessons.list({ kind: "failure" });
  const lesson = lessons[0]?.id;
  if (lesson === undefined) throw new Error("the past sessions taught nothing");
  return { ws, clock, lesson };
}

/** The call that keeps failing; the answer is what the agent is told. */
export async function fail(ws: OpenedInTemp, session: string, run = session): Promise<string> {
  return call(ws, session, "deploy site --fast", 1, "unknown option: --fast", run);
}

/** A call of a program, with how it ends; the answer is what the agent is told. */
export async function call(
  ws: OpenedInTemp,
  session: string,
  input: string,
  exitCode: number,
  output: string,
  run = session,
): Promise<string> {
  const about = { phase: session, taskId: session, run, origin: "tool:host", actor: "host" };
  const { told } = await ws.reflect({ tool: "Bash", input, output, facts: { exitCode }, ...about });
  return told;
}

/** The brief of a session's beginning. */
export async function begin(ws: OpenedInTemp, session: string, run = session) {
  return ws.brief({ role: "coder", moment: "start", phase: session, taskId: session, run });
}

/** Whether a call is let through. */
export async function ask(ws: OpenedInTemp, session: string, run = session) {
  return ws.checkTool({ tool: "Bash", command: "deploy site --fast", phase: session, taskId: session, run });
}

export async function end(
  ws: OpenedInTemp,
  session: string,
  changes: { readonly cause?: "task" | "infra" } = {},
): Promise<void> {
  await ws.endPhase({ phase: session, taskId: session, run: session, result: "success", ...changes });
}
