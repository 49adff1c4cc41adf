import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { acceptIn } from "../../../tests/support/accept.js";
import { hostNames, hostServer, type Way } from "../../../tests/support/host-calls.js";
import { repositoryAt } from "../../../tests/support/repository.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { serverCheck } from "./control.js";
import { serve } from "./serve.js";

const settings = (root: string) => join(root, "whetstone.json");

/** Ways in which a settings file cannot be followed. */
const broken: Readonly<Record<string, (file: string) => void>> = {
  "half a file": (file) => writeFileSync(file, "{"),
  "a list": (file) => writeFileSync(file, "[]"),
  "a value of a wrong type": (file) => writeFileSync(file, '{"directives":{"briefMax":"many"}}'),
  "a group that is no object": (file) => writeFileSync(file, '{"directives":5}'),
  "bytes that are no text": (file) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])),
  "a file of 3 MB": (file) => writeFileSync(file, `{"a":"${"x".repeat(3_000_000)}"}`),
  "a folder": (file) => mkdirSync(file),
  "a link to a device": (file) => symlinkSync("/dev/zero", file),
  "a link to nowhere": (file) => symlinkSync("nowhere", file),
  "a link to itself": (file) => symlinkSync("whetstone.json", file),
};

const doors: readonly (readonly [host: (typeof hostNames)[number], way: Way])[] = [
  ...hostNames.map((host) => [host, "program"] as const),
  ["claude-code", "post"],
];

describe.each(doors)("a settings file that cannot be followed, for %s by %s", (host, way) => {
  it("a rule holds by what the file last said, the next prompt tells of it, and doctor counts it", async () => {
    const { project, forbid, session, doctor } = await hostServer();
    const root = project("one");
    await forbid(root, "git push");
    const { run, ask } = session(host, "s-1", root, { way });
    expect(await run("git status")).toBe("");
    writeFileSync(settings(root), "{");
    expect(await run("git push")).toContain("Never run git push");
    expect(await run("git status")).toBe("");
    expect(await doctor(root)).toContainEqual(
      expect.objectContaining({
        name: "settings",
        state: "problem",
        detail: expect.stringContaining(settings(root)),
      }),
    );
    rmSync(settings(root));
    expect(await ask("go on")).toContain(
      "2 calls of agents came while the settings file could not be followed",
    );
    expect(await ask("and on")).not.toContain("could not be followed");
    expect((await doctor(root)).find(({ name }) => name === "losses")?.detail).toContain("settings 2");
  });

  it("no tool runs where nothing is known of what the file said, and the reason names file, fault and way out", async () => {
    const { project, session, env, doctor } = await hostServer();
    const root = project("one");
    writeFileSync(settings(root), '{ "directives": }');
    const { run, ask } = session(host, "s-1", root, { way });
    const answer = await run("git status");
    expect(answer).toMatch(/"(?:deny|refusal)"/);
    expect(answer).toContain(`${settings(root)} is not JSON, line 1, column 17`);
    expect(answer).toContain("Correct the file");
    expect(await ask("go on")).toContain("no tool may run");
    expect((await serverCheck(env, Date.now())).detail).toContain("is not JSON");
    rmSync(settings(root));
    expect(await run("git status")).toBe("");
    expect((await doctor(root)).find(({ name }) => name === "losses")?.detail).toMatch(/settings [23];/);
  });

  it("a key that only a newer version knows changes nothing of what is enforced, and is no loss", async () => {
    const { project, forbid, session, doctor } = await hostServer();
    const root = project("one");
    await forbid(root, "git push");
    writeFileSync(settings(root), '{"nonsense":1,"directives":{"aNewSetting":true}}');
    const { run } = session(host, "s-1", root, { way });
    expect(await run("git push")).toContain("Never run git push");
    expect(await run("git status")).toBe("");
    const checks = await doctor(root);
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: "settings",
        state: "warning",
        detail: expect.stringMatching(
          /nonsense .*is not a setting.*directives\.aNewSetting .*is not a setting/,
        ),
      }),
    );
    expect(checks.find(({ name }) => name === "losses")?.state).toBe("ok");
  });
});

describe("a settings file that cannot be followed", () => {
  it.each(Object.keys(broken))("%s leaves a rule in force, and other calls run", async (kind) => {
    const { project, forbid, session, doctor } = await hostServer();
    const root = project("one");
    await forbid(root, "git push");
    broken[kind]?.(settings(root));
    const { run } = session("claude-code", "s-1", root);
    expect(await run("git push")).toContain("Never run git push");
    expect(await run("git status")).toBe("");
    expect((await doctor(root)).find(({ name }) => name === "settings")?.state).toBe("problem");
  });

  it("a project that the file names, and its own place for data, are the same while it cannot be read", async () => {
    const { project, forbid, session, env, home } = await hostServer();
    const root = project("one");
    const named = JSON.stringify({ project: "shop", store: { folder: join(home, "elsewhere") } });
    writeFileSync(settings(root), named);
    acceptIn(root, env);
    await forbid(root, "git push");
    writeFileSync(settings(root), `${named}}`);
    const { run } = session("codex", "s-1", root);
    expect(await run("git push")).toContain("Never run git push");
    expect(await run("git status")).toBe("");
  });

  it("what the file last said holds for a server that starts later", async () => {
    const first = await hostServer();
    const root = first.project("one");
    await first.forbid(root, "git push");
    await first.server.stop();
    writeFileSync(settings(root), "{");
    const { session } = await hostServer(first.home);
    expect(await session("gemini", "s-1", root).run("git push")).toContain("Never run git push");
  });

  it("a sub-folder that its settings file makes a project stays one while the file cannot be read", async () => {
    const { project, forbid, session } = await hostServer();
    const root = join(project("one"), "packages/api");
    mkdirSync(root, { recursive: true });
    writeFileSync(settings(root), "{}");
    await forbid(root, "git push");
    rmSync(settings(root));
    mkdirSync(settings(root));
    expect(await session("codex", "s-1", root).run("git push")).toContain("Never run git push");
  });

  it("a new worktree of the same repository goes on by what the file last said in another", async () => {
    const { project, forbid, session } = await hostServer();
    const repository = repositoryAt(project("one"));
    repository.commit();
    await forbid(repository.root, "git push");
    const tree = join(repository.root, "../tree");
    repository.git("worktree", "add", tree);
    writeFileSync(settings(tree), "{");
    const { run } = session("codex", "s-1", tree);
    expect(await run("git push")).toContain("Never run git push");
    expect(await run("git status")).toBe("");
  });

  it("a server that a hook starts comes up below a file that cannot be followed", async () => {
    const home = tempFolder();
    writeFileSync(settings(home), "{");
    const ended = serve({
      start: home,
      env: { HOME: home },
      set: [],
      background: true,
      address: undefined,
      port: 0,
      names: [],
      idleMs: undefined,
      program: "main.cjs",
      onListening: (server) => void server.stop(),
    });
    expect(await ended).toBe("stopped");
  });

  it("a person's command refuses in words, and an unknown key is only a warning there", async () => {
    const { project, env } = await hostServer();
    const root = project("one");
    const warnings: string[] = [];
    writeFileSync(settings(root), '{"directive":{}}');
    const ws = await openInTemp({ root, env, onWarning: (warning) => warnings.push(warning) });
    expect((await ws.status()).project.root).toBe(root);
    expect(warnings.join()).toContain("directive (file");
    expect(warnings.join()).toContain("did you mean directives?");
    writeFileSync(settings(root), "{");
    await expect(openInTemp({ root, env })).rejects.toMatchObject({ code: "invalid_config" });
  });
});
