import { describe, expect, it } from "vitest";
import {
  addDirective,
  dataOf,
  hostSession,
  recordingsOf,
  vouchForFailure,
} from "../../../tests/support/host-session.js";
import { documentedPayload } from "../../../tests/support/recorded-payload.js";
import { cursorHost } from "./host.js";
import { cursorEvent } from "./payload.js";

interface Output {
  readonly permission?: string;
  readonly agent_message?: string;
  readonly additional_context?: string;
  readonly followup_message?: string;
  readonly continue?: boolean;
}

/** Two chats do where people wait for more. */
const soon = ["reflection.startFailures=2"];
const session = () =>
  hostSession<Output>(cursorHost(), "cursor", { payloadOf: documentedPayload, set: soon });

describe("the documented payloads of Cursor", () => {
  it.each(recordingsOf("cursor", "documented"))("the documented payload %s of Cursor is accepted", (name) => {
    expect(cursorEvent.safeParse(documentedPayload("cursor", name, "/project"))).toMatchObject({
      success: true,
    });
  });
});

describe("Cursor, by its documentation", () => {
  it("a tool that failed in two chats of Cursor is a lesson in the next", async () => {
    const { ws, send } = await session();
    await send("session-start");
    await send("post-tool-use.shell");
    await send("post-tool-use-failure.shell", { tool_use_id: "1" });
    await send("post-tool-use-failure.shell", { tool_use_id: "2" });
    await send("session-end");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "partial", errorCount: 2 }]);
    await send("post-tool-use-failure.shell", { conversation_id: "another", tool_use_id: "3" });
    await vouchForFailure(ws);
    const next = await send("session-start", { conversation_id: "next" });
    expect(next?.additional_context).toContain("frobnicate: command not found");
  });

  it("the exit code in a shell result of Cursor marks a failure", async () => {
    const { ws, send } = await session();
    const tool_output = JSON.stringify({ exitCode: 127, stderr: "bash: frobnicate: command not found" });
    await send("post-tool-use.shell", { tool_output });
    expect(await dataOf(ws, "reflection-recorded")).toMatchObject([{ tool: "Bash", by: "host" }]);
  });

  it("a forbidden command in Cursor is denied with the reason, and the denial is not a failure", async () => {
    const { ws, send } = await session();
    await addDirective(ws, { enforcement: "enforce" });
    const output = await send("pre-tool-use.shell", { tool_input: { command: "git push" } });
    expect(output).toMatchObject({
      permission: "deny",
      agent_message: expect.stringContaining("Never push"),
    });
    expect(await send("pre-tool-use.shell")).toEqual({});
    await send("post-tool-use-failure.denied");
    expect(await dataOf(ws, "reflection-recorded")).toEqual([]);
  });

  it.each(["Edit(generated/**)", "Write(generated/**)"])(
    "a write in Cursor is denied by a lesson that forbids %s",
    async (forbidden) => {
      const { ws, send } = await session();
      const text = "Never change generated files by hand";
      await addDirective(ws, { text, forbiddenActions: [forbidden], enforcement: "enforce" });
      expect(await send("pre-tool-use.write")).toMatchObject({ permission: "deny" });
    },
  );

  it("Cursor gets the brief of a prompt once, after the first tool, and no prompt is stopped", async () => {
    const { ws, send } = await session();
    await addDirective(ws);
    expect(await send("before-submit-prompt")).toEqual({ continue: true });
    expect((await send("post-tool-use.shell"))?.additional_context).toContain("Never push");
    expect(await send("post-tool-use.shell")).toEqual({});
  });

  it("Cursor is asked for one more turn only while the acknowledgement is missing", async () => {
    const { ws, send } = await session();
    const { lesson } = await addDirective(ws, { priority: "critical" });
    await send("session-start");
    await send("after-agent-response");
    const asked = await send("stop");
    expect(asked?.followup_message).toContain("must not stay open");
    await send("before-submit-prompt", { prompt: asked?.followup_message });
    await send("after-agent-response", { text: `Done.\nKNOWLEDGE_APPLIED:${lesson}` });
    expect(await send("stop", { loop_count: 1 })).toEqual({});
    expect(await dataOf(ws, "receipt-recorded")).toContainEqual(
      expect.objectContaining({ lesson, kind: "applied" }),
    );
  });

  it("an event of Cursor with missing fields gets an empty answer", async () => {
    const { send } = await session();
    expect(await send("stop", { conversation_id: undefined })).toEqual({});
    expect(await send("post-tool-use.shell", { tool_output: undefined, tool_input: undefined })).toEqual({});
    expect(await send("pre-tool-use.shell", { workspace_roots: undefined })).toEqual({});
  });

  it("an event of Cursor that cannot be read is noted as a loss", async () => {
    const { ws, send } = await session();
    expect(await send("stop", { status: 7 })).toBeUndefined();
    expect((await ws.doctor()).checks.find(({ name }) => name === "losses")?.detail).toContain(
      "stop is not as expected: 'status' is missing or has another form",
    );
  });

  it("an event of Cursor that is not known is noted by its name, in words", async () => {
    const { ws, send } = await session();
    expect(await send("stop", { hook_event_name: "beforeReadFile" })).toBeUndefined();
    const losses = (await ws.doctor()).checks.find(({ name }) => name === "losses")?.detail;
    expect(losses).toContain("beforeReadFile is no event of this agent that Whetstone knows");
    expect(losses).not.toMatch(/[[\]{}]/);
  });
});
