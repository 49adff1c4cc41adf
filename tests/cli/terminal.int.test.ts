import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stopServer } from "../../src/surfaces/server/control.js";
import { gone } from "../support/background-server.js";
import { patience } from "../support/patience.js";
import { type Answer, hasTerminal, talk } from "../support/talk.js";
import { tempFolder } from "../support/temp-folder.js";
import { claudePrompt, writeClaudeSession } from "../support/transcripts.js";

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

  function kim(
    { HOME, cwd }: ReturnType<typeof home>,
    args: string,
    answers: readonly Answer[],
    editor = "",
  ) {
    const env = { PATH: process.env.PATH ?? "", HOME, USER: "kim", EDITOR: editor, ...patience };
    return talk({ cwd, env }, args, answers);
  }

  it("init asks whether to learn from past sessions, and learns after a yes", async () => {
    const here = home();
    // Its check starts a server.
    onTestFinished(async () => gone(await stopServer({ HOME: here.HOME })));
    const { screen, code } = await kim(here, "init --claude-code", [
      ["Write this? [y/N]", "y\r"],
      ["Learn from the 2 sessions that coding agents had here?", "y\r"],
    ]);
    expect(code).toBe(0);
    expect(screen).toContain("Learned from 4 calls of 2 sessions.");
    expect(screen).toContain("2 rules that you may have stated");
  });

  it("lessons review takes single keys, and lessons edit opens the editor", async () => {
    const here = home();
    await kim(here, "learn", []);
    const { screen, code } = await kim(here, "lessons review", [
      ["1 of 2", "r"],
      ["2 of 2", "a"],
    ]);
    expect({ code, last: screen.trim().split("\n").at(-1) }).toEqual({
      code: 0,
      last: "1 accepted, 1 rejected, 0 still waiting",
    });
    const listed = await kim(here, "lessons list --state active", []);
    const id = /([0-9a-f]{8}) +active[^\n]*Always run/.exec(listed.screen)?.[1];
    await kim(here, `lessons edit ${id}`, [], "sed -i s/commit/push/");
    expect((await kim(here, "lessons list --state active", [])).screen).toContain("before you push.");
  });

  it("lessons review ends with Ctrl-C, and decides nothing", async () => {
    const here = home();
    await kim(here, "learn", []);
    const { screen, code } = await kim(here, "lessons review", [["1 of 2", "\u0003"]]);
    expect(code).toBe(0);
    expect(screen).toContain("0 accepted, 0 rejected, 2 still waiting");
  });
});
