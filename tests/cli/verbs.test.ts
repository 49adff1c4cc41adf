import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/verbs/catalog.js";
import { fileStem } from "../../src/verbs/frame/names.js";
import { acceptIn } from "../support/accept.js";
import { commandLine } from "../support/command-line.js";
import { expectToFit } from "../support/published-schema.js";
import { tempFolder } from "../support/temp-folder.js";

const schemas = join(import.meta.dirname, "../../schema/verbs");
const failed = [
  "record",
  "--result",
  "failure",
  "--duration",
  "40m",
  "--errors",
  "3",
  "--retries",
  "2",
  "--strategy",
  "Split by file type",
];

describe("the command line", () => {
  it("the command line closes the loop, and every verb's JSON fits its published schema", async () => {
    const cwd = tempFolder();
    const json = async (schema: string, args: readonly string[], code = 0) => {
      const ended = await commandLine([...args, "--json", "--quiet"], { cwd });
      expect(ended, ended.stderr).toMatchObject({ code, stderr: "" });
      const document = JSON.parse(ended.stdout);
      expectToFit(schema, document);
      return document;
    };
    expect(await json("status", ["status"])).toMatchObject({ log: { events: 0 } });
    for (const task of ["bd-1", "bd-2", "bd-3"]) await json("record", [...failed, "--task-id", task]);
    const plan = await json("plan", ["plan", "Add OAuth", "--task-id", "bd-4"]);
    expect(plan.prompt).toContain("AVOID: Split by file type. Failed 3/3 times (100% failure rate)");
    const { lessons } = await json("lessons-list", ["lessons", "list"]);
    await json("explain", ["explain", lessons[0].id]);
    await json("report", ["report"]);
    await json("status", ["status", "--config"]);
    await json("doctor", ["doctor"]);
    await json("rebuild", ["rebuild"]);
    const exported = await commandLine(["export"], { cwd });
    writeFileSync(join(cwd, "learned.jsonl"), exported.stdout);
    expect(await json("import", ["import", "learned.jsonl"])).toEqual({
      read: 10,
      appended: 0,
      known: 10,
      leftOut: 0,
    });
    await json("lessons-forget", ["lessons", "forget", lessons[0].id, "--reason", "a test", "--yes"]);
    expect((await json("plan", ["plan", "Add OAuth"])).patterns_found).toBe(0);
    await json("restore", ["doctor", "--restore", join(cwd, "learned.jsonl"), "--yes"]);
    expect((await json("plan", ["plan", "Add OAuth"])).prompt).toContain("AVOID");
  });

  it("every verb has a schema of its input and of its result, and no such schema is left over", () => {
    const published = readdirSync(schemas).filter((file) => /\.(input|result)\.schema\.json$/.test(file));
    const expected = Object.keys(catalog).flatMap((verb) =>
      ["input", "result"].map((kind) => `${fileStem(verb)}.${kind}.schema.json`),
    );
    expect(published.sort()).toEqual(expected.sort());
  });

  it.each([
    [
      "bad input",
      ["record", "--result", "success", "--duration", "1m", "--errors", "many", "--retries", "0"],
      2,
      "invalid_input",
    ],
    ["input that is not JSON", ["record", "-"], 2, "invalid_input"],
    ["an unknown id", ["explain", "strategy-none"], 2, "not_found"],
    ["a wrong setting", ["status", "--set", "antiPatterns.minObservation=2"], 2, "invalid_config"],
    ["a missing file", ["import", "none.jsonl"], 2, "not_found"],
    ["an unknown option", ["status", "--jsn"], 2, "invalid_usage"],
    ["a question without a terminal", ["doctor", "--restore", "x.db"], 2, "invalid_usage"],
  ])("%s is answered with one JSON document and the right exit code", async (_what, args, code, error) => {
    const ended = await commandLine([...args, "--json"], { cwd: tempFolder(), stdin: "not json" });
    expect(ended.code).toBe(code);
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: error, next: expect.any(String) } });
    expect(ended.stderr).toBe("");
  });

  it("a damaged store is reported with the way back, and restore takes it", async () => {
    const cwd = tempFolder();
    for (const task of ["bd-1", "bd-2", "bd-3"]) await commandLine([...failed, "--task-id", task], { cwd });
    const { backup } = JSON.parse((await commandLine(["doctor", "--backup", "--json"], { cwd })).stdout);
    const { store } = JSON.parse((await commandLine(["status", "--json"], { cwd })).stdout);
    writeFileSync(store.location, readFileSync(store.location).subarray(0, 10_000));
    const broken = readFileSync(store.location);

    const refused = await commandLine(failed, { cwd });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(/damaged: it is cut off[\s\S]*next: run 'whetstone doctor'/);
    const doctor = await commandLine(["doctor"], { cwd });
    expect(doctor.code).toBe(3);
    expect(doctor.stdout).toContain(`whetstone doctor --restore "${backup}"`);
    expect(readFileSync(store.location).equals(broken)).toBe(true);

    const restored = await commandLine(["doctor", "--restore", backup, "--yes"], { cwd });
    expect(restored).toMatchObject({ code: 0 });
    expect((await commandLine(["plan", "Next"], { cwd })).stdout).toContain("AVOID: Split by file type");
    expect((await commandLine(["doctor"], { cwd })).code).toBe(0);
  });
});

describe("a project", () => {
  it("a project is the same in all folders and worktrees of a repository, and survives git clean", async () => {
    const home = tempFolder();
    const main = join(home, "main");
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", main, "-c", "user.name=t", "-c", "user.email=t@t", ...args], {
        stdio: "pipe",
      });
    mkdirSync(join(main, "src"), { recursive: true });
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "first");
    git("worktree", "add", "-q", join(home, "tree"));
    const call = (folder: string, ...args: string[]) =>
      commandLine(args, { cwd: folder, env: { HOME: home } });

    await call(join(main, "src"), ...failed, "--task-id", "bd-1");
    await call(join(home, "tree"), ...failed, "--task-id", "bd-2");
    await call(main, ...failed, "--task-id", "bd-3");
    expect(readdirSync(main).sort()).toEqual([".git", ".whetstone", "src"]);
    expect(git("status", "--porcelain").toString()).toBe("");
    git("clean", "-fdxq");
    expect(readdirSync(main)).not.toContain(".whetstone");
    expect((await call(join(home, "tree"), "plan", "Next")).stdout).toContain(
      "AVOID: Split by file type. Failed 3/3",
    );
  });

  it("a plain folder that becomes a repository can keep what it learned, and doctor says how", async () => {
    const cwd = tempFolder();
    for (const task of ["bd-1", "bd-2", "bd-3"]) await commandLine([...failed, "--task-id", task], { cwd });
    execFileSync("git", ["-C", cwd, "init", "-q"]);
    await commandLine(
      ["record", "--result", "success", "--duration", "1s", "--errors", "0", "--retries", "0"],
      { cwd },
    );
    expect((await commandLine(["plan", "Next"], { cwd })).stdout).not.toContain("AVOID");
    const { checks } = JSON.parse((await commandLine(["doctor", "--json"], { cwd })).stdout);
    const { next } = checks.find((check: { name: string }) => check.name === "project");
    const [, key = ""] = /--project (\S+) --out before\.jsonl/.exec(next) ?? [];
    expect(await commandLine(["export", "--project", key, "--out", "before.jsonl"], { cwd })).toMatchObject({
      code: 0,
    });
    expect(
      await commandLine(["import", "before.jsonl", "--keep-origins", "--by", "kim"], { cwd }),
    ).toMatchObject({ code: 0 });
    expect((await commandLine(["plan", "Next"], { cwd })).stdout).toContain(
      "AVOID: Split by file type. Failed 3/3",
    );
    expect(await commandLine(["export", "--project", "../x"], { cwd })).toMatchObject({ code: 2 });
  });

  it("a project named in whetstone.json is shared by the folders where it was accepted, and by no other", async () => {
    const home = tempFolder();
    for (const [folder, project] of [
      ["one", "shop"],
      ["two", "shop"],
      ["three", "other"],
    ] as const) {
      mkdirSync(join(home, folder));
      writeFileSync(join(home, folder, "whetstone.json"), JSON.stringify({ project }));
      acceptIn(join(home, folder), { HOME: home });
    }
    const call = (folder: string, ...args: string[]) =>
      commandLine(args, { cwd: join(home, folder), env: { HOME: home } });
    for (const folder of ["one", "two", "one"]) await call(folder, ...failed);
    expect((await call("two", "plan", "Next")).stdout).toContain("AVOID");
    expect((await call("three", "plan", "Next")).stdout).not.toContain("AVOID");
  });

  it("a project takes settings from its file, then the environment, then arguments", async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, "whetstone.json"), JSON.stringify({ antiPatterns: { minObservations: 5 } }));
    const value = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
      const { stdout } = await commandLine(["status", "--config", "--json", ...args], {
        cwd,
        env: { HOME: cwd, ...env },
      });
      const { config } = JSON.parse(stdout) as { config: { path: string; value: unknown; from: string }[] };
      const found = config.find(({ path }) => path === "antiPatterns.minObservations");
      return [found?.value, found?.from.split(" ")[0]];
    };
    const env = { WHETSTONE_ANTI_PATTERNS_MIN_OBSERVATIONS: "6" };
    expect(await value([])).toEqual([5, "file"]);
    expect(await value([], env)).toEqual([6, "environment"]);
    expect(await value(["--set", "antiPatterns.minObservations=7"], env)).toEqual([7, "argument"]);
  });
});
