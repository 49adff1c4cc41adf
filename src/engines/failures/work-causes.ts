import { type Cause, type CauseRow, firstByLine, firstByRow } from "./cause.js";

const place = String.raw`^(?:\.{0,2}[/\\])?[\w@.+/\\ -]{0,200}\.[A-Za-z]\w{0,7}`;

/** Findings of compilers, type checkers and linters at a place in the code. A warning is not one. */
const findingCauses: readonly CauseRow[] = [
  {
    pattern: /^\S{1,200}\.go:\d+(?::\d+)?: .{1,300} \([a-z][\w-]{2,30}\)$/,
    kind: "work",
    program: "golangci-lint",
  },
  { pattern: new RegExp(`${place}:\\d+:\\d+:? (?:- )?(?!warning|note|info|hint)\\S`), kind: "work" },
  { pattern: new RegExp(`${place}\\(\\d+,\\d+\\): (?:fatal )?error\\b`), kind: "work" },
  { pattern: new RegExp(`${place}:\\d+: (?!warning|note|info|hint|INFO|DEBUG|WARN)\\S`), kind: "work" },
  { pattern: new RegExp(`${place} ?\\(\\d+:\\d+\\): \\S`), kind: "work" },
  { pattern: /^\s{0,4}\d+:\d+\s+error\s+\S/, kind: "work" },
  { pattern: /^error\[E\d+\]: /, kind: "work" },
  { pattern: /^\[ERROR\] .{0,300}\.(?:java|kt|scala):\[?\d+/, kind: "work" },
  { pattern: /import cycle not allowed/, kind: "work", program: "go" },
  { pattern: /^ERROR in \S|^Module not found: /, kind: "work" },
  { pattern: /^✘ \[ERROR\] \S/ },
  { pattern: /\bSC\d{4} \(\w{4,8}\): /, kind: "work", program: "shellcheck" },
  { pattern: /^\[warn\] \S{1,200}\.\w{1,5}$/, kind: "work", program: "prettier" },
];

/** What a test reports of a failed expectation, the most telling first. */
const assertionCauses: readonly CauseRow[] = [
  { pattern: /^error: (?:expect|assert)/, kind: "work" },
  { pattern: /^\[ERROR\] +\w[\w.$]{2,120}:\d+ \S/, kind: "work" },
  { pattern: /^panic: (?!test timed out)/, kind: "work" },
  { pattern: /^E {2,8}\S/, kind: "work" },
  {
    pattern: /^\s{0,8}(?:AssertionError|AssertionFailedError|ComparisonFailure|\w+Exception)\b.{0,10}: \S/,
    kind: "work",
  },
  { pattern: /^\s{0,8}(?:\w{1,40}\.){0,6}\w{0,40}(?:Error|Exception)(?: \[\w+\])?: \S/, kind: "work" },
  { pattern: /^\s{0,12}Messages:\s+\S/, kind: "work" },
  { pattern: /^\s{0,8}Assert\.\w{1,40}\(|^\s{0,8}Assertion with |^Failed asserting that /, kind: "work" },
  { pattern: /^\s{0,8}\w[\w./-]{0,120}_test\.go:\d+: \S/, kind: "work" },
  { pattern: /^\s{0,12}Error:\s+\S/, kind: "work" },
  { pattern: /^\s{0,8}expect\(.{1,200}\)\.|^\s{0,8}(?:Expected|expected):? \S/, kind: "work" },
  { pattern: /^thread '.{0,80}' panicked at/, kind: "work" },
];

/** What names a failed test, where nothing says why it failed. */
const failedTests: readonly CauseRow[] = [
  { pattern: /^\s{0,8}(?:not ok \d+|\(fail\)|✗|✘|✖|×|●) \S/, kind: "work" },
  { pattern: /^\s{1,4}Failed [\w.]{3,200} \[/, kind: "work" },
  { pattern: /^\s{0,4}(?:-{3} FAIL: |FAIL(?:ED)?[:\s]\s?\S|# fail [1-9])/, kind: "work" },
];

/** Lines of a report that a run of tests, a build or a check as a whole has failed. */
const failedRun = new RegExp(
  `^(?:${[
    String.raw`\s{0,4}-{3} FAIL: `,
    String.raw`\s{0,4}FAIL(?:ED)?\b`,
    String.raw`not ok \d`,
    String.raw`\(fail\) `,
    "test result: FAILED",
    String.raw`\s*Tests?:?\s+.{0,40}\d+ failed`,
    String.raw`=+ .{0,80}\b\d+ (?:failed|errors?)\b`,
    String.raw`\s{0,4}[1-9]\d* (?:tests? )?(?:failing|failed|fail)\b`,
    String.raw`.{0,40}\b[1-9]\d* (?:failed|failures?)\b`,
    "Failures:",
    String.raw`Failed!\s+- Failed:`,
    String.raw`[1-9]\d* errors? in [\d.]+s`,
    "Test Suites: .{0,40}failed",
    "BUILD FAIL",
    "FAILURE: Build failed",
  ].join("|")})`,
);

const goFailed = /^\s{0,8}-{3} FAIL: /;
const goMessage = /^\s{0,12}[\w./-]{1,120}\.go:\d+: \S/;

/** Whether a report says that a run of tests, a build or a check failed as a whole. */
export function reportsFailedRun(lines: readonly string[]): boolean {
  return lines.some((line) => failedRun.test(line));
}

/** What a test, a compiler or a linter found wrong with the code. */
export function workCause(lines: readonly string[], stated: readonly string[]): Cause | undefined {
  const finding = firstByLine(findingCauses, stated);
  if (!reportsFailedRun(lines) || lines.some((line) => /\[(?:build|setup) failed\]/.test(line)))
    return finding;
  return (
    rustPanic(lines) ??
    goTestCause(lines) ??
    firstByRow(assertionCauses, stated) ??
    finding ??
    firstByRow(failedTests, stated)
  );
}

/**
 * A Go test logs and fails by lines of the same form: above its verdict with -v, below it without. Only the
 * words tell a failure from a log.
 */
function goTestCause(lines: readonly string[]): Cause | undefined {
  const verdict = lines.findIndex((line) => goFailed.test(line));
  if (verdict === -1) return undefined;
  const begins = /^=== (?:RUN|CONT|NAME)|^\s*-{3} /;
  const start = lines.findLastIndex((line, index) => index < verdict && begins.test(line));
  const ends = /^(?:\s*-{3} |===|FAIL|ok|panic:)/;
  const end = lines.findIndex((line, index) => index > verdict && ends.test(line));
  const block = [
    ...lines.slice(start + 1, verdict),
    ...lines.slice(verdict + 1, end === -1 ? undefined : end),
  ];
  const messages = block.filter(isGoMessage);
  const line =
    lines.find((each) => /^panic: (?!test timed out)/.test(each)) ??
    messages.find((each) => goComplaint.test(each)) ??
    block.find((each) => /^\s{0,12}Messages:\s+\S/.test(each)) ??
    block.find((each) => /^\s{0,12}Error:\s+\S/.test(each)) ??
    messages.at(-1);
  return line === undefined ? undefined : { line: line.trim(), kind: "work", program: "go" };
}

const goComplaint = new RegExp(
  `:\\d+: (?!note|warning).*\\b(?:${[
    ...["should", "expected", "want", "got", "failed", "must", "unexpected"],
    ...["error", "not", "cannot", "missing", "mismatch", "nil"],
  ].join("|")})\\b`,
  "i",
);

function isGoMessage(line: string): boolean {
  return goMessage.test(line) && !/ (?:INFO|DEBUG|WARN) | output: /.test(line);
}

/** Since Rust 1.73 the message of a panic stands on the line below its place. */
function rustPanic(lines: readonly string[]): Cause | undefined {
  const place = lines.findIndex((line) => /^thread '.{0,120}' panicked at .{1,200}:\d+:\d+:$/.test(line));
  const line = place === -1 ? "" : (lines[place + 1] ?? "").trim();
  return line === "" ? undefined : { line, kind: "work" };
}
