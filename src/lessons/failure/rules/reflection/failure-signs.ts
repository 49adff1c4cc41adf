import type { FailureKind } from "./program-kinds.js";

/** `[lint:go] …`, as task runners put before each line. */
const taskLabel = /^\[(?!ERROR|WARN|INFO|FATAL|error|warn|info)[\w:./-]{1,60}\] /;

/** Lines that one sort of program writes when it fails. */
interface SignRow {
  readonly kind: FailureKind;
  readonly says: string;
  readonly patterns: readonly RegExp[];
}

/**
 * Lines that test runners, linters, compilers, task runners and interpreters write when they fail. Each is
 * looked for in single lines, without the label that a task runner put before them. A count must not be zero:
 * "0 failed, 12 passed" is not a failure.
 */
export const signTable: readonly SignRow[] = [
  {
    kind: "test",
    says: "a test runner's report of failures",
    patterns: [
      /^FAIL(?:ED)?(?:\s|$|:)/,
      /^-{3} FAIL: /,
      /^FAILURES!/,
      /^FAILED \(/,
      /^test result: FAILED/,
      /^not ok \d/,
      /^(?:Tests?|Test (?:Files|Suites)):?\s+(?:\d+ \w+[,|]\s*)?[1-9]\d* failed\b/i,
      /^=+ (?:\d+ \w+, ){0,6}[1-9]\d* (?:failed|errors?)\b/,
      /^=+ .{0,80}\b[1-9]\d* (?:failed|errors?)\b.{0,80} in [\d.]+s/,
      /^[1-9]\d* (?:failing|failed|failures?)\b/i,
      /^[1-9]\d* errors? in [\d.]+s\b/,
      /\b(?:passed|passing|skipped|pass)[,;|]\s*[1-9]\d* (?:failed|failing|failures?)\b/i,
      /\b[1-9]\d* (?:failed|failing|failures?)[,;|]\s*\d+ (?:passed|passing|skipped)\b/i,
      /\b\d+ (?:tests?|examples?|specs?), .{0,60}\b[1-9]\d* (?:failed|failures?|errors?)\b/i,
      /\b\d+ (?:assertions?|scenarios?|runs?), .{0,60}\b[1-9]\d* (?:failed|failures?|errors?)\b/i,
      /\bTests run: \d+, Failures: (?:[1-9]|0, Errors: [1-9])/,
      /^# fail [1-9]/,
      /^\s{0,4}[1-9]\d* fail$/,
      /^Failed!\s+- Failed:/,
    ],
  },
  {
    kind: "lint",
    says: "a linter's count of problems",
    patterns: [
      /^[1-9]\d* issues?:/,
      /^[✖✗x×] ?[1-9]\d* problems? \((?!0 errors)/i,
      /^Found [1-9]\d* (?:errors?|issues?|problems?|warnings?|files? with)\b/i,
      /\b[1-9]\d* offenses? detected/i,
      /^(?:\[warn\] )?Code style issues found/i,
      /^\d+ files? would be reformatted/i,
      /^would reformat /i,
      /^Your code has been rated at [\d.-]+\/10/,
      /^[1-9]\d* errors?, \d+ warnings?\b/,
      /^\S{1,200}\.py:\d+:\d+: [A-Z]{1,3}\d{3,4} /,
      /^\S{1,200}\.go:\d+(?::\d+)?: .{1,300} \([A-Za-z][\w-]{2,30}\)$/,
      /^\S{1,200}\.proto:\d+:\d+:\S/,
      /\bSC\d{4} \((?:error|warning|info|style)\): /,
      /^Diff in \S{1,300}:\d+:$/,
      /\.{5,}Failed$/,
    ],
  },
  {
    kind: "build",
    says: "a compiler's error",
    patterns: [
      ...compilerErrors(),
      /\berror TS\d{3,5}\b/,
      /^error(?:\[E\d+\])?: (?:could not compile|aborting|cannot find|mismatched|unresolved|expected)/,
      /^\S{1,200}\(\d+,\d+\): error\b/,
      /^\S{1,200}:\d+:\d+ - error\b/,
      /^✘ \[ERROR\]/,
      /^ERROR in \S/,
      /^Module not found: /,
      /\[(?:build|setup) failed\]/,
      /^BUILD FAIL(?:ED|URE)/,
      /^\[ERROR\] (?:Failed to execute goal|COMPILATION ERROR|Tests run:|The goal|Unknown lifecycle)/,
      /^\[error\] \S/,
      /: error (?:CS|MSB|NU|FS|BC)\d{4}: /,
      /^CMake Error\b/,
      /\bimport cycle not allowed$/,
      /^FAILURE: Build failed/,
      /^Failed to compile/,
      /^no Go files in /,
      /^ninja: build stopped/i,
      /^collect2: error/i,
      /^ld: /i,
      /^clang: error/i,
      /^cc1?: /i,
      /^(?:\w+ )?Build failed\b/i,
    ],
  },
  {
    kind: "run",
    says: "a task runner's report of failure",
    patterns: [
      /^npm (?:ERR!|error)/,
      /^make(?:\[\d+\])?: \*\*\* /,
      /\bELIFECYCLE\b/,
      /^error (?:Command failed|Script)/,
      /^(?:\w+ )?ERROR (?:task|no task|error)\b/,
      /^error: (?:script|recipe|command) .{0,200}(?:exited|failed)/i,
      /^task: Failed to run/i,
      /^##\[error\]/i,
      /^ERR_PNPM_\w/,
      /^│ Error: \S/,
      /^(?:Error: )?(?:Process|Command|Script)? ?exit(?:ed)? (?:with )?(?:exit )?(?:code|status) [1-9]\d*\b/i,
      /^(?:Error: )?(?:Process|Command|Script)? ?failed (?:with )?(?:exit )?(?:code|status) [1-9]\d*\b/i,
      /^(?:Error: )?(?:Process|Command|Script)? ?terminated (?:with )?(?:exit )?(?:code|status) [1-9]\d*\b/i,
    ],
  },
  {
    kind: "run",
    says: "an interpreter's stack trace or crash",
    patterns: [
      /^Traceback \(most recent call last\)/i,
      /^panic: /i,
      /^fatal error: /i,
      /^thread '.{0,80}' panicked at/i,
      /^Exception in thread/i,
      /^Unhandled (?:exception|rejection)/i,
      /^Uncaught \w{0,60}(?:Error|Exception)\b/,
      /^node:internal\/\w/,
      /^Node\.js v\d/,
      /^Segmentation fault/,
      /^Bus error/,
      /^Aborted \(core dumped\)/,
      /^Killed(?:$|: \d)/,
      /^Abort trap/,
      /^\S{1,300}:\d+:in .{1,120}: .{1,300} \((?:\w{1,60}::){0,4}\w{1,60}\)$/,
      /^(?:PHP )?(?:Fatal|Parse) error: +\S/,
    ],
  },
];

/** `file:line:column: …` with what compilers say of an error there, and not of a warning. */
function compilerErrors(): readonly RegExp[] {
  const place = String.raw`^(?:\.{0,2}\/)?[\w@.+/\\-]{1,200}\.\w{1,8}:\d+(?::\d+)?:? `;
  // What a linter finds ends with the name of its rule.
  const notWarning = String.raw`(?!(?:warning|note|info|hint)\b)(?!.* \([a-z][\w-]{2,30}\)$)`;
  const atOnce = ["(?:fatal )?error\\b", "syntax error", "undefined", "cannot ", "could not "];
  const anywhere = [
    "undefined",
    "undeclared",
    "not used",
    "mismatch",
    "redeclared",
    "not enough arguments",
    "too many arguments",
    "missing return",
    "no new variables",
    "does not implement",
    "expected ",
  ];
  return [
    new RegExp(`${place}${notWarning}(?:${atOnce.join("|")})`, "i"),
    new RegExp(`${place}${notWarning}.{0,200}(?:${anywhere.join("|")})`, "i"),
  ];
}

/** A line that reports a failure, with the kind of program that writes such a line. */
export interface FailureSign {
  readonly kind: FailureKind;
  readonly says: string;
  /** As printed, with the label of its task. */
  readonly line: string;
}

/** Each pattern of the table needs one of these, so that one look passes over an ordinary line. */
const mayBeSign = new RegExp(
  [
    "fail",
    "error",
    "not ok",
    "issue",
    "problem",
    "offense",
    "reformat",
    "rated",
    "style",
    "diff in",
    "SC\\d",
    "undefined",
    "undeclared",
    "not used",
    "mismatch",
    "redeclared",
    "arguments",
    "missing",
    "no new",
    "not implement",
    "expected",
    "cannot",
    "could not",
    "not found",
    "go files",
    "ninja",
    "ld:",
    "clang",
    "cc1?:",
    "\\*\\*\\*",
    "npm",
    "ELIFE",
    "ERR_",
    "exit",
    "terminated",
    "traceback",
    "panic",
    "exception",
    "unhandled",
    "uncaught",
    "node:internal",
    "node\\.js v",
    "segmentation",
    "abort",
    "killed",
    ":in ",
    "cycle",
    "\\.(?:py|go|proto):\\d",
  ].join("|"),
  "i",
);

/** A compiler begins its lines at the margin; a test that passes logs such lines, indented. */
function hasSign(kind: FailureKind, text: string, patterns: readonly RegExp[]): boolean {
  const looked = kind === "build" ? text : text.trimStart();
  return patterns.some((pattern) => pattern.test(looked));
}

/** An output that is all signs of failure needs no more of them. */
const mostSigns = 100;

/** The lines that report a failure, in the order of the table. */
export function failureSigns(lines: readonly string[]): readonly FailureSign[] {
  const bare = lines
    .filter((line) => mayBeSign.test(line))
    .map((line) => ({ line, text: line.replace(taskLabel, "") }));
  return signTable.flatMap(({ kind, says, patterns }) =>
    bare
      .filter(({ text }) => text !== "" && hasSign(kind, text, patterns))
      .slice(0, mostSigns)
      .map(({ line }) => ({ kind, says, line })),
  );
}
