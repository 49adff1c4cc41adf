/** Lines that never state a cause: headings, frames of a stack, progress, logs, hints, what passed. */
export const neverACause: readonly RegExp[] = [
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
  /^(?:npm (?:warn|notice)|warning|warn|\[warn\]|DeprecationWarning)\b/i,
  /^\(node:\d+\) /,
  /^npm (?:ERR!|error) (?:code|errno|path|command|lifecycle|syscall|a complete log|enoent this|\s|type|cwd)/i,
  /^npm (?:ERR!|error)$/i,
  /^\$ \S/,
  /^> \S/,
  /^(?:Usage|Flags|Options|Commands|Examples?|Available Commands|Global Flags)s?:/,
  /^\s{2,}-{1,2}\w/,
  /^(?:Rebasing|Auto-merging|Counting|Compressing|Writing|Receiving|Resolving|Downloading|Compiling|Building) /,
  /^From \S+:|^ \* branch /,
  /^(?:make(?:\[\d+\])?: \*\*\* (?!No rule)|error Command failed|ELIFECYCLE| ELIFECYCLE)/,
  /^(?:\w+ )?ERROR task failed/i,
  /^\d+ issues?:$|^\d+ problems?\b|^Found \d+ errors?\b/i,
  /^\* \w+: \d+$/,
  /^\[(?:main|master|HEAD|detached)\b.{0,80}\] /,
  /^\s*\d+ files? changed\b/,
  /^exit status \d+$/i,
  /^FAIL(?:\s+\S+(?:\s+[\d.]+m?s|\s+\(cached\))?)?$/,
  /^\[ERROR\] (?:Failed to execute goal|Tests run:|There are test failures|-> \[Help|To see the full|Re-run Maven|$)/,
];

export function mayStateCause(line: string): boolean {
  return !neverACause.some((pattern) => pattern.test(line));
}

/** `[lint:go] …`, as task runners put before each line. */
const label = /^\[(?!ERROR|WARN|INFO|FATAL|error|warn|info)[\w:./-]{1,60}\] /;

export function withoutLabel(line: string): string {
  return line.replace(label, "");
}
