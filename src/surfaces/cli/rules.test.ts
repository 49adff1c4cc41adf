import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { claudeLines, claudePrompt, homeWithTranscripts } from "../../../tests/support/transcripts.js";

const instructions = `# Shop

The shop runs on port 80.

## Before every commit (REQUIRED)

\`\`\`bash
npm run lint
\`\`\`

- Never run \`git push --force\`.
- Write names that people understand.
`;

/** A project with an instruction file, and sessions of Claude Code with these commands. */
function project(
  sessions: Readonly<Record<string, readonly string[]>>,
  files = { "CLAUDE.md": instructions },
) {
  const home = tempFolder();
  const cwd = join(home, "shop");
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  for (const [session, commands] of Object.entries(sessions)) writeSession(home, cwd, session, commands);
  const call = (...args: readonly string[]) => commandLine(args, { cwd, env: { HOME: home, USER: "kim" } });
  const json = async (...args: string[]) => JSON.parse((await call(...args, "--json")).stdout);
  return { home, cwd, call, json };
}

function writeSession(home: string, folder: string, session: string, commands: readonly string[]) {
  const lines = commands.flatMap((command, index) => {
    const at = new Date(Date.parse("2026-02-01T10:00:00.000Z") + index * 60_000).toISOString();
    const [, text] = /^you: (.*)$/.exec(command) ?? [];
    if (text !== undefined) return [claudePrompt({ session, folder, at, text })];
    return claudeLines({ session, folder, id: `${session}-${index}`, at, command });
  });
  const file = join(home, ".claude/projects/-shop", `${session}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join("\n")}\n`);
}

const edit = "echo x > src/a.ts";
const commit = 'git commit -am "one"';

describe("whetstone rules", () => {
  it("counts how often each rule applied and was broken, before anything is set up", async () => {
    const { json } = project({
      one: ["you: add the cart", edit, commit, edit, "npm run lint", commit],
      two: [edit, commit, "git push --force"],
    });
    const { rows, sessions, statements, unchecked } = await json("rules");
    expect({ sessions, statements }).toEqual({ sessions: 2, statements: 4 });
    expect(rows).toMatchObject([
      {
        ...{ file: "CLAUDE.md", line: 8, check: { ran: "npm run lint" }, unit: "commit" },
        ...{ applied: 3, broken: 2, sessions: 2, brokenIn: 2, mark: "broken" },
      },
      { line: 11, check: { never: { run: "git push --force" } }, unit: "command", broken: 1, brokenIn: 1 },
    ]);
    expect(unchecked).toMatchObject([
      { line: 3, why: "description" },
      { line: 12, why: "judgement" },
    ]);
  });

  it("shows the call behind a number, the prompt above it and what came next", async () => {
    const { call, json } = project({ one: ["you: add the cart", edit, commit, "git status"] });
    const { rows } = await json("rules");
    expect(rows[0].examples.broken).toMatchObject([
      {
        session: "one",
        did: commit,
        prompt: "add the cart",
        next: "git status",
        since: "2026-02-01T10:01:00.000Z",
      },
    ]);
    const { stdout } = await call("rules", "--examples");
    expect(stdout).toContain(`2026-02-01 10:02  ${commit}`);
    expect(stdout).toContain("asked: add the cart");
    expect(stdout).toContain("next: git status");
  });

  it("tells on one screen what was broken, and with --all why a statement has no check", async () => {
    const { call } = project({ one: [edit, commit] });
    const { code, stdout } = await call("rules");
    expect(code).toBe(0);
    expect(stdout).toContain("shop · CLAUDE.md · 1 session");
    expect(stdout).toContain("4 statements · 2 can be checked at a call");
    expect(stdout).toMatch(/^:8 +before git commit: npm run lint +1 commit +1$/m);
    expect(stdout).not.toContain("port 80");
    expect((await call("rules", "--all")).stdout).toMatch(/^:3 +description +The shop runs on port 80\.$/m);
  });

  it("says that a rule was never followed", async () => {
    const commits = Array.from({ length: 10 }, () => [edit, commit]).flat();
    const { json } = project({ one: commits });
    expect((await json("rules")).rows[0]).toMatchObject({ applied: 10, broken: 10, mark: "never followed" });
  });

  it("counts a call once that a resumed session repeats, and what a call in another repository did not at all", async () => {
    const { home, cwd, json } = project({ one: [edit, commit] });
    const copied = claudeLines({
      ...{ session: "two", folder: cwd, id: "one-1", at: "2026-02-01T10:01:00.000Z", command: commit },
    });
    const away = claudeLines({
      ...{ session: "two", folder: tempFolder(), id: "two-1", at: "2026-02-01T10:02:00.000Z" },
      command: `${edit}; ${commit}`,
    });
    const file = join(home, ".claude/projects/-shop", "two.jsonl");
    writeFileSync(file, `${[...copied, ...away].join("\n")}\n`);
    expect((await json("rules")).rows[0]).toMatchObject({ applied: 1, broken: 1 });
  });

  it("reads the sessions of all agents, each by the files that it reads, and writes nothing", async () => {
    const { home, cwd, json } = project({}, { "CLAUDE.md": "- Never run `curl`.\n" });
    writeFileSync(join(cwd, "AGENTS.md"), "- Never run `curl`.\n");
    await homeWithTranscripts(cwd, home);
    const before = treeOf(home);
    const { rows, sessions } = await json("rules");
    expect(sessions).toBe(8);
    expect(rows.map(({ file, sessions }: { file: string; sessions: number }) => [file, sessions])).toEqual([
      ["AGENTS.md", 4],
      ["CLAUDE.md", 2],
    ]);
    expect(treeOf(home)).toEqual(before);
  });

  it("says so where no file states a rule", async () => {
    const { call } = project({}, { "CLAUDE.md": "" });
    expect((await call("rules")).stdout).toContain("No instruction file states a rule here");
  });
});

/** Every file below a folder with its size and time. */
function treeOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, String(name)));
      return `${name} ${size} ${mtimeMs}`;
    })
    .sort();
}
