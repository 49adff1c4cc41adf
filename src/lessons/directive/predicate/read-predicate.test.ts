import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPredicate } from "./read-predicate.js";

describe("a predicate", () => {
  it.each([
    ["grep:console\\.log\\(:src/**/*.ts", { kind: "grep", pattern: "console\\.log\\(", glob: "src/**/*.ts" }],
    ["grep:a:b:*.ts", { kind: "grep", pattern: "a:b", glob: "*.ts" }],
    ["grep:a\\:b:*.ts", { kind: "grep", pattern: "a\\:b", glob: "*.ts" }],
    ["grep:a\\\\:*.ts", { kind: "grep", pattern: "a\\\\", glob: "*.ts" }],
    ["grep: two words :*.ts", { kind: "grep", pattern: " two words ", glob: "*.ts" }],
    ["grep:[^\\n]x:*", { kind: "grep", pattern: "[^\\n]x", glob: "*" }],
    ["file_modified:docs/CHANGELOG.md", { kind: "file_modified", path: "docs/CHANGELOG.md" }],
    ["file_not_modified:package-lock.json", { kind: "file_not_modified", path: "package-lock.json" }],
    ["file_not_modified:-rf", { kind: "file_not_modified", path: "-rf" }],
    ["file_not_modified:with space.txt", { kind: "file_not_modified", path: "with space.txt" }],
    ["tool:npm run lint", { kind: "tool", words: ["npm", "run", "lint"] }],
    ["tool:npm test -- -t 'two words'", { kind: "tool", words: ["npm", "test", "--", "-t", "two words"] }],
  ])("the predicate %j is read", (text, predicate) => {
    expect(readPredicate(text)).toEqual({ predicate });
  });

  it.each([
    ["", 0, "starts with"],
    ["rm -rf .", 0, "starts with"],
    ["GREP:a:*", 0, "starts with"],
    [" grep:a:*", 0, "a space"],
    ["grep:a:* ", 8, "a space"],
    ["grep:abc", 8, "needs a glob"],
    ["grep:a\\:b", 9, "needs a glob"],
    ["grep::*.ts", 5, "needs a regex"],
    ["grep:a:", 7, "needs a path"],
    ["grep:a\\nb:*", 6, "\\n"],
    ["grep:\\Aa:*", 5, "\\A"],
    ["grep:a\\z:*", 6, "\\z"],
    ["grep:\\Qa\\E:*", 5, "\\Q"],
    ["grep:(?-m)^a:*", 5, "flag m"],
    ["grep:x(?im:^a):*", 6, "flag m"],
    ["grep:a:/etc/*", 7, "relative"],
    ["grep:a:C:/x", 9, "relative"],
    ["grep:a:../*", 7, ".."],
    ["grep:a:src/../../*", 11, ".."],
    ["grep:a:{..,src}/*", 7, ".."],
    ["grep:a:src\\*", 10, "backslash"],
    ["grep:a:.git/*", 7, "git's own"],
    ["grep:a:src/[a-", 11, "["],
    ["grep:a:src/**.ts", 11, "**"],
    ["grep:a:{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", 37, "more than 64"],
    ["grep:a:{a,{b,c}}", 7, "inside braces"],
    ["grep:a:{a", 7, "not closed"],
    ["file_modified:", 14, "needs a path"],
    ["file_modified:/etc/passwd", 14, "relative"],
    ["file_modified:../secret", 14, ".."],
    ["file_modified:a/../../secret", 16, ".."],
    ["file_modified:a//b", 16, "empty part"],
    ["file_modified:src/", 18, "empty part"],
    ["file_modified:./a", 14, "must not hold ."],
    ["file_modified:a\\b", 15, "backslash"],
    ["file_modified:C:\\x", 14, "relative"],
    ["file_modified:.GIT/config", 14, "git's own"],
    ["file_modified:sub/.git./config", 18, "git's own"],
    ["file_modified:git~1/config", 14, "git's own"],
    ["file_modified:a\u0000b", 15, "cannot see"],
    ["file_modified:a\nb", 15, "cannot see"],
    ["file_modified:a\u202eb", 15, "cannot see"],
    ["file_modified:a\u200bb", 15, "cannot see"],
    ["file_modified:a\u00a0b", 15, "cannot see"],
    ["file_modified:a\ud800", 15, "cannot see"],
    ["grep:a\u2028b:*", 6, "cannot see"],
    ["tool:", 5, "needs a command"],
    ["tool:npm test && rm x", 14, "no shell"],
    ["tool:npm test; rm x", 13, "no shell"],
    ["tool:echo $HOME", 10, "no shell"],
    ["tool:echo `id`", 10, "no shell"],
    ["tool:echo $(id)", 10, "no shell"],
    ["tool:cat <x", 9, "no shell"],
    ["tool:echo *.ts", 10, "no shell"],
    ["tool:npm run 'lint", 13, "not closed"],
  ])("the predicate %j is refused at character %i: %s", (text, position, about) => {
    const parsed = readPredicate(text);
    expect(parsed).toMatchObject({ position, error: expect.stringContaining(about) });
  });

  it("a predicate has at most 500 characters", () => {
    expect(readPredicate(`grep:${"a".repeat(493)}:*`)).toHaveProperty("predicate");
    expect(readPredicate(`grep:${"a".repeat(494)}:*`)).toMatchObject({ position: 500 });
  });

  it("any text is read, or refused at a place in it", () => {
    const start = fc.constantFrom("", "grep:", "file_modified:", "file_not_modified:", "tool:");
    fc.assert(
      fc.property(start, fc.string({ unit: "binary", maxLength: 60 }), (prefix, rest) => {
        const text = prefix + rest;
        const parsed = readPredicate(text);
        if ("predicate" in parsed) expect(JSON.stringify(parsed.predicate)).not.toContain('"../');
        else {
          expect(parsed.position).toBeGreaterThanOrEqual(0);
          expect(parsed.position).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});
