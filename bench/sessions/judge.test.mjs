import { expect, it } from "vitest";
import { isAbout, isSameCall, isSameLine, namesRemedy, printedLines, quotesFailure } from "./judge.mjs";
import { callText, coreOf, overlap, wordsOf } from "./words.mjs";

const changed = { failed: "deploy --fast app", remedy: "deploy --slow app" };
const remedies = [
  ["a quoted call with the remedy's words", "`deploy --slow api`", changed, true],
  ["the failed call itself", "`deploy --fast app`", changed, false],
  ["prose with the word that came", "call it with --slow instead", changed, true],
  ["another word", "call it with --quiet instead", changed, false],
  [
    "the remedy only before the mark",
    "`deploy --slow app` failed: no. What worked once: `ls`",
    changed,
    false,
  ],
  ["what to leave out", "without `--fast`", { failed: "deploy --fast app", remedy: "deploy app" }, true],
  ["a near word", "`python3 run.py`", { failed: "python run.py", remedy: "/usr/bin/python3 run.py" }, true],
  ["another folder", "`make all`", { failed: "cd sub && make all", remedy: "make all" }, true],
  [
    "the folder that failed",
    "`cd sub && make all`",
    { failed: "cd sub && make all", remedy: "make all" },
    false,
  ],
  [
    "another message",
    '`tool note -m "b"`',
    { failed: 'tool add -m "first text"', remedy: 'tool note -m "one two three four five six"' },
    true,
  ],
  ["a label without a call", "`deploy --slow app`", { failed: "deploy", remedy: "" }, false],
];
it.each(remedies)("namesRemedy judges %s", (_, text, label, right) => {
  expect(namesRemedy(text, label)).toBe(right);
});

const call = {
  tool: "Bash",
  input: { command: "frob build --all" },
  output: "Exit code 2\nerror: no rule named 'x'",
};
const abouts = [
  ["the same call, whatever it printed", "`frob build --all` failed: boom. What worked: `y`", true],
  [
    "the program and the printed line",
    '"frob" fails here: "error: no rule named \'z\'". What worked: `y`',
    true,
  ],
  ["the printed line of another program", '"grob": "error: no rule named". What worked: `y`', false],
  ["the program and another line", '"frob" fails here: "out of memory". What worked: `y`', false],
  ["the call in the remedy alone", "`other` failed: boom. What worked: `frob build --all`", false],
];
it.each(abouts)("isAbout knows a line with %s", (_, text, about) => {
  expect(isAbout(text, call)).toBe(about);
});

it("isAbout takes fifteen words of a long printed line, which is quoted cut", () => {
  const words = Array.from(
    { length: 40 },
    (_, n) => `word${"abcdefghij"[n % 10]}${"abcd"[Math.floor(n / 10)]}`,
  );
  const long = { ...call, output: words.join(" ") };
  expect(isAbout(`"frob" failed: ${words.slice(0, 15).join(" ")}. What worked: x`, long)).toBe(true);
  expect(isAbout(`"frob" failed: ${words.slice(0, 14).join(" ")}. What worked: x`, long)).toBe(false);
});

it("isAbout takes six words of a printed line without the name of the program, and not five", () => {
  const printing = (output) => ({ ...call, output });
  const line = '"grob" fails: "the paths are ignored by git". What worked: `y`';
  expect(isAbout(line, printing("the paths are ignored by git"))).toBe(true);
  expect(isAbout(line, printing("the paths are ignored by"))).toBe(false);
});

it("quotesFailure finds what a line says to fail, not what it says to help", () => {
  expect(quotesFailure("`make` failed: no rule. What worked: `y`")).toBe(true);
  expect(quotesFailure("This failed before. What worked: `y`")).toBe(false);
  expect(quotesFailure("use `y`")).toBe(false);
});

it("printedLines leaves out what the host puts around an output", () => {
  expect(printedLines({ output: "Exit code 1\n\n  bad flag \n" })).toEqual(["bad flag"]);
  expect(printedLines({ output: "<tool_use_error>no such file</tool_use_error>" })).toEqual(["no such file"]);
});

it("isSameLine takes a part of a line, and never an empty one", () => {
  expect(isSameLine("error:  bad flag", "bad flag")).toBe(true);
  expect(isSameLine("", "bad flag")).toBe(false);
});

it("isSameCall looks past folders and what shortens an output", () => {
  const bash = (command) => ({ tool: "Bash", input: { command } });
  expect(isSameCall(bash("cd a && make x 2>&1 | tail -5"), bash("make x"))).toBe(true);
  expect(isSameCall(bash("make x"), bash("make y"))).toBe(false);
});

it("callText is a command, a text, or the values of an input", () => {
  expect(callText({ input: { command: "ls" } })).toBe("ls");
  expect(callText({ input: "ls" })).toBe("ls");
  expect(callText({ input: '{"path":"a","depth":2}' })).toBe("a 2");
  expect(callText({ input: { skill: "commit", args: null } })).toBe("commit");
});

it("coreOf leaves out piped texts", () => {
  expect(coreOf("cat > f <<'EOF'\nsecret\nEOF")).toBe("cat > f <<");
});

it("overlap counts a near word once", () => {
  expect(overlap(wordsOf("bun lint"), wordsOf("bun lint:fix"))).toBe(1);
  expect(overlap(wordsOf("a1 b1"), wordsOf("a1 c1"))).toBeCloseTo(1 / 3);
});
