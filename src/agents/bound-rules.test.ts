import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataOf, hostSession } from "../../tests/support/host-session.js";
import { documentedPayload, recordedPayload } from "../../tests/support/recorded-payload.js";
import { claudeCodeHost } from "./claude-code/host.js";
import { codexHost } from "./codex/host.js";
import { cursorHost } from "./cursor/host.js";
import { geminiHost } from "./gemini/host.js";
import { opencodeHost } from "./opencode/host.js";

const replay = { applied: 0, broken: 0, sessions: 0, looked: 0 };

interface Answer {
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly additionalContext?: string;
  };
  readonly reason?: string;
}

/** A session of Claude Code in a project with these rules. */
async function session(...checks: readonly object[]) {
  const opened = await hostSession<Answer>(claudeCodeHost(), "claude-code", {
    usual: { session_id: "s1" },
    entry: "cli",
  });
  const { ws } = opened;
  mkdirSync(join(ws.folder, ".git"));
  writeFileSync(join(ws.folder, ".git/HEAD"), "ref: refs/heads/main\n");
  const bind = (check: object, more: object = {}) =>
    ws.rules.bind({
      file: "CLAUDE.md",
      line: 8,
      text: "The rule",
      check: JSON.stringify(check),
      replay,
      ...more,
    });
  for (const check of checks) await bind(check);
  let calls = 0;
  const send = (name: string, fields: Readonly<Record<string, unknown>> = {}) =>
    opened.send(name, { cwd: ws.folder, ...fields });
  const before = async (name: string, tool_input: object) => {
    calls += 1;
    const output = (await send(`pre-tool-use.${name}`, { tool_use_id: `t${calls}`, tool_input }))
      ?.hookSpecificOutput;
    return {
      decision: output?.permissionDecision ?? "allow",
      reason: output?.permissionDecisionReason ?? "",
    };
  };
  const after = async (name: string, tool_input: object) =>
    (await send(`post-tool-use.${name}`, { tool_use_id: `t${calls}`, tool_input }))?.hookSpecificOutput
      ?.additionalContext ?? "";
  const path = (file: string) => join(ws.folder, file);
  const put = (file: string, text: string) => {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
  };
  const ask = (command: string) => before("bash", { command });
  return {
    ws,
    bind,
    send,
    put,
    ask,
    /** A command that is asked about and, if it may, runs. */
    run: async (command: string) => {
      const { decision } = await ask(command);
      if (decision === "allow") await after("bash", { command });
      return decision;
    },
    write: (file: string, content: string) => before("write", { file_path: path(file), content }),
    edit: async (file: string, old_string = "a", new_string = "b") => {
      const input = { file_path: path(file), old_string, new_string };
      const answer = await before("edit", input);
      return { ...answer, told: answer.decision === "deny" ? "" : await after("edit", input) };
    },
    read: (file: string) =>
      before("read", { file_path: path(file) }).then(() => after("read", { file_path: path(file) })),
    prompt: (text: string) => send("user-prompt-submit", { prompt: text }),
    stop: (active = false) => {
      calls += 1;
      return send("stop", { stop_hook_active: active, last_assistant_message: `Done ${calls}.` });
    },
    guarded: async () => (await dataOf(ws, "call-guarded")).map(({ decision }) => decision),
  };
}

describe("a rule that binds", () => {
  it.each([
    [{ never: { run: "git push --force" } }, "git push --force origin x", "git push"],
    [{ never: { run: "* --no-verify" } }, "git commit --no-verify -m x", "git commit -m x"],
    [{ never: { run: "git push", branch: ["main"] } }, "git push", "git push origin topic"],
    [{ never: { run: "npm" }, instead: "pnpm" }, "npm install", "pnpm install"],
    [{ never: { write: "src/generated/**" } }, "echo x > src/generated/a.ts", "echo x > src/a.ts"],
    [{ commit: { like: "conventional" } }, 'git commit -m "Add it"', 'git commit -m "feat: add it"'],
    [
      { newFile: { match: "**/*plan*.md", in: "docs/plans/**" } },
      "echo x > plan.md",
      "echo x > docs/plans/plan.md",
    ],
    [{ prefix: "mise exec --", for: ["ruby"] }, "ruby x.rb", "mise exec -- ruby x.rb"],
  ])("as %j stops %j and lets %j go", async (check, broken, kept) => {
    const { ask } = await session(check);
    const { decision, reason } = await ask(broken);
    expect(decision).toBe("deny");
    expect(reason).toContain('CLAUDE.md:8: "The rule"');
    expect(await ask(kept)).toEqual({ decision: "allow", reason: "" });
  });

  it("names the file, the line, the rule and the way out, and each denial is on record with the rule", async () => {
    const { ws, ask, bind } = await session();
    const { rule } = (await bind({ never: { run: "npm" }, instead: "pnpm" }, { text: "Use pnpm, not npm." }))
      .rule;
    expect((await ask("npm install")).reason).toBe(
      'Blocked by a lesson of this project: CLAUDE.md:8: "Use pnpm, not npm" (npm install). Use `pnpm` instead.',
    );
    expect(await dataOf(ws, "call-guarded")).toMatchObject([
      { decision: "denied", lessons: [], rules: [rule], tool: "Bash", call: "npm install", phase: "s1" },
    ]);
  });

  it("looks at what an edit adds to the file, not at what stood there", async () => {
    const { write, edit, put } = await session({ never: { text: "console.log" } });
    put("src/a.ts", "console.log(1);\nconst a = 1;\n");
    expect((await edit("src/a.ts", "const a = 1;", "const a = 2;")).decision).toBe("allow");
    expect((await write("src/a.ts", "console.log(1);\nconst a = 2;\n")).decision).toBe("allow");
    expect((await edit("src/a.ts", "const a = 1;", "console.log(2);")).decision).toBe("deny");
    expect((await write("src/b.ts", "console.log(2);\n")).decision).toBe("deny");
  });

  it("stops a write where it may not be, and a new file of the wrong name, but no change of an old one", async () => {
    const { write, edit, put } = await session(
      { never: { write: "src/generated/**" } },
      { newFile: { match: "src/**", case: "kebab" } },
    );
    put("src/OldName.ts", "a\n");
    expect((await write("src/generated/a.ts", "x")).decision).toBe("deny");
    expect((await write("src/NewName.ts", "x")).reason).toContain("Name it in kebab case.");
    expect((await write("src/new-name.ts", "x")).decision).toBe("allow");
    expect((await edit("src/OldName.ts")).decision).toBe("allow");
  });

  it("warns of a file that becomes too long, behind the call, and not of one that becomes shorter", async () => {
    const { edit, put, guarded } = await session({ limit: { lines: 3, in: "src/**" } });
    put("src/a.ts", "a\n2\n3\n");
    expect((await edit("src/a.ts", "a", "b")).told).toBe("");
    expect((await edit("src/a.ts", "a", "a\nb")).told).toContain('CLAUDE.md:8: "The rule" (src/a.ts)');
    put("src/b.ts", "1\n2\n3\n4\na\n");
    expect((await edit("src/b.ts", "4\na", "4")).told).toBe("");
    expect(await guarded()).toEqual(["warned"]);
  });

  it("stops a commit until the step was done after the last edit, whatever came in between", async () => {
    const { run, edit, send, ask } = await session({
      before: { run: "git commit" },
      ran: "npm test",
      since: "edit",
    });
    await send("session-start");
    expect(await run("git commit -m x")).toBe("allow");
    await edit("src/a.ts");
    const { decision, reason } = await ask("git commit -m x");
    expect(decision).toBe("deny");
    expect(reason).toMatch(/Run `npm test` first: last edit \d\d:\d\d UTC, not done since\./);
    await run("npm test");
    await send("session-start", { source: "compact" });
    expect(await run("git commit -m x")).toBe("allow");
    await run("sed -i s/a/b/ src/a.ts");
    await send("session-start", { source: "resume" });
    expect(await run("git commit -m x")).toBe("deny");
    expect(await run("npm test && git commit -m x")).toBe("allow");
  });

  it("counts edits and steps by the repository they are in", async () => {
    const { run, edit, send, ask, put } = await session({
      before: { run: "git commit" },
      ran: "npm test",
      since: "edit",
    });
    await send("session-start");
    put("other/.git/HEAD", "ref: refs/heads/main\n");
    await edit("other/src/a.ts");
    expect((await ask("git commit -m x")).decision).toBe("allow");
    await run("npm test");
    expect((await ask("cd other && git commit -m x")).decision).toBe("deny");
    await run("cd other && npm test");
    expect((await ask("git -C other commit -m x")).decision).toBe("allow");
  });

  it("counts what a sub-agent edits and runs for the session that it works in", async () => {
    const { run, send, ask, ws } = await session({
      before: { run: "git commit" },
      ran: "npm test",
      since: "edit",
    });
    await send("session-start");
    const agent = { agent_id: "a1", agent_type: "coder" };
    const file_path = join(ws.folder, "src/a.ts");
    const tool_input = { file_path, old_string: "a", new_string: "b" };
    await send("post-tool-use.edit", { ...agent, tool_use_id: "x1", tool_input });
    expect((await ask("git commit -m x")).decision).toBe("deny");
    await send("post-tool-use.bash", { ...agent, tool_use_id: "x2", tool_input: { command: "npm test" } });
    expect(await run("git commit -m x")).toBe("allow");
  });

  it("takes no edit by the very command that it asks for as an edit after it", async () => {
    const { run, edit, send } = await session({
      before: { run: "git commit" },
      ran: "prettier --write src/a.ts",
      since: "edit",
    });
    await send("session-start");
    await edit("src/a.ts");
    expect(await run("prettier --write src/a.ts")).toBe("allow");
    expect(await run("git commit -m x")).toBe("allow");
  });

  it("holds nothing against a session that came before it was bound, and asks where it was not seen", async () => {
    const { ask, edit, send, bind, run } = await session({ never: { run: "curl" } });
    await send("session-start");
    await edit("src/a.ts");
    await bind({ before: { run: "git commit" }, ran: "npm test", since: "edit" });
    expect((await ask("git commit -m x")).decision).toBe("allow");
    await edit("src/a.ts");
    expect(await run("git commit -m x")).toBe("deny");
    await bind({ before: { run: "npm publish" }, read: "docs/RELEASE.md" });
    const { decision, reason } = await ask("npm publish");
    expect(decision).toBe("ask");
    expect(reason).toContain("Whether this call keeps it was not seen.");
  });

  it("asks for a file that was to be read first, once in a session", async () => {
    const { run, read, send, put } = await session({
      before: { run: "npm publish" },
      read: "docs/RELEASE.md",
    });
    put("docs/RELEASE.md", "Slowly.\n");
    await send("session-start");
    expect(await run("npm publish")).toBe("deny");
    await read("docs/RELEASE.md");
    expect(await run("npm publish")).toBe("allow");
  });

  it("becomes a question to the person after three denials of a step in a row, and tells the agent to stop trying", async () => {
    const { ask, edit, send, run } = await session({
      before: { run: "git commit" },
      ran: "npm test",
      since: "edit",
    });
    await send("session-start");
    await edit("src/a.ts");
    const said = [];
    for (let n = 0; n < 4; n += 1) said.push(await ask("git commit -m x"));
    expect(said.map(({ decision }) => decision)).toEqual(["deny", "deny", "deny", "ask"]);
    expect(said[3]?.reason).toContain("'whetstone rules unbind CLAUDE.md:8'");
    await run("npm test");
    await edit("src/a.ts");
    expect((await ask("git commit -m x")).decision).toBe("deny");
  });

  it("never lets go of what must not be run, however often it is tried", async () => {
    const { ask } = await session({ never: { run: "git push --force" } });
    const said = [];
    for (let n = 0; n < 6; n += 1) said.push((await ask("git push --force")).decision);
    expect(said).toEqual(Array(6).fill("deny"));
    expect((await ask("git push --force")).reason).toContain("tell the person you work for");
  });

  it("needs its person after three denials in a row, until that person decides again", async () => {
    const { ws, ask, bind } = await session();
    const { rule } = (await bind({ never: { run: "curl" } })).rule;
    const waiting = async () => (await ws.today()).needs.filter(({ kind }) => kind === "rule");
    for (let n = 0; n < 2; n += 1) await ask("curl x");
    expect(await waiting()).toEqual([]);
    await ask("curl y");
    expect(await waiting()).toMatchObject([{ id: rule, why: expect.stringContaining("Bash curl y") }]);
    await ws.rules.unbind({ rule });
    expect(await waiting()).toEqual([]);
  });

  it("speaks once at the end of a turn, and again after another edit", async () => {
    const { edit, send, stop, run, prompt } = await session({
      before: "stop",
      ran: "npm test",
      since: "edit",
    });
    await send("session-start");
    await prompt("Go on");
    expect(await stop()).toBeUndefined();
    await edit("src/a.ts");
    expect((await stop())?.reason).toContain("Run `npm test` first: last edit");
    expect(await stop(true)).toBeUndefined();
    await prompt("And the next");
    expect(await stop()).toBeUndefined();
    await edit("src/a.ts");
    await run("npm test");
    expect(await stop()).toBeUndefined();
    await edit("src/a.ts");
    expect((await stop())?.reason).toContain('CLAUDE.md:8: "The rule"');
  });

  it("is put to the person in the turn in which that person asked for it, and only there", async () => {
    const { ws, ask, prompt } = await session({ never: { run: "git push --force" } });
    await prompt("The branch is mine: git push --force it.");
    expect((await ask("git push --force")).decision).toBe("ask");
    await prompt("Thanks. Now the docs.");
    expect((await ask("git push --force")).decision).toBe("deny");
    expect(await dataOf(ws, "rule-overruled")).toMatchObject([
      { text: expect.stringContaining("git push --force") },
    ]);
  });

  it("as one that always holds is not set aside by a prompt, nor by an agent that says so", async () => {
    const { ws, ask, prompt, bind } = await session();
    const { rule } = (await bind({ never: { run: "git push --force" } }, { always: true })).rule;
    await prompt("The branch is mine: git push --force it.");
    expect((await ask("git push --force")).decision).toBe("deny");
    const agent = ws.as({ actor: "coder", origin: "agent:coder", witness: undefined });
    const call = { tool: "Bash", command: "git push --force", overruled: [rule] };
    expect((await agent.checkTool(call)).decision).toBe("deny");
  });

  it("is only counted while it is watched, and lets everything go once it is unbound", async () => {
    const { ws, ask, guarded } = await session();
    const stated = { file: "CLAUDE.md", line: 8, text: "The rule", check: '{"never":{"run":"curl"}}' };
    await ws.rules.watch(stated);
    expect(await ask("curl x")).toEqual({ decision: "allow", reason: "" });
    expect(await guarded()).toEqual(["watched"]);
    await ws.rules.unbind({ rule: "CLAUDE.md:8" });
    expect((await ask("curl x")).decision).toBe("allow");
    expect(await guarded()).toEqual(["watched"]);
  });

  it.each([
    "env -u CLAUDECODE whetstone rules unbind CLAUDE.md:8 --by ada",
    "CLAUDECODE= npx whetstone rules wrong CLAUDE.md:8 --by ada",
    "bash -c 'unset CLAUDECODE; wst rules watch CLAUDE.md:8 --by ada'",
  ])("is let go by no agent that says to be a person: %s", async (command) => {
    const { ask, run } = await session({ never: { run: "curl" } });
    const { decision, reason } = await ask(command);
    expect(decision).toBe("deny");
    expect(reason).toContain("Only a person decides which rules bind");
    expect(await run("whetstone rules decided")).toBe("allow");
    expect(await run("whetstone rules unbind --help")).toBe("allow");
    expect(await run("git commit -m 'Tell of whetstone rules unbind'")).toBe("allow");
  });

  it("asks or warns where it was bound so", async () => {
    const { ask, bind, guarded } = await session();
    await bind({ never: { run: "curl" } }, { onBreach: "ask" });
    await bind({ never: { run: "wget" } }, { onBreach: "warn" });
    expect((await ask("curl x")).decision).toBe("ask");
    expect((await ask("wget x")).decision).toBe("allow");
    expect(await guarded()).toEqual(["asked", "warned"]);
  });
});

it.each([
  [codexHost(), "codex", "pre-tool-use.bash", { tool_input: { command: "curl x" } }],
  [geminiHost(), "gemini", "before-tool.shell", { tool_input: { command: "curl x" } }],
  [opencodeHost(), "opencode", "tool-execute-before.bash", { output: { args: { command: "curl x" } } }],
  [cursorHost(), "cursor", "pre-tool-use.shell", { tool_input: { command: "curl x" } }],
] as const)(
  "a rule that binds holds in a session of another agent: %#",
  async (host, folder, name, fields) => {
    const payloadOf = folder === "cursor" ? documentedPayload : recordedPayload;
    const { ws, send } = await hostSession<object>(host, folder, { payloadOf });
    const check = '{"never":{"run":"curl"}}';
    await ws.rules.bind({ file: "AGENTS.md", line: 3, text: "Never run curl", check, replay });
    expect(JSON.stringify(await send(name, fields))).toContain('AGENTS.md:3: \\"Never run curl\\" (curl x)');
  },
);
