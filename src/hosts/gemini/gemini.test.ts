import { describe, expect, it } from "vitest";
import { addDirective, dataOf, hostSession, recordingsOf } from "../../../tests/support/host-session.js";
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
const session = () => hostSession<Output>(geminiHost(), "gemini", { usual: { session_id: "this" } });

describe("what Gemini CLI sends", () => {
  it.each(recordingsOf("gemini"))("is understood: %s", (name) => {
    expect(geminiEvent.safeParse(recordedPayload("gemini", name, "/project"))).toMatchObject({
      success: true,
    });
  });
});

describe("Gemini CLI", () => {
  it("says how a shell ended in the text for the model, and that is enough to learn from", async () => {
    const { ws, send } = await session();
    await send("session-start");
    await send("after-tool.shell");
    await send("after-tool.shell.failed", { timestamp: "1" });
    await send("after-tool.shell.failed", { timestamp: "2" });
    await send("session-end");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "partial", errorCount: 2 }]);
    expect((await dataOf(ws, "reflection-recorded"))[0]).toMatchObject({ tool: "Bash", by: "host" });
    expect(contextOf(await send("session-start", { session_id: "next" }))).toContain(
      "frobnicate: command not found",
    );
  });

  it("counts a call once, though two installations tell of it", async () => {
    const { ws, send } = await session();
    await send("after-tool.shell.failed");
    await send("after-tool.shell.failed");
    expect(await dataOf(ws, "reflection-recorded")).toHaveLength(1);
  });

  it.each([
    ["after-tool.replace.failed", "Edit"],
    ["after-tool.read.failed", "Read"],
    ["after-tool.mcp.failed", "mcp__probe__fail"],
  ])("tells of a failed call by its error: %s", async (name, tool) => {
    const { ws, send } = await session();
    await send("after-tool.write");
    await send(name);
    await send("session-end");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([
      { result: "partial", filesTouched: ["a.txt"] },
    ]);
    expect((await dataOf(ws, "reflection-recorded")).every((each) => each.tool === tool)).toBe(true);
  });

  it("is denied a command with the reason, and is never asked to ask", async () => {
    const { ws, send } = await session();
    await addDirective(ws, { enforcement: "enforce" });
    const output = await send("before-tool.shell", { tool_input: { command: "git push" } });
    expect(output).toEqual({ decision: "deny", reason: expect.stringContaining("Never push") });
    expect(await send("before-tool.shell")).toBeUndefined();
  });

  it("is denied an edit and a new file by the names that lessons use", async () => {
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

  it("asks for what the person said, not for what hooks put before it", () => {
    const event = geminiEvent.parse(recordedPayload("gemini", "before-agent.with-context", "/project"));
    expect(momentsOf(event)).toMatchObject([{ kind: "prompt", text: "do the task" }]);
  });

  it("gets the brief of an agent that it starts into that agent's prompt, with everything else as it was", async () => {
    const { ws, send } = await session();
    await addDirective(ws, { appliesToAgents: ["generalist"] });
    const input = (await send("before-tool.agent"))?.hookSpecificOutput?.tool_input;
    expect(input).toEqual({
      agent_name: "generalist",
      prompt: expect.stringMatching(/^SUBTASK please\n\n[\s\S]*Never push/),
    });
    expect(await send("before-agent")).toBeUndefined();
  });

  it("starts no agent that a lesson forbids, and nothing counts as shown to it", async () => {
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

  it("takes the word of an agent that it started", async () => {
    const { ws, send } = await session();
    const { lesson } = await addDirective(ws, { appliesToAgents: ["generalist"] });
    await send("before-tool.agent");
    const result = JSON.stringify({ response: `Done.\nKNOWLEDGE_APPLIED:${lesson}` });
    await send("after-tool.agent", { tool_response: { llmContent: [], returnDisplay: { result } } });
    expect(await dataOf(ws, "receipt-recorded")).toMatchObject([
      { lesson, kind: "applied", role: "generalist" },
    ]);
  });

  it("reads what an agent answered, in whatever fields", () => {
    const event = geminiEvent.parse(
      recordedPayload("gemini", "after-tool.agent", "/project", { session_id: "this" }),
    );
    const answer = { kind: "answer", run: "this:generalist", text: "Explored. KNOWLEDGE_APPLIED:abc" };
    expect(momentsOf(event)).toMatchObject([{ kind: "after-tool", use: { tool: "Agent" } }, answer]);
  });

  it("is asked once for its word on a critical lesson, and the turn that follows is nobody's question", async () => {
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

  it("notes an event that is not as it was recorded", async () => {
    const { ws, send } = await session();
    expect(await send("before-tool.shell", { tool_name: 7 })).toBeUndefined();
    expect((await ws.doctor()).checks.find(({ name }) => name === "losses")?.detail).toContain("BeforeTool");
  });
});
