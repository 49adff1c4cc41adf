/**
 * Lines that programs print and people hardly write. Each is tested against the first characters of a line.
 */
const signatures: readonly RegExp[] = [
  // How a process ended.
  /\bexit(?:ed)?(?: with)?(?: code| status)?[:= ] ?-?\d{1,3}\b/i,
  /\b(?:Segmentation fault|core dumped|Killed|Aborted)\b/,
  /\b(?:command not found|No such file or directory|Permission denied|Connection refused)\b/,
  /^real\s+\d+m[\d.]+s/,
  /^Done in [\d.]+ ?m?s\b/,
  // Counts of tests.
  /\b\d+ (?:tests?|specs?|examples?|assertions?|suites?|files?|checks?)?,? ?(?:passed|failed|passing|failing|skipped|pending)\b/i,
  /\b\d+ (?:examples?|tests?|runs?|assertions?), ?\d+ (?:failures?|assertions?|errors?)\b/i,
  /^\s*(?:Tests|Test Suites|Test Files|Tests run):?\s+\d+/,
  /^Ran \d+ tests? in [\d.]+ ?m?s/,
  /\bFAILED \((?:failures|errors)=\d+/,
  /^OK \(\d+ tests?/,
  /^\s*--- (?:FAIL|PASS|SKIP): \S+ \([\d.]+s\)/,
  /^(?:ok|FAIL)\s+\S+\s+(?:[\d.]+s|\(cached\))/,
  /^(?:PASS|FAIL)\s+\S+\.\w+/,
  /^\s*[✓✔✗✘×√●] .{1,150}\(?\b[\d.]+ ?m?s\)?\s*$/,
  /^# (?:tests|pass|fail) \d+$/,
  /^(?:not )?ok \d+ - \S/,
  // Stack traces.
  /^\s+at .{0,200}\(?[^\s()]{1,200}:\d+(?::\d+)?\)?\s*$/,
  /^\s+at [\w.$<>]{1,200}\([\w. ]{1,100}\)\s*$/,
  /^Traceback \(most recent call last\):/,
  /^\s*File ".{1,200}", line \d+/,
  /^goroutine \d+ \[/,
  /^thread '.{1,80}' panicked at /,
  /^panic: /,
  // Errors and warnings.
  /^\s*(?:Uncaught |Unhandled |Exception in thread "[^"]{1,80}" )?(?:[a-z_]{1,60}\.){0,8}[A-Z]\w{0,80}(?:Error|Exception)(?: \[\w{1,60}\])?: /,
  /\berror (?:TS\d{3,5}|CS\d{4}|C\d{4})\b/,
  /^error(?:\[E\d{4}\])?: /,
  /^\S{1,200}:\d+:\d+: (?:fatal )?(?:error|warning|note)\b/,
  /^(?:npm (?:ERR!|error)|fatal|bash|sh|zsh|make(?:\[\d+\])?|curl|E): /,
  /^npm (?:ERR!|error) /,
  /^\s*[✖×] \d+ problems? \(/,
];
const source =
  /[;{}]\s*$|^\s*(?:import|export|const|let|var|function|class|interface|type|def|return|if|for|while|else|elif|try|catch|except|public|private|protected|static|async|await|package|use|fn|func|struct|enum|#include|@\w+|\/\/|\/\*|\*)(?![\w:-])/;
/** A line of output says what it is at its start; a minified one may be of any length. */
const charsRead = 400;

/** Whether lines have the shape of a program's output, and are for the most part not source. */
export function looksLikeOutput(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== "").map((line) => line.slice(0, charsRead));
  const shaped = written.some((line) => signatures.some((signature) => signature.test(line)));
  return shaped && 2 * written.filter((line) => source.test(line.trimEnd())).length < written.length;
}
