import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import type { MemoryIoOptions } from "../../base/terminal/memory-io.contract.js";
import { hostSpeaker } from "../../verbs/call/speaker.js";
import { openProject } from "../../verbs/open/open-whetstone.js";

const corrections = [
  "never push directly to main, always open a PR",
  "use uv here, not pip, for every install",
  "always run the whole test suite before you push",
];

/** A project in which a person said three rules to an agent, and an agent proposed one. */
async function project(turnedDown?: { readonly text: string; readonly call: string }) {
  const cwd = tempFolder();
  const env = { HOME: cwd, USER: "kim" };
  const opened = openProject({ root: cwd, env, actor: "claude-code", origin: "tool:claude-code" });
  const host = opened.handle(hostSpeaker("claude-code"));
  await host.lessons.add({
    text: "Read the schema before writing a migration",
    verificationChecks: ["the schema was read"],
    appliesToAgents: ["coder"],
    origin: "agent:coder",
  });
  for (const text of corrections)
    await host.hear({ text, session: "one", interactive: true, call: "Bash git push" });
  if (turnedDown !== undefined) await host.hear({ ...turnedDown, session: "one", interactive: true });
  await opened.close();
  const whetstone = (args: readonly string[], options?: MemoryIoOptions) =>
    commandLine(args, { cwd, env, ...options });
  const call = (args: readonly string[], options?: MemoryIoOptions) =>
    whetstone(["lessons", ...args], options);
  const explain = async (id: string) => (await whetstone(["explain", id])).stdout;
  const waiting = async () =>
    JSON.parse((await call(["review", "--json", "--by", "kim"])).stdout).waiting as {
      readonly lesson: string;
      readonly text: string;
    }[];
  const check = async (command: string) =>
    (await whetstone(["check-tool", "Bash", "--command", command])).stdout;
  return { call, check, explain, waiting };
}

describe("lessons review at a terminal", () => {
  it("lessons review shows the words, the call, the session and how often it was said, the person's own first", async () => {
    const { call } = await project();
    const { stderr } = await call(["review"], { tty: true, stdin: "q" });
    expect(stderr).toContain("1 of 4");
    expect(stderr).toMatch(/“always run the whole test suite before you push”\n {2}about: Bash git push/);
    expect(stderr).toMatch(/you, \d{4}-\d\d-\d\d, session one; said 1 time in 1 session/);
    expect(stderr).not.toContain("Read the schema");
  });

  it("one key accepts, rejects, skips or edits, and the end of input quits", async () => {
    const { call, waiting } = await project();
    const { stdout, code } = await call(["review"], {
      tty: true,
      stdin: "xare\nUse uv for every install here\n",
    });
    expect({ stdout, code }).toEqual({ stdout: "2 accepted, 1 rejected, 1 still waiting\n", code: 0 });
    expect(await waiting()).toMatchObject([{ text: "Read the schema before writing a migration" }]);
    const { stdout: listed } = await call(["list", "--kind", "directive", "--state", "active"]);
    expect(listed).toContain("always run the whole test suite");
    expect(listed).toContain("Use uv for every install here");
  });

  it("explain tells where an accepted rule was heard, also when the person put it in other words", async () => {
    const { call, explain } = await project();
    await call(["review"], { tty: true, stdin: "ae\nUse uv for every install here\n" });
    const rows = JSON.parse((await call(["list", "--state", "active", "--json"])).stdout).lessons as {
      readonly id: string;
    }[];
    const said = (await Promise.all(rows.map(({ id }) => explain(id)))).join("\n");
    const heard =
      /A person .+: "(.+)"\. Heard in session one at [\dT:.Z-]+\. The call before was "Bash git push"\./g;
    expect([...said.matchAll(heard)].map(([, words]) => words).sort()).toEqual([
      "always run the whole test suite before you push",
      "use uv here, not pip, for every install",
    ]);
  });

  it("lessons review leaves what is skipped waiting", async () => {
    const { call, waiting } = await project();
    await call(["review"], { tty: true, stdin: "sssr" });
    expect((await waiting()).map(({ text }) => text).sort()).toEqual([...corrections].sort());
  });
});

describe("a correction that turns down a command", () => {
  const turnedDown = { text: "no, use pnpm here, never npm", call: "Bash npm install left-pad" };

  it("a command that the person turned down is blocked with one key", async () => {
    const { call, check } = await project(turnedDown);
    const { stderr } = await call(["review"], { tty: true, stdin: "b" });
    expect(stderr).toContain("a accept, b accept and block 'npm install', e edit and accept");
    expect(await check("npm install lodash")).toContain("deny: Blocked by a lesson");
    expect(await check("npm test")).toContain("allow");
    expect(await check("pnpm install lodash")).toContain("allow");
  });

  it("a command that the person turned down is blocked by a script, which the list of proposals tells", async () => {
    const { call, check, waiting } = await project(turnedDown);
    const [{ lesson } = { lesson: "" }] = await waiting();
    const listed = (await call(["review", "--by", "kim"])).stdout;
    expect(listed).toContain(`to block 'npm install' too: whetstone lessons review --block ${lesson}`);
    await call(["review", "--block", lesson, "--by", "kim"]);
    expect(await check("npm i lodash")).toContain("deny");
  });

  it("a command that the person forbade by its name is blocked with one key, whatever the call before was", async () => {
    const call = "Bash ls";
    const named = await project({ text: "Never run `git push --force`.", call });
    const { stderr } = await named.call(["review"], { tty: true, stdin: "b" });
    expect(stderr).toContain("b accept and block 'git push --force'");
    expect(await named.check("git push --force origin topic")).toContain("deny: Blocked by a lesson");
    expect(await named.check("git push")).toContain("allow");
    const narrower = await project({ text: "Never run `git push --force` when others wait.", call });
    expect((await narrower.call(["review"], { tty: true, stdin: "q" })).stderr).not.toContain("block");
  });

  it("nothing is written where no command was turned down", async () => {
    const { call, waiting } = await project();
    const before = await waiting();
    const [{ lesson } = { lesson: "" }] = before;
    const { stderr } = await call(["review", "--block", lesson, "--by", "kim"]);
    expect(stderr).toContain("turn down no command");
    expect(await waiting()).toEqual(before);
  });
});

describe("lessons review in a script", () => {
  it("lessons review accepts and rejects by id", async () => {
    const { call, waiting } = await project();
    const [first, second, ...rest] = await waiting();
    const ids = ["--accept", first?.lesson ?? "", "--reject", second?.lesson ?? ""];
    const { stdout } = await call(["review", ...ids, "--by", "kim"]);
    expect(stdout).toContain(`${first?.lesson} is in force`);
    expect(stdout).toContain(`${second?.lesson} is rejected`);
    expect(await waiting()).toEqual(rest);
  });

  it("lessons review refuses an agent", async () => {
    const { call } = await project();
    const { code, stderr } = await call(["review"], { env: { CLAUDECODE: "1" } });
    expect(code).not.toBe(0);
    expect(stderr).toContain("only a person");
  });

  it("lessons review refuses what does not wait", async () => {
    const { call, waiting } = await project();
    const [first] = await waiting();
    await call(["review", "--reject", first?.lesson ?? "", "--by", "kim"]);
    const { stderr } = await call(["review", "--accept", first?.lesson ?? "", "--by", "kim"]);
    expect(stderr).toContain("is archived: it does not wait for a decision");
  });
});
