import { describe, expect, it } from "vitest";
import {
  addDirective,
  dataOf,
  hostSession,
  recordingsOf,
  vouchForFailure,
} from "../../../tests/support/host-session.js";
import { recordedPayload } from "../../../tests/support/recorded-payload.js";
import { geminiHost } from "./host.js";
import { momentsOf } from "./moments-of.js";
import { geminiEvent } from "./payload.js";

interface Output {
  readonly decision?: string;
  readonly reason?: string;
  readonly hookSpecificOutput?: {
    readonly additionalContext?: string;
    readonly tool_input?: Readonly<Record<string, string>>;
  };
}

const contextOf = (output: Output | undefined) => output?.hookSpecificOutput?.additionalContext ?? "";
/** Two sessions do where people wait for more. */
const soon = ["reflection.startFailures=2"];
const session = () =>
  hostSession<Output>(geminiHost(), "gemini", { usual: { session_id: "this" }, set: soon });

describe("the payloads of Gemini CLI", () => {
  it.each(recordingsOf("gemini"))("the recorded payload %s of Gemini CLI is accepted", (name) => {
    expect(geminiEvent.safeParse(recordedPayload("gemini", name, "/project"))).toMatchObject({
      success: true,
    });
  });
});

describe("Gemini CLI", () => {
  it("a person's words are about the last call, also when only its beginning was reported", async () => {
    const { ws, send } = await session();
    const call = { tool_name: "run_shell_command", tool_input: { command: "npm install left-pad" } };
    await send("before-tool.read", call);
    await send("before-agent", { prompt: "no, use pnpm, not npm" });
    expect(await dataOf(ws, "correction-heard")).toMatchObject([
      { text: "use pnpm, not npm", call: "Bash npm install left-pad", interactive: false },
    ]);
  });

  it("the exit code in the text for the model is enough to learn from a shell of Gemini CLI", async () => {
    const { ws, send } = await session();
    await send("session-start");
    await send("after-tool.shell");
    await send("after-tool.shell.failed", { timestamp: "1" });
    await send("after-tool.shell.failed", { timestamp: "2" });
    await send("session-end");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "partial", errorCount: 2 }]);
    expect((await dataOf(ws, "reflection-recorded"))[0]).toMatchObject({ tool: "Bash", by: "host" });
    await send("after-tool.shell.failed", { session_id: "another", timestamp: "3" });
    await vouchForFailure(ws);
    expect(contextOf(await send("session-start", { session_id: "next" }))).toContain(
      "frobnicate: command not found",
    );
  });

  it("a call of Gemini CLI that two installations report counts once", async () => {
    const { ws, send } = await session();
    await send("after-tool.shell.failed");
    await send("after-tool.shell.failed");
    expect(await dataOf(ws, "reflection-recorded")).toHaveLength(1);
  });

  it.each([
    ["after-tool.replace.failed", "Edit"],
    ["after-tool.read.failed", "Read"],
    ["after-tool.mcp.failed", "mcp__probe__fail"],
  ])("the error in %s of Gemini CLI marks a failed call", async (name, tool) => {
    const { ws, send } = await session();
    await send("after-tool.write");
    await send(name);
    await send("session-end");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([
      { result: "partial", filesTouched: ["a.txt"] },
    ]);
    expect((await dataOf(ws, "reflection-recorded")).every((each) => each.tool === tool)).toBe(true);
  });

  it("a forbidden command in Gemini CLI is denied with the reason", async () => {
    const { ws, send } = await session();
    await addDirective(ws, { enforcement: "enforce" });
    const output = await send("before-tool.shell", { tool_input: { command: "git push" } });
    expect(output).toEqual({ decision: "deny", reason: expect.stringContaining("Never push") });
    expect(await send("before-tool.shell")).toBeUndefined();
  });

  it("the tools of Gemini CLI that edit and write files have the names that lessons use", async () => {
    const { ws, send } = await session();
    const text = "Never edit text files by hand in this project";
    await addDirective(ws, {
      text,
      forbiddenActions: ["Edit(*.txt)", "Write(*.txt)"],
      enforcement: "enforce",
    });
    expect(await send("before-tool.replace")).toMatchObject({ decision: "deny" });
    expect(await send("before-tool.write")).toMatchObject({ decision: "deny" });
  });

  it("what a rule warns of is told with the result, though a call has no id of its own", async () => {
    const { ws, send } = await session();
    const replay = { applied: 0, broken: 0, sessions: 0, looked: 0 };
    const check = JSON.stringify({ limit: { lines: 1 } });
    await ws.rules.bind({ file: "GEMINI.md", line: 3, text: "Short files", check, replay });
    const tool_input = { file_path: "a.txt", content: "one\ntwo\n" };
    const cwd = ws.folder;
    expect(await send("before-tool.write", { cwd, tool_input })).toBeUndefined();
    const told = contextOf(await send("after-tool.write", { cwd, tool_input }));
    expect(told).toBe('GEMINI.md:3: "Short files" (a.txt). Split it: at most 1 line.');
  });

  it("the prompt of Gemini CLI is read without the context that hooks put before it", () => {
    const event = geminiEvent.parse(recordedPayload("gemini", "before-agent.with-context", "/project"));
    expect(momentsOf(event)).toMatchObject([{ kind: "prompt", text: "do the task" }]);
  });

  it("the brief of an agent that Gemini CLI starts goes into that agent's prompt", async () => {
    const { ws, send } = await session();
    await addDirective(ws, { appliesToAgents: ["generalist"] });
    const input = (await send("before-tool.agent"))?.hookSpecificOutput?.tool_input;
    expect(input).toEqual({
      agent_name: "generalist",
      prompt: expect.stringMatching(/^SUBTASK please\n\n[\s\S]*Never push/),
    });
    expect(await send("before-agent")).toBeUndefined();
  });

  it("an agent that a lesson forbids is not started in Gemini CLI and gets no brief", async () => {
    const { ws, send } = await session();
    const text = "Never start an agent in this project";
    await addDirective(ws, {
      text,
      forbiddenActions: ["Agent"],
      appliesToAgents: ["*"],
      enforcement: "enforce",
    });
    expect(await send("before-tool.agent")).toMatchObject({ decision: "deny" });
    expect(await dataOf(ws, "brief-made")).toEqual([]);
  });

  it("the acknowledgement of an agent that Gemini CLI started is recorded for that agent", async () => {
    const { ws, send } = await session();
    const { lesson } = await addDirective(ws, { appliesToAgents: ["generalist"] });
    await send("before-tool.agent");
    const result = JSON.stringify({ response: `Done.\nKNOWLEDGE_APPLIED:${lesson}` });
    await send("after-tool.agent", { tool_response: { llmContent: [], returnDisplay: { result } } });
    expect(await dataOf(ws, "receipt-recorded")).toMatchObject([
      { lesson, kind: "applied", role: "generalist" },
    ]);
  });

  it("the answer of an agent in Gemini CLI is read from any field of its result", () => {
    const event = geminiEvent.parse(
      recordedPayload("gemini", "after-tool.agent", "/project", { session_id: "this" }),
    );
    const answer = { kind: "answer", run: "this:generalist", text: "Explored. KNOWLEDGE_APPLIED:abc" };
    expect(momentsOf(event)).toMatchObject([{ kind: "after-tool", use: { tool: "Agent" } }, answer]);
  });

  it("Gemini CLI is asked once about a critical lesson, and the next turn is not a prompt", async () => {
    const { ws, send } = await session();
    const { lesson } = await addDirective(ws, { priority: "critical" });
    await send("session-start");
    const asked = await send("after-agent");
    expect(asked).toMatchObject({ decision: "deny", reason: expect.stringContaining("must not stay open") });
    const briefs = (await dataOf(ws, "brief-made")).length;
    expect(await send("before-agent.go-on", { prompt: asked?.reason })).toBeUndefined();
    expect(await dataOf(ws, "brief-made")).toHaveLength(briefs);
    expect(
      await send("after-agent.again", { prompt_response: `KNOWLEDGE_APPLIED:${lesson}` }),
    ).toBeUndefined();
  });

  it("an acknowledgement that Gemini CLI repeats in the turn that was asked for is counted once", async () => {
    const { ws, send } = await session();
    const { lesson } = await addDirective(ws);
    const { lesson: open } = await addDirective(ws, {
      text: "Name every file that you changed",
      priority: "critical",
    });
    await send("session-start");
    const first = `Done.\nKNOWLEDGE_APPLIED:${lesson}`;
    expect(await send("after-agent", { prompt_response: first })).toMatchObject({ decision: "deny" });
    const second = `${first}\nKNOWLEDGE_N_A:${open} reason=nothing changed`;
    await send("after-agent.again", { prompt_response: second });
    expect((await dataOf(ws, "receipt-recorded")).map((receipt) => [receipt.lesson, receipt.kind])).toEqual([
      [lesson, "applied"],
      [open, "unacknowledged"],
      [open, "n_a"],
    ]);
  });

  it("an event of Gemini CLI that differs from the recordings is noted as a loss", async () => {
    const { ws, send } = await session();
    expect(await send("before-tool.shell", { tool_name: 7 })).toBeUndefined();
    expect((await ws.doctor()).checks.find(({ name }) => name === "losses")?.detail).toContain("BeforeTool");
  });
});
