import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import {
  claudeLines,
  claudePrompt,
  homeWithTranscripts,
  writeClaudeSession,
} from "../../../tests/support/transcripts.js";
import type { MemoryIoOptions } from "../../base/terminal/memory-io.contract.js";

/** A home with recorded transcripts, a project in it, and the command line there. */
async function past({ recorded = true } = {}) {
  const home = tempFolder();
  const cwd = join(home, "project");
  mkdirSync(cwd);
  if (recorded) await homeWithTranscripts(cwd, home);
  const call = (args: readonly string[], options?: MemoryIoOptions) =>
    commandLine(args, { cwd, ...options, env: { HOME: home, USER: "kim" } });
  const json = async (...args: string[]) => JSON.parse((await call([...args, "--json"])).stdout);
  return { home, cwd, call, json };
}

const rule = "Always run the linter before you commit.";

/** Every file below a folder with its size and time. */
function treeOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, String(name)));
      return `${name} ${size} ${mtimeMs}`;
    })
    .sort();
}

describe("whetstone learn", () => {
  it("whetstone learn tells on one screen what failed, what repeated and what was learned", async () => {
    const { call } = await past();
    const { code, stdout } = await call(["learn"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Learned from 38 calls of 8 sessions.");
    expect(stdout).toMatch(/^ +\d+ {2}calls failed$/m);
    expect(stdout).toContain("npm run");
    expect(stdout.split("\n").length).toBeLessThan(24);
  });

  it("whetstone learn takes in nothing the second time, and keeps its totals", async () => {
    const { call, json } = await past();
    const { projects: first } = await json("learn");
    const { projects: second } = await json("learn");
    expect(second[0]).toMatchObject({ learned: 0, total: first[0].total });
    expect((await call(["learn"])).stdout).toContain("No new calls: 8 sessions are known already.");
  });

  it("whetstone learn --dry-run writes nothing", async () => {
    const { home, json } = await past();
    const before = treeOf(home);
    expect(await json("learn", "--dry-run")).toMatchObject({ dryRun: true, projects: [{ learned: 38 }] });
    expect(treeOf(home)).toEqual(before);
  });

  it("whetstone learn --dry-run counts repeats of what earlier calls learned", async () => {
    const { home, cwd, json } = await past({ recorded: false });
    writeClaudeSession(home, cwd, { session: "one", at: "2026-01-05T10:00:00.000Z" });
    await json("learn");
    writeClaudeSession(home, cwd, { session: "two", at: "2026-01-06T10:00:00.000Z" });
    const { projects: dry } = await json("learn", "--dry-run");
    const { projects: done } = await json("learn");
    expect(dry).toMatchObject([{ learned: 2, failures: 1, repeats: 1, met: 1, total: { sessions: 2 } }]);
    expect(dry).toEqual(done);
  });

  it("whetstone learn proposes the rules that a person typed, once, and each for review", async () => {
    const { home, cwd, call, json } = await past({ recorded: false });
    for (const [session, at] of [
      ["one", "2026-01-05T10:00:00.000Z"],
      ["two", "2026-01-06T10:00:00.000Z"],
    ] as const) {
      const file = writeClaudeSession(home, cwd, { session, at });
      appendFileSync(file, `${claudePrompt({ session, folder: cwd, at, text: rule })}\n`);
    }
    const { stdout } = await call(["learn"]);
    expect(stdout).toContain("1 rule that you may have stated; 'whetstone lessons review' asks about each:");
    expect(stdout).toContain(rule);
    const { lessons } = await json("lessons", "list", "--kind", "directive");
    expect(lessons).toMatchObject([{ text: rule, state: "proposed" }]);
    expect((await json("learn")).projects).toMatchObject([{ learned: 0, rules: [] }]);
    expect((await json("lessons", "review", "--by", "kim")).waiting).toHaveLength(1);
  });

  it("whetstone learn does not hear what a program typed", async () => {
    const { home, cwd, json } = await past({ recorded: false });
    const about = { session: "one", folder: cwd, at: "2026-01-05T10:00:00.000Z", text: rule };
    const file = writeClaudeSession(home, cwd, about);
    appendFileSync(file, `${claudePrompt({ ...about, entrypoint: "sdk-cli" })}\n`);
    expect((await json("learn")).projects).toMatchObject([{ learned: 2, rules: [] }]);
  });

  it("whetstone learn reads only the agents and the days that it is asked for", async () => {
    const { call, json } = await past();
    const { projects } = await json("learn", "--dry-run", "--agent", "codex,gemini");
    expect(projects).toMatchObject([{ found: 4 }]);
    expect(await json("learn", "--since", "2026-11-17")).toMatchObject({ projects: [{ learned: 0 }] });
    expect(await call(["learn", "--agent", "vim"])).toMatchObject({ code: 2 });
    expect(await call(["learn", "--since", "yesterday"])).toMatchObject({ code: 2 });
    const { call: callElsewhere } = await past({ recorded: false });
    expect(await callElsewhere(["audit", "--since", "yesterday"])).toMatchObject({ code: 2 });
  });

  it("whetstone learn --all learns where Whetstone is used, and names the other folders", async () => {
    const { home, cwd, call, json } = await past();
    const other = join(home, "other");
    mkdirSync(other);
    writeClaudeSession(home, other, { session: "else", at: "2026-01-05T10:00:00.000Z" });
    await call(["learn", "--agent", "codex"]);
    const { projects, others } = await json("learn", "--all");
    expect(projects.map(({ folder }: { folder: string }) => folder)).toEqual([cwd]);
    expect(others).toEqual([{ folder: other, sessions: 1 }]);
    expect((await call(["learn", "--all"])).stdout).toContain(`whetstone init --learn --root ${other}`);
  });

  it("whetstone learn says so when no agent wrote anything down", async () => {
    const { call } = await past({ recorded: false });
    expect((await call(["learn"])).stdout).toContain(
      "No sessions of coding agents were found in this project.",
    );
  });
});

describe("whetstone audit", () => {
  it("whetstone audit writes one page that asks for nothing, and leaves nothing else behind", async () => {
    const { home, cwd, call } = await past();
    const page = join(tempFolder(), "audit.html");
    const before = treeOf(home);
    expect(await call(["audit", "--out", page])).toMatchObject({ code: 0 });
    expect(treeOf(home)).toEqual(before);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<link|<img|<a |url\(/);
    expect(html, "what stands there is quoted").not.toMatch(/(?:src|href|action)=|@import/);
    expect(html).not.toContain(cwd);
    expect(html).toContain("Missing script");
    expect(html).toContain("What worked: npm run test");
  });

  it("where no session was, the page says so and counts nothing", async () => {
    const { call } = await past({ recorded: false });
    const page = join(tempFolder(), "audit.html");
    expect((await call(["audit", "--out", page])).stdout).toContain(
      "No sessions of coding agents were found",
    );
    const html = readFileSync(page, "utf8");
    expect(html).toContain("There is nothing to count yet.");
    expect(html).not.toMatch(/No call failed|<strong>0|<td[^>]*>0/);
  });

  it("whetstone audit counts repeats, and those that lessons would have met, in the order of time", async () => {
    const { json } = await past();
    const page = join(tempFolder(), "audit.html");
    const { figures } = await json("audit", "--out", page);
    expect(figures).toMatchObject({ sessions: 8, calls: 38, repeats: 9, met: 9 });
    // Two of the ten name another script that is missing.
    expect(figures.worst[0]).toMatchObject({ times: 10, sessions: 8, repeats: 9, met: 9 });
    expect(figures.worst[0].cost.calls).toBe(8);
    expect(figures.agents.map(({ agent }: { agent: string }) => agent).sort()).toEqual([
      "claude-code",
      "codex",
      "gemini",
      "opencode",
    ]);
  });

  it("whetstone audit tells calls in the wrong folder as one failure, and no path outside of the project", async () => {
    const home = join(tempFolder(), "home");
    const cwd = join(home, "project");
    mkdirSync(cwd, { recursive: true });
    for (const day of [5, 6]) {
      const at = `2026-01-0${day}T10:00:00.000Z`;
      const every = { session: `s${day}`, folder: cwd, at };
      const error = `Exit code 128\nfatal: pathspec '${cwd}/web/a.ts' did not match any files`;
      const lines = [
        ...claudeLines({ ...every, id: `${day}a`, command: "git add web/a.ts", error }),
        ...claudeLines({ ...every, id: `${day}b`, command: "cd .. && git add web/a.ts" }),
        ...claudeLines({
          ...every,
          id: `${day}c`,
          command: "cat a.ts",
          error: `Exit code 1\ncat: ${cwd}/a.ts: Permission denied`,
        }),
      ];
      const file = join(home, `.claude/projects/-project/s${day}.jsonl`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${lines.join("\n")}\n`);
    }
    const page = join(tempFolder(), "audit.html");
    await commandLine(["audit", "--out", page], { cwd, env: { HOME: home, USER: "kim" } });
    const html = readFileSync(page, "utf8");
    expect(html.match(/<code>git add web\/a\.ts<\/code> failed/g)).toHaveLength(1);
    expect(html).toContain("What worked: cd .. &amp;&amp; git add web/a.ts");
    expect(html).toContain("cat: a.ts: Permission denied");
    expect(html).not.toContain("~/");
  });

  it("whetstone audit --all also reads the sessions of folders that are gone", async () => {
    const { home, json } = await past();
    writeClaudeSession(home, join(home, "gone"), { session: "gone", at: "2026-01-05T10:00:00.000Z" });
    const { title, figures } = await json("audit", "--all", "--out", join(tempFolder(), "a.html"));
    expect({ title, sessions: figures.sessions }).toEqual({ title: "2 projects", sessions: 9 });
  });

  it("without --out, the page of whetstone audit is for its user alone, under a name that nobody knows before", async () => {
    const { json, call } = await past();
    const pages = [await json("audit"), await json("demo")].map(({ page }) => String(page));
    for (const page of pages) {
      onTestFinished(() => rmSync(dirname(page), { recursive: true, force: true }));
      expect(dirname(dirname(page))).toBe(tmpdir());
      expect([statSync(page).mode & 0o777, statSync(dirname(page)).mode & 0o777]).toEqual([0o600, 0o700]);
    }
    const { stdout } = await call(["audit"]);
    const again = /Wrote (\S+)/.exec(stdout)?.[1] ?? "";
    onTestFinished(() => rmSync(dirname(again), { recursive: true, force: true }));
    expect(statSync(again).isFile() && !pages.includes(again)).toBe(true);
  });

  it("a call that Whetstone stopped is no failure of the agent", async () => {
    const { home, cwd, json } = await past({ recorded: false });
    const folder = join(home, ".claude/projects/-p");
    mkdirSync(folder, { recursive: true });
    const blocked =
      "Blocked by a lesson of this project: Never force-push (directive-1 forbids git push --force).";
    const errors = [
      `PreToolUse:Bash hook error: [http://127.0.0.1:1]: ${blocked}`,
      blocked,
      "Exit code 1\nno",
    ];
    const lines = errors.flatMap((error, index) =>
      claudeLines({
        session: "s",
        folder: cwd,
        id: `${index}`,
        at: `2026-01-05T10:00:0${index}.000Z`,
        command: "git push --force",
        error,
      }),
    );
    writeFileSync(join(folder, "s.jsonl"), lines.join("\n"));
    const { figures } = await json("audit", "--out", join(tempFolder(), "audit.html"));
    expect(figures).toMatchObject({ calls: 3, failures: 1 });
    expect(figures.byKind).not.toHaveProperty("refused");
  });

  it("what a remedy costs is told without minutes that are none", async () => {
    const { json, call } = await past();
    const page = join(tempFolder(), "audit.html");
    const { figures } = await json("audit", "--out", page);
    expect(figures.avoidable.minutes).toBeLessThan(1);
    const { stdout } = await call(["audit", "--out", page]);
    for (const told of [stdout, readFileSync(page, "utf8")]) {
      expect(told).toContain("calls and less than a minute.");
      expect(told).not.toContain("0 minutes");
    }
  });

  it("the page of whetstone audit shows neither markup nor secrets of a message", async () => {
    const { home, cwd, call } = await past({ recorded: false });
    const error =
      "Exit code 1\ncurl: (22) refused <script>alert(1)</script> token=abcdefgh12345 /home/kimberly/x ghp_abcdefghijklmnop1234";
    const call1 = { session: "s", folder: cwd, id: "1", at: "2026-01-05T10:00:00.000Z" };
    const folder = join(home, ".claude/projects/-p");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "s.jsonl"), claudeLines({ ...call1, command: "curl x", error }).join("\n"));
    const page = join(tempFolder(), "audit.html");
    await call(["audit", "--out", page]);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("curl");
    expect(html).not.toMatch(/<script|abcdefgh12345|kimberly|ghp_abc/);
  });
});
