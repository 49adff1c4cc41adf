import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import type { MemoryIoOptions } from "../../base/terminal/memory-io.contract.js";

/** A project in a temporary folder, and the command line in it. */
function project() {
  const cwd = tempFolder();
  const call = (args: readonly string[], options: MemoryIoOptions = {}) =>
    commandLine(args, { cwd, ...options, env: { USER: "kim", ...options.env } });
  const add = async () => {
    const rule = ["Never force-push a shared branch", "--tools", "Bash", "--forbid", "git push --force"];
    const { stdout } = await call(["lessons", "add", ...rule, "--by", "kim", "--json"]);
    return JSON.parse(stdout).lesson as string;
  };
  return { call, add };
}

describe("whetstone lessons", () => {
  it("whetstone lessons lists the lessons when no command is named", async () => {
    const { call, add } = project();
    const lesson = await add();
    expect(await call(["lessons"])).toEqual(await call(["lessons", "list"]));
    expect((await call(["lessons"])).stdout).toContain(lesson.slice("directive-".length, 18));
    expect(JSON.parse((await call(["lessons", "--json"])).stdout)).toMatchObject({ total: 1 });
  });

  it("whetstone lessons takes the options of the list", async () => {
    const { call, add } = project();
    await add();
    expect((await call(["lessons", "--kind", "insight"])).stdout).toContain("No lessons to list yet.");
    expect((await call(["lessons", "--kind=directive"])).stdout).toContain("Never force-push");
  });

  it("a screen lists a hundred lessons and counts the rest, a script gets all of them", async () => {
    const { call } = project();
    const outcomes = Array.from({ length: 101 }, (_, n) =>
      JSON.stringify({
        result: "success",
        durationMs: 1,
        errorCount: 0,
        retryCount: 0,
        strategy: `Way ${n}`,
      }),
    );
    await call(["record"], { stdin: outcomes.join("\n") });
    const { stdout } = await call(["lessons", "--no-color"]);
    expect(stdout.split("\n").filter((line) => line.includes("Way "))).toHaveLength(100);
    expect(stdout).toContain("and 1 more: see --limit");
    expect(JSON.parse((await call(["lessons", "--json"])).stdout).lessons).toHaveLength(101);
    expect(JSON.parse((await call(["lessons", "--json", "--limit", "7"])).stdout).lessons).toHaveLength(7);
  });

  it("an unknown command of lessons is still an error", async () => {
    const { call } = project();
    expect(await call(["lessons", "lsit"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean 'lessons list'?"),
    });
  });

  it("the help of lessons says which command runs when none is named", async () => {
    const { stdout } = await project().call(["lessons", "--help"]);
    expect(stdout).toContain("whetstone lessons [command]");
    expect(stdout).toContain("Without a command, 'whetstone lessons list' runs.");
  });
});

describe("a command that only a person may give", () => {
  const forget = (lesson: string) => ["lessons", "forget", lesson, "--reason", "it names a customer"];

  it("a person at a terminal forgets a directive under the user's name, without --by", async () => {
    const { call, add } = project();
    const lesson = await add();
    const ended = await call([...forget(lesson.slice(-16)), "--no-color"], { tty: true, stdin: "y\n" });
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining(`Forgot ${lesson}`) });
    const { stdout: log } = await call(["export"]);
    const [tombstone] = log
      .split("\n")
      .filter((line) => line.includes('"lesson-forgotten"'))
      .map((line) => JSON.parse(line));
    expect(tombstone).toMatchObject({ actor: "kim", origin: "human" });
  });

  it("a person who answers the question with --yes forgets a directive without --by", async () => {
    const { call, add } = project();
    expect(await call([...forget(await add()), "--yes"])).toMatchObject({ code: 0 });
  });

  it("an agent that is named by the environment cannot forget a directive", async () => {
    const { call, add } = project();
    const lesson = await add();
    for (const env of [{ WHETSTONE_ORIGIN: "agent:coder" }, { WHETSTONE_ACTOR: "coder-1" }])
      expect(await call([...forget(lesson), "--yes"], { env })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("only a person may do this"),
      });
  });

  it("a directive is retired without --by at a terminal, and refused in a script", async () => {
    const { call, add } = project();
    const retire = ["lessons", "retire", await add(), "--reason", "the tool is gone"];
    expect(await call(retire)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("run it at a terminal"),
    });
    expect(await call(retire, { tty: true })).toMatchObject({ code: 0 });
  });
});
