/** Lines that never state a cause: headings, frames of a stack, progress, logs, hints, what passed. */
export const nonCauseLines: readonly RegExp[] = [
  /^[^\p{L}\p{N}]*$/u,
  /^#{1,6} /,
  /^\S+:\d+: : # /,
  /^exit (?:code|status):? -?\d+$/i,
  /^=== (?:RUN|PAUSE|CONT|NAME)\b/,
  /^\s*(?:ok|PASS|✓|✔|√|\(pass\)|\? )\s/,
  /^ok \d/,
  /^\s+at \S+ ?\(?.{0,300}[:)]\d*/,
  /^\s+File ".{1,300}", line \d+/,
  /^goroutine \d+ \[/,
  /^\s+\S+\.go:\d+ \+0x/,
  /^(?:hint|note|help|tip|info|debug|trace|notice):? /i,
  /^\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d\S* (?:INFO|DEBUG|TRACE|WARN)/,
  /^\[?(?:INFO|DEBUG|TRACE)\]?:? /,
  /^(?:npm (?:warn|notice)|warning|warn|DeprecationWarning)\b/i,
  /^\[warn\] (?!\S{1,200}\.\w{1,5}$)/i,
  /^\(node:\d+\) /,
  /^npm (?:ERR!|error) (?:code|errno|path|command|lifecycle|syscall|a complete log|enoent this|\s|type|cwd)/i,
  /^npm (?:ERR!|error)$/i,
  /^\$ \S/,
  /^> \S/,
  /^(?:Usage|Flags|Options|Commands|Examples?|Available Commands|Global Flags)s?:/,
  /^\s{2,}-{1,2}\w/,
  progress(),
  /^From \S+:|^ \* branch /,
  /^(?:make(?:\[\d+\])?: \*\*\* (?!No rule|No targets|missing sep))/,
  /^(?:error Command failed| ?ELIFECYCLE)/,
  /^(?:\w+ )?ERROR task failed/i,
  /^\d+ issues?:$|^\d+ problems?\b|^Found \d+ errors?\b/i,
  /^\* \w+: \d+$/,
  /^\[(?:main|master|HEAD|detached)\b.{0,80}\] /,
  /^\s*\d+ files? changed\b/,
  /^exit status \d+$/i,
  /^\w{1,20} aborted!$/,
  /^collect2: error: ld returned/,
  /^(?:Oh no!|Oops!) /,
  /^- (?:hook id|exit code|duration): /,
  /^FAIL(?:\s+\S+(?:\s+[\d.]+m?s|\s+\(cached\))?)?$/,
  /^\[ERROR\] Failed to execute goal(?!.*: (?:Could not|Unknown|No |Fatal|Error))/,
  /^\[ERROR\] (?:Tests run:|There are test failures|-> \[Help|To see the full|Re-run Maven|$)/,
];

/** `Installing dependencies from lock file`: what a program is about to do, unless it says that it cannot. */
function progress(): RegExp {
  const doing = [
    ...[
      "Rebasing",
      "Auto-merging",
      "Counting",
      "Compressing",
      "Writing",
      "Receiving",
      "Resolving",
      "Verifying",
    ],
    ...[
      "Downloading",
      "Compiling",
      "Building",
      "Installing",
      "Checking",
      "Fetching",
      "Updating",
      "Validating",
    ],
    ...["Scanning", "Determining", "Restoring", "Preparing", "Starting", "Cloning", "Pulling", "Loading"],
    ...["Inspecting", "Watching", "Creating", "Connecting", "Waiting", "Collecting", "Generating"],
  ];
  return new RegExp(
    `^\\s*(?:${doing.join("|")}) (?!.*\\b(?:error|fail|cannot|could not|unable|denied))`,
    "i",
  );
}

export function mayStateCause(line: string): boolean {
  return !nonCauseLines.some((pattern) => pattern.test(line));
}

/** `[lint:go] …`, as task runners put before each line. */
export const taskLabel = /^\[(?!ERROR|WARN|INFO|FATAL|error|warn|info)[\w:./-]{1,60}\] /;

/** Programs draw their errors into a frame, and write a time before what they log. */
const box = /^[│║┃] ?/;
const logTime = /^\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?Z? (?=\S)(?!(?:INFO|DEBUG|TRACE|WARN))/;

export function withoutLabel(line: string): string {
  return line.replace(taskLabel, "").replace(box, "").replace(logTime, "");
}
