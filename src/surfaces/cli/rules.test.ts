import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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
  const env = { HOME: home, USER: "kim", PATH: process.env.PATH ?? "" };
  const call = (...args: readonly string[]) => commandLine(args, { cwd, env });
  const atTerminal = (stdin: string, ...args: readonly string[]) =>
    commandLine(args, { cwd, env, tty: true, stdin });
  const json = async (...args: string[]) => JSON.parse((await call(...args, "--json")).stdout);
  return { home, cwd, call, atTerminal, json };
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
        file: "CLAUDE.md",
        line: 8,
        check: { ran: "npm run lint" },
        unit: "commit",
        applied: 3,
        broken: 2,
        sessions: 2,
        brokenIn: 2,
        mark: "broken",
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
      session: "two",
      folder: cwd,
      id: "one-1",
      at: "2026-02-01T10:01:00.000Z",
      command: commit,
    });
    const away = claudeLines({
      session: "two",
      folder: tempFolder(),
      id: "two-1",
      at: "2026-02-01T10:02:00.000Z",
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

  it("binds a rule by where it stands, with what it would have stopped, and says so the next time", async () => {
    const { call, json } = project({ one: [edit, commit, "git push --force"] });
    const bound = await call("rules", "bind", "CLAUDE.md:11", "--by", "kim", "--yes");
    expect(bound.stderr).toContain("broken 1, the newest 1:");
    expect(bound.stderr).toContain("No coding agent asks about it yet: 'whetstone init'");
    expect(bound.stdout).toBe(
      "CLAUDE.md:11 binds: Never run `git push --force`.\n  never git push --force\n",
    );
    const { rows } = await json("rules");
    expect(rows.find(({ line }: { line: number }) => line === 11)).toMatchObject({ standing: "bound" });
    expect((await call("rules")).stdout).toMatch(/^:11 .* binds$/m);
    const denied = await call("check-tool", "Bash", "--command", "git push --force");
    expect(denied).toMatchObject({ code: 1, stdout: expect.stringContaining("CLAUDE.md:11") });
    expect((await call("rules", "decided")).stdout).toMatch(/^CLAUDE.md:11 +bound .*Never run/m);
  });

  it("fits its table to the screen, by shorter titles", async () => {
    const long = "npm run check:everything -- --with-types --with-tests --with-docs";
    const { cwd, home } = project(
      { one: Array.from({ length: 10 }, () => [edit, commit]).flat() },
      { "CLAUDE.md": `- Run \`${long}\` before every commit.\n` },
    );
    const env = { HOME: home, USER: "kim", NO_COLOR: "1", PATH: process.env.PATH ?? "" };
    for (const columns of [80, 120]) {
      const { stdout } = await commandLine(["rules"], { cwd, env, tty: true, columns, stdin: "q" });
      const [line = ""] = stdout.split("\n").filter((each) => each.includes("never followed"));
      expect(line.length).toBeLessThanOrEqual(columns);
      expect(line).toContain("before git commit: npm");
    }
  });

  it("counts by session and by agent, from the day the line was written", async () => {
    const { json } = project({
      one: [edit, commit],
      two: ["git status"],
      three: [edit, "npm run lint", commit],
    });
    const { rows } = await json("rules");
    expect(rows[0]).toMatchObject({
      ...{ since: null, sessions: 2, brokenIn: 1 },
      agents: [{ agent: "claude-code", applied: 2, broken: 1 }],
    });
    expect([...rows[0].strip].sort()).toEqual([".", "b", "k"]);
  });

  it("names what lists the rules where there is none at a place", async () => {
    const { call } = project({ one: [edit, commit] });
    const missing = await call("rules", "bind", "CLAUDE.md:3", "--by", "kim", "--yes");
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("whetstone rules list --all") });
  });

  it("takes one key for each rule at a terminal, and wants examples looked at before it binds what is often broken", async () => {
    const { atTerminal, json } = project({ one: [edit, commit, edit, commit, "git push --force"] });
    const { stderr } = await atTerminal("bebw", "rules");
    const asked = await project({ one: ["git push --force"] }).atTerminal("sa", "rules");
    expect(asked.stderr).toContain("CLAUDE.md:8 is put to you from now on");
    expect(stderr).toContain("1 of 2 · CLAUDE.md:8 · 2 of 2 commits broken");
    expect(stderr).toContain("Look at the examples first (e), or watch it (w)");
    expect(stderr).toContain("CLAUDE.md:8 binds from now on");
    expect(stderr).toContain("CLAUDE.md:11 is watched");
    expect(stderr).toContain("No coding agent asks about it yet: 'whetstone init'");
    const { rows } = await json("rules");
    expect(rows.map(({ standing }: { standing: string }) => standing)).toEqual(["bound", "watched"]);
    const again = await atTerminal("", "rules");
    expect(again.stderr).not.toContain("1 of");
  });

  it("offers no more what was marked as wrong, and marks what its file no longer says", async () => {
    const { call, cwd } = project({ one: [edit, commit] });
    await call("rules", "wrong", "CLAUDE.md:8", "--by", "kim");
    await call("rules", "watch", "CLAUDE.md:11", "--by", "kim");
    expect((await call("rules")).stdout).not.toContain("npm run lint");
    writeFileSync(join(cwd, "CLAUDE.md"), instructions.replace("--force", "--mirror"));
    expect((await call("rules")).stdout).toContain(
      "CLAUDE.md:11 is watched, and its file no longer says so: Never run `git push --force`.",
    );
  });

  it("sets apart what the person had asked for in that very turn", async () => {
    const { call, json } = project({ one: ["you: git push --force it now", "git push --force"] });
    const { rows } = await json("rules");
    expect(rows.find(({ line }: { line: number }) => line === 11)).toMatchObject({
      broken: 0,
      overruled: 1,
      mark: "you overruled it",
    });
    expect((await call("rules")).stdout).toMatch(/^:11 .*you overruled it once/m);
  });

  it("reads the log of git where there are no sessions, from when the rule was written", async () => {
    const { cwd, json, call } = project({}, { "CLAUDE.md": "# Shop\n" });
    const record = repositoryIn(cwd);
    record("Before the rule");
    writeFileSync(join(cwd, "CLAUDE.md"), "# Shop\n\n- Use conventional commits.\n");
    for (const message of ["docs: ask for conventional commits", "Add the cart", "feat: pay"])
      record(message);
    const { rows, sessions, commits } = await json("rules");
    expect({ sessions, commits }).toEqual({ sessions: 0, commits: 4 });
    expect(rows).toMatchObject([{ line: 3, applied: 3, broken: 1, unit: "commit" }]);
    expect(rows[0].examples.broken).toMatchObject([{ did: "Add the cart", agent: "git" }]);
    const { stdout } = await call("rules", "--examples");
    expect(stdout).toContain("shop · CLAUDE.md · 4 commits, no session");
    expect(stdout).toMatch(/commit [0-9a-f]{10}$/m);
  });

  it("judges with --ci what a branch shows, fails for what it breaks, and says what it could not judge", async () => {
    const rules = `# Shop

- Use conventional commits.
- Never use \`console.log\` in \`src/\`.
- Do not edit files in \`src/generated/\`.
- Never run \`git push --force\`.
`;
    const { cwd, json, call } = project({}, { "CLAUDE.md": rules });
    const record = repositoryIn(cwd);
    mkdirSync(join(cwd, "src"));
    writeFileSync(join(cwd, "src/a.ts"), "console.log(1);\n");
    record("Begin");
    const began = execFileSync("git", ["rev-parse", "HEAD"], { cwd }).toString().trim();
    writeFileSync(join(cwd, "src/a.ts"), "console.log(1);\nexport {};\n");
    record("feat: a");
    expect(await call("rules", "--ci", "--base", began)).toMatchObject({
      code: 0,
      stdout: `0 checks broken, 3 kept since ${began.slice(0, 10)}; 1 that only a session can answer\n`,
    });
    writeFileSync(join(cwd, "src/b.ts"), "console.log(2);\n");
    record("Add b");
    const { code, stdout } = await call("rules", "--ci", "--base", began);
    expect(code).toBe(1);
    expect(stdout).toContain("CLAUDE.md:3 broken: Use conventional commits.");
    expect(stdout).toContain("  Add b\n");
    expect(stdout).toContain("  src/b.ts\n");
    expect(await json("rules", "--ci", "--base", began)).toMatchObject({ kept: 1, unjudged: 1 });
    expect((await call("rules", "--ci", "--base", "nowhere")).stderr).toContain("--base");
  });

  it("prints what to ask an agent, takes its answers that pass their own examples, and lets a person decide", async () => {
    const { cwd, call, json } = project(
      { one: ["curl --insecure x", "curl -o x https://example.com"] },
      {
        "CLAUDE.md":
          "- Write names that people understand.\n- Avoid downloads that nobody can trust.\n\n## Git\n\nDo NOT:\n\n- leave work behind\n",
      },
    );
    const prompt = (await call("rules", "--propose")).stdout;
    expect(prompt).toContain('{"file":"CLAUDE.md","line":2,"text":"Avoid downloads');
    expect(prompt).toContain('"heading":"Git","lead":"Do NOT:","text":"leave work behind"}');
    const answer = (stops: string, passes: string) => ({
      file: "CLAUDE.md",
      line: 2,
      check: { never: { run: "curl --insecure" } },
      stops: [{ command: stops }],
      passes: [{ command: passes }],
    });
    const answers = [
      answer("curl --insecure x", "curl x -o x"),
      { ...answer("curl x -o x", "ls"), check: { never: { run: "curl -k" } } },
      { ...answer("curl x", "curl x -o x"), check: { never: { run: "curl" } } },
      { ...answer("curl x", "ls"), line: 7 },
      { ...answer("curl x", "ls"), check: { never: {} } },
    ];
    writeFileSync(join(cwd, "answers.json"), `Here you are:\n\`\`\`json\n${JSON.stringify(answers)}\n\`\`\``);
    const { stdout } = await call("rules", "propose", "answers.json");
    expect(stdout.trim().split("\n")).toEqual([
      "CLAUDE.md:2 waits for you in 'whetstone rules'",
      "CLAUDE.md:2 refused: it does not stop its own example",
      "CLAUDE.md:2 refused: it stops the example that must pass",
      "CLAUDE.md:7 refused: no statement of an instruction file stands there",
      expect.stringMatching(/^CLAUDE.md:2 refused: check/),
    ]);
    expect((await json("rules")).rows).toMatchObject([{ line: 2, standing: "proposed", broken: 1 }]);
    expect((await call("check-tool", "Bash", "--command", "curl --insecure x")).code).toBe(0);
    await call("rules", "bind", "CLAUDE.md:2", "--by", "kim", "--yes");
    expect((await call("check-tool", "Bash", "--command", "curl --insecure x")).code).toBe(1);
  });

  it("names the rules that were broken most in an audit, and quotes no call there", async () => {
    const { cwd, call, json } = project({ one: ["you: secret plan", edit, commit, "git push --force"] });
    const out = join(cwd, "audit.html");
    const { stdout } = await call("audit", "--out", out);
    expect(stdout).toContain("  - CLAUDE.md:8 before git commit: npm run lint: 1 of 1 commit\n");
    const page = readFileSync(out, "utf8");
    expect(page).toContain("<h2>Rules that were broken</h2>");
    expect(page).toContain("CLAUDE.md:11");
    expect(page).not.toContain("secret plan");
    expect((await json("audit", "--out", out)).rules).toHaveLength(2);
  });

  it("says so where no file states a rule", async () => {
    const { call } = project({}, { "CLAUDE.md": "" });
    expect((await call("rules")).stdout).toContain("No instruction file states a rule here");
  });
});

/** Commits all that lies there under a message, each a minute after the last. */
function repositoryIn(cwd: string): (message: string) => void {
  const git = (args: readonly string[], at = new Date()) =>
    execFileSync("git", ["-c", "user.name=kim", "-c", "user.email=kim@example.com", ...args], {
      cwd,
      env: { ...process.env, GIT_COMMITTER_DATE: at.toISOString() },
    });
  let at = Date.now();
  git(["init", "-q"]);
  return (message) => {
    at += 60_000;
    git(["add", "--all"]);
    git(["commit", "-q", "--allow-empty", "-m", message], new Date(at));
  };
}

/** Every file below a folder with its size and time. */
function treeOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, String(name)));
      return `${name} ${size} ${mtimeMs}`;
    })
    .sort();
}
