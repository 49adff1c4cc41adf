import { describe, expect, it } from "vitest";
import {
  editsFiles,
  isLook,
  isSure,
  keptCall,
  plainText,
  valuesOf,
  withHiddenProse,
  withoutProse,
} from "./call.js";

describe("a command line", () => {
  it.each([
    ["npm test", true],
    ["cd web && npm test", true],
    ["npm test | tail -5", false],
    ["npm test; echo done", false],
    ["npm test || true", false],
    ["npm test\nnpm run lint", false],
    ["echo 'a; b | c'", true],
    ["set -o pipefail && npm test | tee log", true],
  ])("of %j the exit status tells the truth: %j", (text, sure) => {
    expect(isSure(text)).toBe(sure);
  });

  it.each([
    ["ls -la && git status", true],
    ["cat a.txt | head -3", true],
    ["tool --help", true],
    ["sed -n 1,5p a.txt", true],
    ["sed -i s/a/b/ a.txt", false],
    ["echo x > a.txt", false],
    ["echo x 2>/dev/null", true],
    ["ls && npm install", false],
  ])("%j only looks: %j", (text, looks) => {
    expect(isLook(text)).toBe(looks);
  });

  it.each([
    ["echo x > src/a.ts", true],
    ["sed -i s/a/b/ a.txt", true],
    ["cat > a.py <<'EOF'\nx\nEOF", true],
    ["npm test > /tmp/out.txt 2>&1", false],
    ["npm test 2>/dev/null", false],
    ["git commit -m \"$(cat <<'EOF'\nx > y\nEOF\n)\"", false],
  ])("%j edits a file: %j", (text, edits) => {
    expect(editsFiles(text)).toBe(edits);
  });

  it("is the same without what shortens its output", () => {
    expect(plainText("npm test 2>&1 | grep -v ok | head -20")).toBe("npm test");
    expect(plainText("npm test \\\n  -- a.test.ts")).toBe("npm test -- a.test.ts");
  });
});

describe("a call is kept without what was written for people", () => {
  it.each([
    ["git commit -m 'Fix the till' && git push", 'git commit -m "…" && git push'],
    ['git commit -am "it\'s done"', 'git commit -am "…"'],
    ["git commit -m \"$(cat <<'EOF'\nFix\n\nSigned-off-by: ada\nEOF\n)\" && ls", 'git commit -m "…" && ls'],
    ["gh pr create --title=\"A\" --body 'B'", 'gh pr create --title="…" --body "…"'],
    ["cat > a.txt <<EOF && ls\nhello\nEOF", "cat > a.txt <<EOF && ls\n…\nEOF"],
    ["cat <<'END'\nnever closed", "cat <<'END'\n…\nEND"],
    ["python -m pytest tests/a.py", "python -m pytest tests/a.py"],
  ])("%j as %j", (text, kept) => {
    expect(withoutProse(text)).toBe(kept);
    expect(withoutProse(kept)).toBe(kept);
  });

  it("which is compared by digests of its words", () => {
    const one = withHiddenProse("git commit -m 'the till counts'");
    expect(one).not.toMatch(/till|counts/);
    const said = /-m "([^"]+)"/.exec(one)?.[1];
    expect(withHiddenProse("say --body 'the till counts'")).toBe(`say --body "${said}"`);
    expect(withHiddenProse("cat <<'EOF' > a\nthe till\nEOF")).toMatch(/^cat <<'EOF' > a\n\w{6} \w{6}\nEOF$/);
    expect(withoutProse(one)).toBe('git commit -m "…"');
  });

  it("but arguments of other tools are kept", () => {
    const call = { tool: "note", sort: "other" as const, text: '{"text":"say -m \'x\'"}' };
    expect(keptCall(call)).toEqual(call);
  });
});

it("arguments of a tool are read without their names, also when they were cut off", () => {
  const call = { tool: "search", sort: "other" as const };
  expect(valuesOf({ ...call, text: '{"query":"a b","page":{"size":2,"at":null}}' })).toBe("a b 2");
  expect(valuesOf({ ...call, text: '{"query":"a b","pa' })).not.toContain("query");
});
