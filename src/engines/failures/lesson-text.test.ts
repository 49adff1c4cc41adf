import { describe, expect, it } from "vitest";
import { failureText, type WordedFailure } from "./lesson-text.js";

const failed: WordedFailure = {
  ...{ tool: "Edit", program: "Edit", named: "", kind: "host", files: [], wording: null },
  cause: "String to replace not found in file.",
};
const sessions = (count: number) => Array.from({ length: count }, (_, place) => `s${place}`);

/** The line of a failure that came in so many sessions and that its remedy undid in some of them. */
function lineOf(count: number, undoneIn: number, advice: string, changes: Partial<WordedFailure> = {}) {
  const remedies = [{ advice, sessions: sessions(Math.min(undoneIn, 50)) }];
  const known = { sessions: sessions(Math.min(count, 50)), sessionCount: count, remedies, word: null };
  return failureText({ ...failed, ...known, ...changes });
}

describe("the line of a failure lesson", () => {
  it.each([
    [1, 1, "What worked once:"],
    [2, 2, "What worked in 2 sessions:"],
    [9, 1, "What worked in 1 of 9 sessions:"],
    [23, 20, "What worked in 20 of 23 sessions:"],
    [107, 90, "What worked in at least 50 sessions:"],
  ])(
    "the line of a failure lesson says of %i sessions and %i in which it was undone: %s",
    (count, undoneIn, said) => {
      expect(lineOf(count, undoneIn, "read it again")).toBe(
        `"Edit" often fails: "String to replace not found in file". ${said} "read it again"`,
      );
    },
  );

  it("the line of a failure lesson names the path that the remedy is about", () => {
    const cause = "no such file or directory: /tmp/test-env";
    const line = lineOf(1, 1, "first run `mkdir -p /tmp/test-env`", {
      tool: "Bash",
      program: "shell",
      cause,
    });
    expect(line).toContain(`"no such file or directory: /tmp/test-env"`);
  });

  it("the line of a failure lesson says a long remedy without what not to do, rather than cut", () => {
    const name = "entire-engineering:research:best-practices-researcher";
    const short = `give \`subagent_type\` as \`${name}\``;
    expect(lineOf(1, 1, `${short}, not \`best-practices-researcher\``)).toContain(`once: "${short}"`);
  });
});
