import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { executionOutputs } from "./execution-outputs.js";

const fence = (info: string, ...lines: readonly string[]) => ["```".concat(info), ...lines, "```"].join("\n");
const after = (lead: string, ...lines: readonly string[]) => `${lead}\n${fence("", ...lines)}`;
const shown = (text: string) => text.replace(/^/gm, "> ");

const outputs: readonly (readonly [string, string])[] = [
  ["a prompt and a line", fence("console", "$ npm test", "3 passed")],
  ["shell-session", fence("shell-session", "$ git status --short", " M src/a.ts")],
  ["text", fence("text", "$ node a.js", "undefined")],
  ["output", fence("output", "$ ls", "a.ts")],
  ["bash with a prompt", fence("bash", "$ ./run.sh", "done: 4 files")],
  ["no info string", fence("", "$ npx tsc --noEmit", "src/a.ts(3,1): error TS2322: no")],
  ["an info string with more", fence("console title=run", "$ ls", "a.ts")],
  ["tildes", "~~~console\n$ ls\na.ts\n~~~"],
  ["an angle prompt with a program", fence("console", "> npm run lint", "All good, 12 files")],
  ["an angle prompt with a path", fence("console", "> ./gradlew test", "BUILD SUCCESSFUL in 3s")],
  ["a prompt with a host", fence("console", "dev@box:~/repo$ make", "make: *** [all] Error 2")],
  ["PowerShell", fence("powershell", "PS C:\\repo> npm test", "12 passing")],
  ["Python's prompt", fence("pycon", ">>> parse('')", "Traceback (most recent call last):")],
  ["a variable before the command", fence("console", "$ CI=1 npm test", "12 passing")],
  ["a continued command", fence("console", "$ curl -s \\", "    localhost:1", "curl: (7) Failed to connect")],
  ["a here-document and its output", fence("console", "$ cat <<EOF | wc -l", "one", "EOF", "1")],
  ["the second of two commands printed", fence("console", "$ npm ci", "$ npm test", "1 failed")],
  ["in a list item", `1. I ran it:\n\n    \`\`\`console\n    $ npm test\n    3 passed\n    \`\`\``],
  ["Output: with a count of tests", after("Output:", "Tests: 3 failed, 10 passed, 13 total")],
  ["Ran `npm test`:", after("Ran `npm test`:", " Test Files  1 failed | 3 passed (4)")],
  ["an empty line between", `Output:\n\n${fence("", "FAIL src/a.test.ts")}`],
  ["emphasis", after("**Output of `pytest`:**", "FAILED (failures=1)")],
  [
    "a stack trace",
    after("The stack trace:", "TypeError: x is not a function", "    at main (/r/src/a.ts:3:9)"),
  ],
  ["Java's stack trace", after("It failed with:", "\tat com.acme.Main.run(Main.java:12)")],
  [
    "Python's traceback",
    after("Running it printed:", "Traceback (most recent call last):", '  File "a.py", line 3'),
  ],
  ["Go's tests", after("Executed `go test ./...`:", "--- FAIL: TestParse (0.00s)", "FAIL\tacme/p\t0.012s")],
  ["Rust's compiler", after("stderr:", "error[E0308]: mismatched types")],
  ["an exit code", after("Ran the script:", "Process exited with code 137")],
  ["npm's error", after("I re-ran the install, output:", "npm ERR! code ERESOLVE")],
  ["a compiler's line", after("gcc reported:", "a.c:3:5: error: expected ';'")],
  [
    "a code frame in between",
    after("Output:", "AssertionError: expected 1 to be 2", " 3| const a = 1;", " 4|", "  at a.ts:3:1"),
  ],
  ["TAP", after("Output of `node --test`:", "not ok 1 - parses", "# pass 3")],
];

const none: readonly (readonly [string, string])[] = [
  ["nothing", ""],
  ["prose", "I ran the tests and all 12 passed."],
  ["prose with a command", "I ran `npm test` and it exited with code 1."],
  ["an empty block", fence("console")],
  ["a block of empty lines", fence("output", "", "  ", "")],
  ["a command alone", fence("console", "$ npm test")],
  ["commands alone", fence("bash", "$ npm ci", "$ npm test")],
  ["commands without prompts", fence("bash", "npm ci", "npm test")],
  ["a prompt and a script", fence("bash", "$ cd packages/a", "npm test", "git push")],
  ["a command and an ellipsis", fence("console", "$ npm test", "...", "…")],
  ["a command and a comment", fence("console", "$ npm test", "# all pass")],
  ["a command and a placeholder", fence("console", "$ npm test", "[output omitted]")],
  ["a command and its continuation", fence("console", "$ curl \\", "  --silent http://a")],
  ["a here-document alone", fence("console", "$ cat > a <<'EOF'", "one", "two", "EOF")],
  ["source", fence("ts", "const a = 1;")],
  ["source with a name like a prompt", fence("js", "$ = require('jquery')", "$ x")],
  ["a transcript that is called source", fence("ts", "$ npm test", "3 passed")],
  ["JSON", after("Output:", "{", '  "passed": 3', "}")],
  ["a diff", fence("diff", "- 3 passed", "+ 4 passed")],
  ["an unclosed block", "```console\n$ npm test\n3 passed"],
  ["in a quote", shown(fence("console", "$ npm test", "3 passed"))],
  ["in a comment", `<!--\n${fence("console", "$ npm test", "3 passed")}\n-->`],
  ["in a longer fence", `\`\`\`\`md\n${fence("console", "$ npm test", "3 passed")}\n\`\`\`\``],
  ["no word of running before it", fence("", "Tests: 3 failed, 10 passed")],
  ["a line that is not an introduction", after("I ran the tests.", "Tests: 3 failed, 10 passed")],
  ["two empty lines between", `Output:\n\n\n${fence("", "FAIL src/a.test.ts")}`],
  ["a paragraph between", `Output:\n\nWell.\n${fence("", "FAIL src/a.test.ts")}`],
  ["Output: and prose", after("Output:", "it looks good to me")],
  ["Output: and source", after("Output:", 'throw new Error("x");', "return 1;", "// exit code 1")],
  [
    "source that ends in an error's name",
    after("Running this:", "if (a) {", "  throw new TypeError();", "}"),
  ],
  ["Expected output:", after("Expected output:", "Tests: 3 failed, 10 passed")],
  ["Example output:", after("Example output:", "Tests: 3 failed, 10 passed")],
  ["would print:", after("Running it would print:", "TypeError: x is not a function")],
  ["should fail with:", after("It should have failed with:", "Error: no")],
  ["was not run", after("I did not run it; the output:", "3 passed")],
  ["an expected transcript", after("You should see:", "$ npm test", "3 passed")],
  ["a sum of money", fence("text", "$ 5 per month", "and 3 per seat")],
  ["a formula", fence("text", "$ x = y $", "where y is small")],
  ["a mail", fence("text", "> I think so", "So do I")],
  ["a plan", after("Plan, to be executed:", "1. run the tests", "2. fix them")],
  ["indented, outside of a list", "Output:\n\n    $ npm test\n    3 passed"],
];

describe("the output of programs", () => {
  it.each(outputs)("a text with %s shows the output of a program", (_what, text) => {
    expect(executionOutputs(text)).toBe(1);
    expect(executionOutputs(text.replaceAll("\n", "\r\n"))).toBe(1);
  });

  it.each(none)("a text with %s does not show the output of a program", (_what, text) => {
    expect(executionOutputs(text)).toBe(0);
  });

  it("outputs are counted block by block", () => {
    const blocks = [...outputs, ...none.filter(([what]) => what !== "an unclosed block")].map(
      ([, text]) => text,
    );
    expect(executionOutputs(blocks.join("\n\nAnd so on.\n\n"))).toBe(outputs.length);
  });

  it("a quotation never counts as output, whatever it holds", () => {
    const text = fc.array(fc.constantFrom(...[...outputs, ...none].map(([, each]) => each), "x"), {
      maxLength: 6,
    });
    fc.assert(fc.property(text, (texts) => executionOutputs(shown(texts.join("\n"))) === 0));
  });

  it.each(["$ npm test\n", "Output:\n", "```\n", "a".repeat(999).concat("\n"), "x y@z ", "    at "])(
    "a megabyte of %j is read to its end",
    (noise) => {
      const much = noise.repeat(Math.ceil(1_000_000 / noise.length));
      expect(executionOutputs(`${fence("console", "$ npm test", "3 passed")}\n\n${much}`)).toBeGreaterThan(0);
      expect(executionOutputs(`Output:\n~~~\n${much}\n3 passed\n~~~`)).toBeLessThanOrEqual(1);
    },
  );
});
