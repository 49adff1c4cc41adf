import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addDirective, dataOf, hostSession } from "../../tests/support/host-session.js";
import { recordedPayload } from "../../tests/support/recorded-payload.js";
import { hostSpeaker } from "../verbs/call/speaker.js";
import { claudeCodeHost } from "./claude-code/host.js";

const rule = {
  text: "Run the checks before you finish",
  requiredActions: ["npm run check"],
  verificationChecks: ["npm run check was run"],
  priority: "critical",
} as const;

async function watched() {
  const { ws, send } = await hostSession<Record<string, unknown>>(claudeCodeHost(), "claude-code", {
    usual: { session_id: "s1" },
  });
  mkdirSync(join(ws.folder, ".git"));
  const { lesson } = await addDirective(ws, rule);
  const id = lesson.replace(/^directive-/, "").slice(0, 8);
  let calls = 0;
  const call = (name: string, input: Record<string, unknown>) => {
    calls += 1;
    return send(name, { tool_use_id: `t${calls}`, cwd: ws.folder, tool_input: input });
  };
  const bash = (command: string) => call("post-tool-use.bash", { command });
  const edit = (file: string) => call("post-tool-use.edit", { file_path: file });
  const stop = (words = `KNOWLEDGE_APPLIED:${id}`) =>
    send("stop", { stop_hook_active: false, last_assistant_message: `Done ${calls}.\n${words}` });
  const gate = () => ws.gate({ phase: "s1", ends: false });
  const noted = async () => (await dataOf(ws, "work-noted")).map(({ noted: each }) => each);
  return { ws, send, bash, edit, stop, gate, noted, id };
}

describe("a command that a rule requires", () => {
  it("a required command that no hook saw is asked for, whatever the agent says, with the command and the time", async () => {
    const { ws, send, bash, edit, stop, gate } = await watched();
    await send("session-start");
    await edit(join(ws.folder, "src/a.ts"));
    const asked = JSON.stringify(await stop());
    expect(asked).toContain(rule.text);
    expect(asked).toMatch(/`npm run check` was not run since the edit at \d\d:\d\d UTC/);
    expect(await gate()).toMatchObject({ passed: false, blocks: [{ reason: "not_run" }] });
    await bash(`cd ${ws.folder} && npm run check`);
    expect((await gate()).passed).toBe(true);
    await edit(join(ws.folder, "src/a.ts"));
    expect((await gate()).passed).toBe(false);
  });

  it("a required command is not taken at the agent's word in a session without an edit either", async () => {
    const { send, stop, gate, id } = await watched();
    await send("session-start");
    expect(JSON.stringify(await stop())).toContain("`npm run check` was not run in this session");
    await stop(`KNOWLEDGE_N_A:${id} reason=nothing was changed`);
    expect((await gate()).passed).toBe(true);
  });

  it("a required command is noted only when that changes what is known", async () => {
    const { ws, send, bash, edit, noted } = await watched();
    await send("session-start");
    for (const file of ["a.ts", "b.ts"]) await edit(join(ws.folder, file));
    for (let n = 0; n < 3; n += 1) await bash("npm run check");
    await bash("ls");
    await bash("git checkout -- a.ts");
    await bash("echo x > /tmp/elsewhere.txt");
    expect(await noted()).toEqual(["began", "edited", "ran"]);
    await bash("sed -i s/a/b/ a.ts");
    expect(await noted()).toEqual(["began", "edited", "ran", "edited"]);
  });

  it("a required command is still known to have run after the server was started again", async () => {
    const { ws, send, bash, edit, stop, gate } = await watched();
    await send("session-start");
    await edit(join(ws.folder, "a.ts"));
    await bash("npm run check");
    await stop();
    const host = claudeCodeHost();
    const again = { hook_event_name: "SessionStart", source: "resume", session_id: "s1", cwd: ws.folder };
    await host.handle(again, async () => ws.as(hostSpeaker("claude-code")));
    expect((await gate()).passed).toBe(true);
  });

  it("a required command of a project without such a rule leaves no trace of any call", async () => {
    const { ws, send } = await hostSession(claudeCodeHost(), "claude-code");
    await send("session-start");
    await send("post-tool-use.edit");
    expect(await dataOf(ws, "work-noted")).toEqual([]);
  });

  it("a required command cannot be vouched for by the agent itself", async () => {
    const { ws } = await watched();
    const agent = ws.as({ actor: "coder", origin: "agent:coder", witness: undefined });
    const seen = { session: "s1", seen: "call", folder: ws.folder, command: "npm run check" } as const;
    expect(await agent.noteWork({ ...seen, tool: "Bash" })).toEqual({ noted: [] });
    expect(await dataOf(ws, "work-noted")).toEqual([]);
  });

  it("a required command is not asked for where calls were missed since the edit", async () => {
    const { ws, send, edit, gate, noted } = await watched();
    await send("session-start");
    await edit(join(ws.folder, "a.ts"));
    expect(await ws.gate({ phase: "s1", ends: false })).toMatchObject({ passed: false });
    const read = recordedPayload("claude-code", "pre-tool-use.read", ws.folder, { session_id: "s1" });
    const diagnostics = { postFault: () => undefined, missedPosts: () => "no server ran for a while" };
    // A new server, whose first event of the session stands in its middle.
    await claudeCodeHost().handle(read, async () => ws.as(hostSpeaker("claude-code")), diagnostics);
    expect(await noted()).toEqual(["began", "edited", "unseen"]);
    expect((await gate()).blocks.map(({ reason }) => reason)).not.toContain("not_run");
  });
});
