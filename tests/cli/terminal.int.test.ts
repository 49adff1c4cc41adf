import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp-folder.js";
import { claudePrompt, writeClaudeSession } from "../support/transcripts.js";

/** `script` of util-linux runs a command in a terminal of its own; that of other systems has other options. */
const hasTerminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

const main = resolve("dist/cli/main.cjs");

const rules = ["Always run the linter before you commit.", "Never push directly to main, open a PR instead."];

describe.runIf(hasTerminal)("the program at a terminal", () => {
  /** A home in which a person stated rules in two sessions of Claude Code. */
  function home() {
    const folder = tempFolder();
    const cwd = join(folder, "project");
    mkdirSync(join(cwd, ".git"), { recursive: true });
    for (const [index, text] of rules.entries()) {
      const about = { session: `s-${index}`, at: `2026-01-0${index + 1}T10:00:00.000Z` };
      const file = writeClaudeSession(folder, cwd, about);
      appendFileSync(file, `${claudePrompt({ ...about, folder: cwd, text })}\n`);
    }
    return { HOME: folder, cwd };
  }

  type Answer = readonly [question: string, keys: string];

  /** Types each answer once its question stands on the screen, and gives all that was written there. */
  function talk(
    { HOME, cwd }: ReturnType<typeof home>,
    args: string,
    answers: readonly Answer[],
    editor = "",
  ) {
    const { PATH = "" } = process.env;
    const env = { PATH, HOME, USER: "kim", TERM: "dumb", NO_COLOR: "1", EDITOR: editor };
    const child = spawn("script", ["-qec", `${process.execPath} ${main} ${args}`, "/dev/null"], { cwd, env });
    const left = [...answers];
    let screen = "";
    let read = 0;
    return new Promise<{ readonly screen: string; readonly code: number | null }>((done) => {
      child.stdout.on("data", (chunk) => {
        screen += chunk;
        const [question, keys] = left[0] ?? ["", ""];
        const at = question === "" ? -1 : screen.indexOf(question, read);
        if (at === -1) return;
        read = at + question.length;
        left.shift();
        child.stdin.write(keys);
      });
      child.on("close", (code) => done({ screen, code }));
    });
  }

  it("init asks whether to learn from past sessions, and learns after a yes", async () => {
    const here = home();
    const { screen, code } = await talk(here, "init --claude-code", [
      ["Write this? [y/N]", "y\r"],
      ["Learn from the 2 sessions that coding agents had here?", "y\r"],
    ]);
    expect(code).toBe(0);
    expect(screen).toContain("Learned from 4 calls of 2 sessions.");
    expect(screen).toContain("2 rules that you may have stated");
  });

  it("lessons review takes single keys, and lessons edit opens the editor", async () => {
    const here = home();
    await talk(here, "learn", []);
    const { screen, code } = await talk(here, "lessons review", [
      ["1 of 2", "r"],
      ["2 of 2", "a"],
    ]);
    expect({ code, last: screen.trim().split("\n").at(-1) }).toEqual({
      code: 0,
      last: "1 accepted, 1 rejected, 0 still waiting",
    });
    const listed = await talk(here, "lessons list --state active", []);
    const id = /directive-\w+/.exec(listed.screen)?.[0];
    await talk(here, `lessons edit ${id}`, [], "sed -i s/commit/push/");
    expect((await talk(here, "lessons list --state active", [])).screen).toContain("before you push.");
  });

  it("lessons review ends with Ctrl-C, and decides nothing", async () => {
    const here = home();
    await talk(here, "learn", []);
    // The list of keys, shown for a wrong one, tells that the program reads single keys now.
    const { screen } = await talk(here, "lessons review", [
      ["1 of 2", "x"],
      ["q quit", "\u0003"],
    ]);
    expect(screen).toContain("0 accepted, 0 rejected, 2 still waiting");
  });
});
