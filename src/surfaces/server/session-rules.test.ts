import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { acceptIn } from "../../../tests/support/accept.js";
import { hostNames, hostServer } from "../../../tests/support/host-calls.js";
import { recordedPayload } from "../../../tests/support/recorded-payload.js";
import { repositoryAt } from "../../../tests/support/repository.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { runHook } from "./hook.js";

/** A project with a rule, and a repository inside of it with another. */
async function nested() {
  const test = await hostServer();
  const { root } = repositoryAt(test.project("one"));
  const inside = join(root, "vendor/lib");
  mkdirSync(join(inside, ".git/refs"), { recursive: true });
  await test.forbid(root, "git push");
  await test.forbid(inside, "git rebase");
  return { ...test, root, inside };
}

/** Every host whose session can be in another folder than where it began; OpenCode names one folder. */
const moving = hostNames.filter((host) => host !== "opencode");

describe.each(moving)("a session of %s that goes into a repository inside of its project", (host) => {
  it("a rule of the project where it began holds there, and so does a rule of that repository", async () => {
    const { session, root, inside } = await nested();
    const { run } = session(host, "s-1", root, { from: root });
    expect(await run("git push")).toContain("Never run git push");
    expect(await run(`cd ${root} && git push`, inside)).toContain("Never run git push");
    expect(await run("git rebase", inside)).toContain("Never run git rebase");
    expect(await run("git rebase")).toBe("");
    expect(await run("git status", inside)).toBe("");
  });

  it("what it does is recorded in the project where it began, and nowhere else", async () => {
    const { session, root, inside, eventsOf } = await nested();
    const { fail, run, ask } = session(host, "s-1", root, { from: root });
    await ask("begin");
    const before = await eventsOf(inside);
    await fail("t-1", inside);
    await fail("t-2", inside);
    await run("git rebase", inside);
    await ask("go on", inside);
    expect((await eventsOf(root)).filter((type) => type === "reflection-recorded")).toHaveLength(2);
    expect(await eventsOf(inside)).toEqual(before);
  });

  it("a call that another project denies is on record where the session began, without that rule", async () => {
    const { session, root, inside, recordsOf } = await nested();
    const { run } = session(host, "s-1", root, { from: root });
    await run("git status");
    await run("git rebase", inside);
    await run("git push", inside);
    const records = (await recordsOf(root)).filter(({ type }) => type === "call-guarded");
    expect(records.at(0)).toMatchObject({
      run: "s-1",
      data: { decision: "denied", lessons: [], elsewhere: true, call: "git rebase" },
    });
    expect(records.at(-1)).toMatchObject({ data: { lessons: [expect.any(String)], call: "git push" } });
    expect(records.at(-1)?.data).not.toHaveProperty("elsewhere");
    expect(JSON.stringify(records[0])).not.toContain("Never run");
  });

  it("a rule of the project where it began holds after a restart of the server", async () => {
    const { session, root, inside, server, home } = await nested();
    await session(host, "s-1", root, { from: root }).run("git status");
    await server.stop();
    const later = await hostServer(home);
    const { run } = later.session(host, "s-1", root);
    expect(await run("git push", inside)).toContain("Never run git push");
    expect(await run("git push", dirname(root))).toContain("Never run git push");
  });

  it("a rule of the project where it began holds when its .git is moved or leads elsewhere", async () => {
    const { session, root, project } = await nested();
    const { run } = session(host, "s-1", root, { from: root });
    expect(await run("git status")).toBe("");
    renameSync(join(root, ".git"), join(root, ".g"));
    expect(await run("git push")).toContain("Never run git push");
    const other = repositoryAt(project("two")).root;
    writeFileSync(join(root, ".git"), `gitdir: ${join(other, ".git")}\n`);
    expect(await run("git push")).toContain("Never run git push");
    expect(await run("git status")).toBe("");
  });
});

describe("the program that agents start as a hook", () => {
  it("it passes on where Claude Code says that the session began, even if its first call is elsewhere", async () => {
    const { root, inside, env } = await nested();
    const written: string[] = [];
    const fields = { cwd: inside, tool_input: { command: "git push" } };
    const payload = JSON.stringify(recordedPayload("claude-code", "pre-tool-use.bash", inside, fields));
    await runHook({
      host: "claude-code",
      budget: "60000",
      env: { ...env, CLAUDE_PROJECT_DIR: root },
      own: { version: "0.0.1", build: "test", builtAt: undefined },
      command: [],
      read: () => payload,
      write: (text) => written.push(text),
      refuse: (reason) => written.push(reason),
    });
    expect(written.join()).toContain("Never run git push");
  });
});

describe("a session of OpenCode", () => {
  it("a rule holds when the .git of its folder is moved", async () => {
    const { session, root } = await nested();
    const { run } = session("opencode", "s-1", root);
    expect(await run("git status")).toBe("");
    renameSync(join(root, ".git"), join(root, ".g"));
    expect(await run("git push")).toContain("Never run git push");
  });
});

describe("a session that posts its calls with the key of its project", () => {
  const post = { way: "post" };

  it("its rules hold in a repository inside, above it and in another project", async () => {
    const { session, root, inside, project } = await nested();
    const { run } = session("claude-code", "s-1", root, post);
    for (const cwd of [inside, dirname(root), project("two"), join(root, "gone")])
      expect(await run("git push", cwd), cwd).toContain("Never run git push");
    for (const cwd of [inside, dirname(root), join(root, "gone")])
      expect(await run("git status", cwd), cwd).toBe("");
  });

  it("another project's rule holds in its folder, and its words stay there", async () => {
    const { session, root, inside, eventsOf } = await nested();
    const before = await eventsOf(inside);
    const answer = await session("claude-code", "s-1", root, post).run("git rebase", inside);
    expect(answer).toContain("deny");
    expect(answer).toContain(inside);
    expect(answer).not.toContain("Never run");
    expect(await eventsOf(inside)).toEqual(before);
  });

  it("its rules hold when its .git is moved", async () => {
    const { session, root } = await nested();
    const { run } = session("claude-code", "s-1", root, post);
    expect(await run("git status")).toBe("");
    renameSync(join(root, ".git"), join(root, ".g"));
    expect(await run("git push")).toContain("Never run git push");
  });

  it("a session of another project that it names is not opened by its key", async () => {
    const { session, root, inside, eventsOf } = await nested();
    await session("claude-code", "s-1", inside, { from: inside }).ask("begin");
    const before = await eventsOf(inside);
    const { run, fail } = session("claude-code", "s-1", root, post);
    expect(await run("git push")).toContain("Never run git push");
    expect(await run("git rebase")).toBe("");
    await fail("t-1");
    expect(await eventsOf(inside)).toEqual(before);
    expect(await session("claude-code", "s-1", inside, { from: inside }).run("git rebase")).toContain("deny");
  });
});

describe("the project where a session began", () => {
  it("is the same after its settings file, which named it, was changed or deleted", async () => {
    const { session, env, project, forbid, home } = await hostServer();
    const root = project("one");
    const file = join(root, "whetstone.json");
    writeFileSync(file, JSON.stringify({ project: "shop", store: { folder: join(home, "elsewhere") } }));
    acceptIn(root, env);
    await forbid(root, "git push");
    const { run } = session("codex", "s-1", root);
    expect(await run("git status")).toBe("");
    writeFileSync(file, '{"projct":"shop"}');
    expect(await run("git push")).toContain("Never run git push");
    rmSync(file);
    expect(await run("git push")).toContain("Never run git push");
  });

  it("holds after its folder was moved away", async () => {
    const { session, root } = await nested();
    const { run } = session("codex", "s-1", root);
    expect(await run("git status")).toBe("");
    renameSync(root, `${root}-moved`);
    expect(await run("git push")).toContain("Never run git push");
    expect(await run("git push", `${root}-moved`)).toContain("Never run git push");
  });

  it("a patch that names its files from the folder of the call is held against the rules of both", async () => {
    const { session, root, inside, call, env } = await nested();
    const ws = await openInTemp({ root, env, clock: Date.now });
    await ws.lessons.add({
      text: "Never change generated files by hand",
      forbiddenActions: ["Edit(src/generated/**)"],
      appliesToAgents: ["coder"],
      enforcement: "enforce",
    });
    await session("codex", "s-1", root).run("git status");
    const patched = async (file: string) => {
      const command = `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch`;
      const fields = { session_id: "s-1", cwd: inside, tool_input: { command } };
      const payload = recordedPayload("codex", "pre-tool-use.patch", inside, fields);
      return JSON.stringify((await call("/v1/hooks/codex", payload)).body);
    };
    expect(await patched("../../src/generated/a.ts")).toContain("Never change generated files");
    expect(await patched("src/generated/a.ts")).toBe('""');
  });
});
