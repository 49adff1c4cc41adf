/**
 * Programs that a prompt line may begin with where the prompt alone does not say enough, and that begin a
 * line of a script.
 */
const programs = new Set(
  [
    "npm npx pnpm yarn bun deno node tsc tsx vitest jest mocha eslint biome prettier playwright cypress",
    "python python3 pytest pip pip3 uv poetry tox ruff mypy ruby bundle rspec rake rails php composer phpunit",
    "cargo rustc go make cmake ctest ninja bazel gcc clang mvn gradle java javac kotlinc dotnet swift mix elixir",
    "git gh hg docker docker-compose kubectl helm terraform ansible psql mysql sqlite3 redis-cli curl wget ssh",
    "bash sh zsh ls cd cat grep rg find sed awk head tail wc diff jq echo pwd env export which sudo time timeout",
    "mkdir rm cp mv touch chmod source set",
  ]
    .join(" ")
    .split(" "),
);
/**
 * `$ npm test`, `user@host:~/x$ npm test`, `❯ npm test`, `PS C:\x> npm test`, `>>> f(1)`. Sums of money and
 * formulas are no commands.
 */
const surePrompt =
  /^\s{0,8}(?:(?:\([\w.-]{1,40}\) )?(?:[\w.-]{1,60}@[\w.-]{1,60}[^$#%]{0,120}[$#%]|\$|❯|➜|PS [^>]{1,200}>) (?=["'./~@\w])(?!\d)|>>> (?=.{0,200}[(=]))(?!.{0,400}\$\s{0,8}$)/;
/** `> npm test`: also a quote or the second line of a command, so it must name a program. */
const anglePrompt = /^\s{0,8}(?:>|%) ([\w./-]{1,80})/;
/** Stands for output that was left out. */
const placeholder =
  /^[\s.…·\-_=*#]*$|^\s*[[(<{][^\])>}]{0,60}\b(?:output|omitted|snip(?:ped)?|truncated|elided|same as|no output|empty)\b[^\])>}]{0,60}[\])>}]\s*$|^\s*(?:no output|nothing|etc\.?|\[?snip\]?)\s*$/i;

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
