import { oneOf } from "../../../../reading/language/patterns.js";

/**
 * Programs that a prompt line may begin with where the prompt alone does not say enough, and that begin a
 * line of a script.
 */
const programs = new Set(
  [
    "npm npx pnpm yarn bun deno node tsc tsx vitest jest mocha eslint biome prettier playwright cypress",
    "python python3 pytest pip pip3 uv poetry tox ruff mypy ruby bundle rspec rake rails php composer",
    "phpunit",
    "cargo rustc go make cmake ctest ninja bazel gcc clang mvn gradle java javac kotlinc dotnet swift mix",
    "elixir",
    "git gh hg docker docker-compose kubectl helm terraform ansible psql mysql sqlite3 redis-cli curl wget",
    "ssh",
    "bash sh zsh ls cd cat grep rg find sed awk head tail wc diff jq echo pwd env export which sudo time",
    "timeout",
    "mkdir rm cp mv touch chmod source set",
  ]
    .join(" ")
    .split(" "),
);
/**
 * `$ npm test`, `user@host:~/x$ npm test`, `❯ npm test`, `PS C:\x> npm test`, `>>> f(1)`. Sums of money and
 * formulas are no commands.
 */
const surePrompt = new RegExp(
  [
    "^\\s{0,8}(?:(?:\\([\\w.-]{1,40}\\) )?",
    "(?:[\\w.-]{1,60}@[\\w.-]{1,60}[^$#%]{0,120}[$#%]|\\$|❯|➜|PS [^>]{1,200}>)",
    " (?=[\"'./~@\\w])(?!\\d)|>>> (?=.{0,200}[(=]))(?!.{0,400}\\$\\s{0,8}$)",
  ].join(""),
);
/** `> npm test`: also a quote or the second line of a command, so it must name a program. */
const anglePrompt = /^\s{0,8}(?:>|%) ([\w./-]{1,80})/;
const leftOut = oneOf("output, omitted, snip(?:ped)?, truncated, elided, same as, no output, empty");
/** Stands for output that was left out. */
const placeholder = new RegExp(
  [
    "^[\\s.…·\\-_=*#]*$",
    `^\\s*[[(<{][^\\])>}]{0,60}\\b${leftOut}\\b[^\\])>}]{0,60}[\\])>}]\\s*$`,
    "^\\s*(?:no output|nothing|etc\\.?|\\[?snip\\]?)\\s*$",
  ].join("|"),
  "i",
);

/**
 * Whether lines are what a terminal shows: a prompt with a command and, below it, something the command
 * printed. Further commands, their continuation lines, comments and marks for left-out lines are no output.
 */
export function isTranscript(lines: readonly string[]): boolean {
  let prompted = false;
  let continued = false;
  let heredoc: string | undefined;
  for (const line of lines) {
    if (heredoc !== undefined) {
      if (line.trim() === heredoc) heredoc = undefined;
      continue;
    }
    const prompt = isPrompt(line);
    if (prompted && !prompt && !continued && isPrinted(line)) return true;
    const isCommandLine: boolean = prompt || continued;
    heredoc = isCommandLine ? /<<-?\s{0,3}['"]?(\w{1,40})/.exec(line.slice(0, 400))?.[1] : undefined;
    continued = isCommandLine && /(?:\\|\||&&)\s{0,8}$/.test(line.slice(-20));
    prompted ||= prompt;
  }
  return false;
}

function isPrompt(line: string): boolean {
  const [, program] = anglePrompt.exec(line) ?? [];
  return (
    surePrompt.test(line) || (program !== undefined && (programs.has(program) || program.startsWith("./")))
  );
}

function isPrinted(line: string): boolean {
  const short = line.slice(0, 200);
  return !placeholder.test(short) && !/^\s*(?:#|\/\/)/.test(short) && !isCommand(short);
}

/** `npm test`, but not `npm ERR! …` or `make: *** …`, which programs print. */
function isCommand(line: string): boolean {
  const [, program = "", rest = ""] =
    /^\s*(?:[A-Z_]{1,40}=\S{0,80} )?([\w./-]{1,80})(?:$| (.*))/.exec(line) ?? [];
  return programs.has(program) && !/^(?:ERR!|WARN|error|warn|info|notice|version|v\d)/.test(rest);
}

const counted = oneOf("tests?, specs?, examples?, assertions?, suites?, files?, checks?");
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
  new RegExp(`\\b\\d+ ${counted}?,? ?(?:passed|failed|passing|failing|skipped|pending)\\b`, "i"),
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
  new RegExp(
    [
      '^\\s*(?:Uncaught |Unhandled |Exception in thread "[^"]{1,80}" )?(?:[a-z_]{1,60}\\.){0,8}',
      "[A-Z]\\w{0,80}(?:Error|Exception)(?: \\[\\w{1,60}\\])?: ",
    ].join(""),
  ),
  /\berror (?:TS\d{3,5}|CS\d{4}|C\d{4})\b/,
  /^error(?:\[E\d{4}\])?: /,
  /^\S{1,200}:\d+:\d+: (?:fatal )?(?:error|warning|note)\b/,
  /^(?:npm (?:ERR!|error)|fatal|bash|sh|zsh|make(?:\[\d+\])?|curl|E): /,
  /^npm (?:ERR!|error) /,
  /^\s*[✖×] \d+ problems? \(/,
];
const keywords = oneOf(
  "import, export, const, let, var, function, class, interface, type, def, return, if, for, while, else",
  "elif",
  "try, catch, except, public, private, protected, static, async, await, package, use, fn, func, struct",
  "enum",
  "#include, @\\w+, \\/\\/, \\/\\*, \\*",
);
const source = new RegExp(`[;{}]\\s*$|^\\s*${keywords}(?![\\w:-])`);
/** A line of output is recognised by its start; a minified one may be of any length. */
const charsRead = 400;

/** Whether lines have the shape of a program's output, and are for the most part not source. */
export function looksLikeOutput(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== "").map((line) => line.slice(0, charsRead));
  const shaped = written.some((line) => signatures.some((signature) => signature.test(line)));
  return shaped && 2 * written.filter((line) => source.test(line.trimEnd())).length < written.length;
}
