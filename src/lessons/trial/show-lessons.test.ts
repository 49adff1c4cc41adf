import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataOf } from "../../../tests/support/host-session.js";
import { openInsights } from "../../../tests/support/insights.js";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { contextOver } from "../../../tests/support/team.js";
import { defaults } from "../../base/config/settings.js";
import { MemoryStore } from "../../log/store/memory.js";
import { estimateTokens } from "../../reading/language/estimate-tokens.js";
import { chooseLessons } from "./show-lessons.js";

const sources = join(import.meta.dirname, "../..");

describe("what is shown", () => {
  it("only one file of the sources records that a lesson was shown", () => {
    const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !/\.(?:test|contract)\.ts$/.test(file))
      .filter((file) => /type: "lesson-exposed"/.test(readFileSync(join(sources, file), "utf8")));
    expect(files).toEqual([join("lessons", "trial", "show-lessons.ts")]);
  });

  it.each([
    ["a line that takes all that is left of a session's tokens is shown", 0, 2],
    ["a line that takes one token more is not", -1, 1],
  ])("%s", async (_name, change, count) => {
    const lines = ["one", "two"].map((name) => ({
      lesson: `failure-${name.repeat(4)}`,
      text: `"deploy ${name}" fails here: unknown option`,
    }));
    const needed = lines.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    const reflection = { ...defaults.reflection, sessionTokens: needed + change };
    const ledger = ledgerOver({ config: { ...defaults, reflection } });
    const context = contextOver(new MemoryStore(), "test", { ledger });
    const showing = { run: "r", task: "t", phase: "p", moment: "call", fresh: true } as const;
    const { shown } = await ledger.read((reader) => chooseLessons(context, reader, showing, lines));
    expect(shown.map(({ lesson }) => lesson)).toEqual(lines.slice(0, count).map(({ lesson }) => lesson));
  });

  it("a session is told at most 800 tokens of failures", async () => {
    const { ws } = await openInsights();
    const kinds = Array.from(
      { length: 60 },
      (_, n) => `--option-${String.fromCharCode(97 + (n % 26), 97 + n)}`,
    );
    const call = (session: string, input: string, exitCode: number, output: string) =>
      ws.reflect({
        tool: "Bash",
        input,
        output,
        facts: { exitCode },
        phase: session,
        taskId: session,
        run: session,
      });
    for (const option of kinds) {
      await call("first", `deploy site ${option}`, 1, `unknown option: ${option}`);
      await call("first", "deploy site", 0, "ok");
    }
    const told: string[] = [];
    for (const option of kinds)
      told.push((await call("second", `deploy site ${option}`, 1, `unknown option: ${option}`)).told);
    expect(told[0]).toContain("what worked once: `deploy site`");
    expect(told.at(-1)).toBe("");
    const shown = await dataOf(ws, "lesson-exposed");
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.map(({ text }) => String(text).length).reduce((sum, each) => sum + each, 0)).toBeLessThan(
      4 * 800,
    );
  });
});
