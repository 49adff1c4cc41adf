/** What a line of a failing program is a sign of. `run`: of any program that fails. */
export type FailureKind = "test" | "lint" | "build" | "run";

type Table = readonly (readonly [FailureKind, string, readonly RegExp[]])[];

/**
 * Lines that test runners, linters, compilers, task runners and interpreters write when they fail. Each is
 * looked for in single lines without the label of a task runner before them. A count must not be zero: "0
 * failed, 12 passed" is no failure.
 */
const table: Table = [
  [
    "test",
    "a test runner's report of failures",
    [
      /^FAIL(?:ED)?(?:\s|$|:)|^-{3} FAIL: |^FAILURES!|^FAILED \(|^test result: FAILED|^not ok \d/,
      /^(?:Tests?|Test (?:Files|Suites)):?\s+(?:\d+ \w+[,|]\s*)?[1-9]\d* failed\b/i,
      /^=+ (?:\d+ \w+, ){0,6}[1-9]\d* (?:failed|errors?)\b|^=+ .{0,80}\b[1-9]\d* (?:failed|errors?)\b.{0,80} in [\d.]+s/,
      /^[1-9]\d* (?:failing|failed|failures?)\b|\b(?:passed|passing|skipped|pass)[,;|]\s*[1-9]\d* (?:failed|failing|failures?)\b/i,
      /\b\d+ (?:tests?|examples?|specs?|assertions?|scenarios?|runs?), .{0,60}\b[1-9]\d* (?:failed|failures?|errors?)\b/i,
      /\bTests run: \d+, Failures: (?:[1-9]|0, Errors: [1-9])|^# fail [1-9]|^\s{0,4}[1-9]\d* fail$|^Failed!\s+- Failed:/,
    ],
  ],
  [
    "lint",
    "a linter's count of problems",
    [
      /^[1-9]\d* issues?:/,
      /^[✖✗x×] ?[1-9]\d* problems? \((?!0 errors)/i,
      /^Found [1-9]\d* (?:errors?|issues?|problems?|warnings?|files? with)\b/i,
      /\b[1-9]\d* offenses? detected|^Code style issues found|^\d+ files? would be reformatted|^would reformat /i,
      /^Your code has been rated at [\d.-]+\/10/,
    ],
  ],
  [
    "build",
    "a compiler's error",
    [
      /^(?:\.{0,2}\/)?[\w@.+/\\-]{1,200}\.\w{1,8}:\d+(?::\d+)?:? (?!(?:warning|note|info|hint)\b)(?:(?:fatal )?error\b|syntax error|undefined|cannot |could not |.{0,200}(?:undefined|undeclared|not used|mismatch|redeclared|not enough arguments|too many arguments|missing return|no new variables|does not implement|expected ))/i,
      /\berror TS\d{3,5}\b|^error(?:\[E\d+\])?: (?:could not compile|aborting|cannot find|mismatched|unresolved|expected)/,
      /^\S{1,200}\(\d+,\d+\): error\b|^\S{1,200}:\d+:\d+ - error\b|^✘ \[ERROR\]|^ERROR in \S|^Module not found: /,
      /\[(?:build|setup) failed\]|^BUILD FAIL(?:ED|URE)|^\[ERROR\] |^FAILURE: Build failed|^Failed to compile|^no Go files in /,
      /^ninja: build stopped|^collect2: error|^ld: |^clang: error|^cc1?: |^(?:\w+ )?Build failed\b/i,
    ],
  ],
  [
    "run",
    "a task runner's report of failure",
    [
      /^npm (?:ERR!|error)|^make(?:\[\d+\])?: \*\*\* |\bELIFECYCLE\b|^error (?:Command failed|Script)|^(?:\w+ )?ERROR (?:task|no task|error)\b/,
      /^error: (?:script|recipe|command) .{0,200}(?:exited|failed)|^task: Failed to run|^##\[error\]|^(?:ERR_PNPM|ERR!)\b/i,
      /^(?:Error: )?(?:Process|Command|Script)? ?(?:exit(?:ed)?|failed|terminated) (?:with )?(?:exit )?(?:code|status) [1-9]\d*\b/i,
    ],
  ],
  [
    "run",
    "an interpreter's stack trace or crash",
    [
      /^Traceback \(most recent call last\)|^panic: |^fatal error: |^thread '.{0,80}' panicked at|^Exception in thread|^Unhandled (?:exception|rejection)/i,
      /^Uncaught \w{0,60}(?:Error|Exception)\b|^node:internal\/\w|^Node\.js v\d/,
      /^Segmentation fault|^Bus error|^Aborted \(core dumped\)|^Killed(?:$|: \d)|^Abort trap/,
    ],
  ],
];

/** The line that tells of a failure, with the kind of program that writes such a line. */
export interface FailureSign {
  readonly kind: FailureKind;
  readonly says: string;
  /** As printed, with the label of its task. */
  readonly line: string;
}

/** `[lint:go] …`, as task runners put before each line. */
const label = /^\[[\w:./-]{1,60}\] /;

/** An output that is all signs of failure needs no more of them. */
const mostSigns = 100;

/** The lines that tell of a failure, in the order of the table. */
export function failureSigns(lines: readonly string[]): readonly FailureSign[] {
  const bare = lines.map((line) => ({ line, text: line.replace(label, "").trimStart() }));
  return table.flatMap(([kind, says, patterns]) =>
    bare
      .filter(({ text }) => text !== "" && patterns.some((pattern) => pattern.test(text)))
      .slice(0, mostSigns)
      .map(({ line }) => ({ kind, says, line })),
  );
}
