import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  addDirective,
  dataOf,
  hostSession,
  recordingsOf,
  vouchForFailure,
} from "../../../tests/support/host-session.js";
import { recordedPayload } from "../../../tests/support/recorded-payload.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { entriesOf, transcriptsIn } from "../../../tests/support/transcripts.js";
import { copilotHost } from "./host.js";
import { copilotEvent } from "./payload.js";

interface Output {
  readonly additionalContext?: string;
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
  readonly decision?: string;
  readonly reason?: string;
}

const session = () =>
  hostSession<Output>(copilotHost(), "copilot", {
    usual: { session_id: "this" },
    set: ["reflection.startFailures=2"],
  });

const recorded = join(import.meta.dirname, "recorded-sessions");

/** A home in which the real Copilot CLI ran once; returns the file of that session too. */
function homeWithSession() {
  const home = tempFolder();
  cpSync(recorded, join(home, ".copilot"), { recursive: true });
  const file = join(home, ".copilot/session-state/3c67179a-7c10-4956-b60d-ac675bfd4781/events.jsonl");
  return { home, file };
}

it.each(recordingsOf("copilot"))("the recorded payload %s of Copilot CLI is accepted", (name) => {
  expect(copilotEvent.safeParse(recordedPayload("copilot", name, "/project"))).toMatchObject({
    success: true,
  });
});

describe("Copilot CLI", () => {
  it("the exit code in the text for the model is enough to learn from a shell of Copilot CLI", async () => {
    const { ws, send } = await session();
    await send("session-start");
    await send("after-tool.bash");
    await send("after-tool.bash.failed", { timestamp: "1" });
    await send("after-tool.bash.failed", { timestamp: "2" });
    await send("session-end");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "partial", errorCount: 2 }]);
    await send("after-tool.bash.failed", { session_id: "another", timestamp: "3" });
    await vouchForFailure(ws);
    const { additionalContext } = (await send("session-start", { session_id: "next" })) ?? {};
    expect(additionalContext).toContain("npm run lnt");
  });

  it("a call of Copilot CLI that two installations report counts once", async () => {
    const { ws, send } = await session();
    await send("after-tool.bash.failed");
    await send("after-tool.bash.failed");
    expect(await dataOf(ws, "reflection-recorded")).toHaveLength(1);
  });

  it("a tool of Copilot CLI that fails is a failed call by the event itself", async () => {
    const { ws, send } = await session();
    await send("after-tool.write");
    await send("after-tool.read.failed");
    await send("session-end");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([
      { result: "partial", filesTouched: ["note.txt"] },
    ]);
  });

  it("a forbidden command in Copilot CLI is denied with the reason", async () => {
    const { ws, send } = await session();
    await addDirective(ws, { enforcement: "enforce" });
    expect(await send("before-tool.bash", { tool_input: { command: "git push" } })).toEqual({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("Never push"),
    });
    expect(await send("before-tool.bash")).toBeUndefined();
  });

  it("the tools of Copilot CLI that write files have the names that lessons use", async () => {
    const { ws, send } = await session();
    const text = "Never edit text files by hand in this project";
    const forbiddenActions = ["Edit(*.txt)", "Write(*.txt)"];
    await addDirective(ws, { text, forbiddenActions, enforcement: "enforce" });
    expect(await send("before-tool.edit")).toMatchObject({ permissionDecision: "deny" });
    expect(await send("before-tool.write")).toMatchObject({ permissionDecision: "deny" });
    expect(await send("before-tool.read")).toBeUndefined();
  });

  it("an agent of Copilot CLI gets the brief of its role in the session that started it", async () => {
    const { ws, send } = await session();
    const { lesson } = await addDirective(ws, { appliesToAgents: ["explore"] });
    const { session_id: started } = recordedPayload("copilot", "session-start", "/project");
    const of = { session_id: started };
    await send("session-start", of);
    expect((await send("agent-start"))?.additionalContext).toContain("Never push");
    expect(await send("prompt.agent", of)).toBeUndefined();
    await send("agent-stop", { ...of, last_assistant_message: `Done.\nKNOWLEDGE_APPLIED:${lesson}` });
    expect(await dataOf(ws, "receipt-recorded")).toMatchObject([
      { lesson, kind: "applied", role: "explore" },
    ]);
  });

  it("a command of Copilot CLI that fails in the background is learned from when it ends", async () => {
    const { ws, send } = await session();
    await send("after-tool.bash.background");
    expect(await dataOf(ws, "reflection-recorded")).toEqual([]);
    await send("prompt.background-ended");
    await send("session-end");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ errorCount: 1 }]);
    expect(await dataOf(ws, "correction-heard")).toEqual([]);
  });

  it("the answer of a turn is read from the session's file, and one more turn is asked for once", async () => {
    const { ws, send } = await session();
    const { file } = homeWithSession();
    await addDirective(ws, { priority: "critical" });
    await send("session-start");
    const asked = await send("stop", { transcript_path: file });
    expect(asked).toMatchObject({ decision: "block", reason: expect.stringContaining("must not stay open") });
    expect(await dataOf(ws, "output-read")).toHaveLength(1);
    expect(await send("prompt", { prompt: asked?.reason })).toBeUndefined();
    expect(await send("stop", { transcript_path: file, stop_hook_active: true })).toBeUndefined();
  });

  it("a file that is not a session's is not read for an answer", async () => {
    const { ws, send } = await session();
    await send("session-start");
    await send("stop", { transcript_path: "/etc/passwd" });
    await send("stop", { transcript_path: "/nowhere/events.jsonl", stop_hook_active: true });
    expect(JSON.stringify(await dataOf(ws, "output-read"))).not.toContain("root:");
  });
});

it("a session of Copilot CLI is read with its calls and those of its agent", async () => {
  const { transcripts, faults } = await transcriptsIn(homeWithSession().home, { agent: "copilot" });
  const lines = entriesOf(transcripts, faults).flatMap((entry) => {
    if (entry.kind === "prompt") return [`prompt: ${entry.text}`];
    if (entry.kind !== "call") return entry.kind === "answered" ? ["answered"] : [];
    const { run, session, use, facts } = entry.moment;
    return [`${run === session ? "" : "agent: "}${use.tool} ${use.input} ${JSON.stringify(facts)}`];
  });
  expect(lines).toMatchInlineSnapshot(`
    [
      "prompt: do the task",
      "Bash npm run lnt {"exitCode":1}",
      "Bash npm run lint {"exitCode":0}",
      "Read /project/missing.txt {"isError":true}",
      "Write /project/note.txt {"isError":false}",
      "Edit /project/note.txt {"isError":false}",
      "agent: Bash npm run lnt {"exitCode":1}",
      "Agent {"agent_type":"explore","name":"helper","description":"look","prompt":"SUBTASK look around"} {"isError":false}",
      "Bash sleep 1; exit 3 {}",
      "answered",
      "read_bash {"shellId":"3","delay":0} {"isError":false}",
      "answered",
    ]
  `);
  expect(faults).toMatchObject({ damagedLines: 0, files: [] });
});
