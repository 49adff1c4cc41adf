import { mkdirSync } from "node:fs";
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
import { pluginHost } from "../agent.js";
import { claudeCodeHost } from "../claude-code/host.js";
import { codexHost } from "./host.js";
import { codexEvent } from "./payload.js";

interface Output {
  readonly decision?: string;
  readonly hookSpecificOutput?: Readonly<Record<string, string>>;
}

const contextOf = (output: Output | undefined) => output?.hookSpecificOutput?.additionalContext ?? "";
/** Two sessions do where people wait for more. */
const soon = ["reflection.startFailures=2"];
const session = () => hostSession<Output>(codexHost(), "codex", { set: soon });

describe("the payloads of Codex", () => {
  it.each(recordingsOf("codex"))("the recorded payload %s of Codex is accepted", (name) => {
    expect(codexEvent.safeParse(recordedPayload("codex", name, "/project"))).toMatchObject({ success: true });
  });

  it.each(recordingsOf("codex"))("the plugin recognises %s as a payload of Codex", async (name) => {
    const named = (host: string) => ({ name: host, handle: async () => ({ status: 200, body: host }) });
    const either = pluginHost({ claudeCode: named("claude-code"), codex: named("codex") });
    const never = () => Promise.reject(new Error("not opened"));
    expect(await either.handle(recordedPayload("codex", name, "/project"), never)).toMatchObject({
      body: "codex",
    });
  });
});

describe("Codex", () => {
  it("a failed call of Codex is recognised by its output, since there is no exit code", async () => {
    const { ws, send } = await session();
    await send("session-start");
    await send("post-tool-use.bash");
    await send("post-tool-use.bash.failed", { tool_use_id: "1" });
    await send("post-tool-use.bash.failed", { tool_use_id: "2" });
    await send("session-end");
    expect(await dataOf(ws, "outcome-recorded")).toMatchObject([{ result: "partial", errorCount: 2 }]);
    await send("post-tool-use.bash.failed", { session_id: "another", tool_use_id: "3" });
    await vouchForFailure(ws);
    expect(contextOf(await send("session-start", { session_id: "next" }))).toContain(
      "frobnicate: command not found",
    );
  });

  it("a denial for Codex has only fields that Codex accepts", async () => {
    const { ws, send } = await session();
    await addDirective(ws, { enforcement: "enforce" });
    const output = await send("pre-tool-use.bash", { tool_input: { command: "git push" } });
    expect(Object.keys(output?.hookSpecificOutput ?? {}).sort()).toEqual([
      "hookEventName",
      "permissionDecision",
      "permissionDecisionReason",
    ]);
    expect(output?.hookSpecificOutput?.permissionDecision).toBe("deny");
  });

  it("a lesson about Edit stops a patch on a command line of Codex", async () => {
    const { ws, send } = await session();
    const protectedFile = {
      text: "Never edit b.txt by hand in this project",
      forbiddenActions: ["Edit(*.txt)"],
    };
    await addDirective(ws, { ...protectedFile, enforcement: "enforce" });
    expect((await send("pre-tool-use.patch"))?.hookSpecificOutput?.permissionDecision).toBe("deny");
  });

  it("a patch on a command line counts as an edit, and its warning comes with it: nothing tells that it has ended", async () => {
    const { ws, send } = await session();
    const bind = (line: number, check: object, onBreach: "deny" | "warn" = "deny") => {
      const replay = { applied: 0, broken: 0, sessions: 0, looked: 0 };
      const stated = { file: "AGENTS.md", line, text: "A rule", check: JSON.stringify(check) };
      return ws.rules.bind({ ...stated, onBreach, replay });
    };
    mkdirSync(join(ws.folder, ".git"));
    await bind(1, { before: { run: "git commit" }, ran: "npm test", since: "edit" });
    await bind(2, { newFile: { match: "*.txt", in: "docs/**" } }, "warn");
    await send("session-start");
    const cwd = ws.folder;
    expect(contextOf(await send("pre-tool-use.patch", { cwd }))).toContain('AGENTS.md:2: "A rule"');
    const commit = { cwd, tool_input: { command: "git commit -m x" }, tool_use_id: "another" };
    const denied = (await send("pre-tool-use.bash", commit))?.hookSpecificOutput;
    expect(denied?.permissionDecisionReason).toContain("Run `npm test` first");
  });

  it("a patch of more files than are checked is stopped where a path is forbidden", async () => {
    const { ws, send } = await session();
    const protectedFile = {
      text: "Never edit b.txt by hand in this project",
      forbiddenActions: ["Edit(b.txt)"],
    };
    await addDirective(ws, { ...protectedFile, enforcement: "enforce" });
    const patch = async (count: number) => {
      const files = Array.from({ length: count }, (_, at) => `*** Add File: a${at}.ts\n+x\n`).join("");
      const command = `apply_patch <<'EOF'\n*** Begin Patch\n${files}*** End Patch\nEOF`;
      return (await send("pre-tool-use.patch", { tool_input: { command } }))?.hookSpecificOutput;
    };
    expect((await patch(501))?.permissionDecisionReason).toContain("more files than can be checked");
    expect(await patch(500)).toBeUndefined();
  });

  it("an agent in Codex gets its brief when it starts, and not again at its first prompt", async () => {
    const { ws, send } = await session();
    await addDirective(ws, { appliesToAgents: ["default"] });
    expect(contextOf(await send("subagent-start"))).toContain("Never push");
    expect(await send("user-prompt-submit.subagent")).toBeUndefined();
    expect(await send("user-prompt-submit")).toBeUndefined();
  });

  it("the plugin reads payloads of Codex and of Claude Code each in its own way", async () => {
    const either = pluginHost({ claudeCode: claudeCodeHost(), codex: codexHost() });
    const { ws, send } = await hostSession<Output>(either, "codex");
    await send("post-tool-use.bash.failed");
    const claude = recordedPayload("claude-code", "post-tool-use-failure.bash", ws.folder);
    await either.handle(claude, async () => ws);
    expect((await dataOf(ws, "reflection-recorded")).map(({ by }) => by)).toEqual(["text", "host"]);
  });
});

it("an agent in Codex gets the insight of the last agent of its role", async () => {
  const { send } = await session();
  const noticed = {
    agent_type: "judge",
    last_assistant_message:
      "## Accumulated Patterns\n\n- A retry must never run before the lock is released.",
  };
  await send("subagent-stop", { ...noticed, agent_id: "a1" });
  const output = await send("subagent-start", { agent_type: "judge", agent_id: "a2" });
  expect(contextOf(output)).toContain("A retry must never run before the lock is released.");
});
