import { baseName, lengthOfOption } from "./program-words.js";

/**
 * Programs that run the program behind them: their options that take the next word, and how many words stand
 * before it.
 */
const rows: readonly (readonly [names: string, valued: string, words: number])[] = [
  [
    "sudo",
    "-u -g -h -p -C -D -R -T -U -r -t --user --group --host --prompt --chdir --chroot --role --type",
    0,
  ],
  ["doas", "-u -C", 0],
  ["env", "-u -C -S --unset --chdir --split-string", 0],
  [
    "xargs gxargs",
    "-n -I -J -L -P -R -S -s -d -E -a --max-args --max-procs --max-lines --max-chars --delimiter --arg-file",
    0,
  ],
  ["parallel", "-j -a -S --jobs --arg-file", 0],
  ["timeout gtimeout", "-s -k --signal --kill-after", 1],
  ["nice", "-n --adjustment", 0],
  ["ionice", "-c -n --class --classdata", 0],
  ["chrt taskset", "", 1],
  ["time gtime", "-f -o --format --output", 0],
  ["stdbuf", "-i -o -e --input --output --error", 0],
  ["exec", "-a", 0],
  ["caffeinate", "-t -w", 0],
  ["strace ltrace", "-e -o -p -s -u", 0],
  ["flock", "-w -E --timeout --wait", 1],
  ["watch", "-n --interval", 0],
  ["command builtin nohup setsid unbuffer chronic busybox source .", "", 0],
  ["function", "", 1],
  ["bash sh zsh dash ksh ash fish", "-o -O --rcfile --init-file", 0],
];

const wrappers: ReadonlyMap<string, { readonly valued: ReadonlySet<string>; readonly words: number }> =
  new Map(
    rows.flatMap(([names, valued, words]) =>
      names.split(" ").map((name) => [name, { valued: new Set(valued.split(" ")), words }] as const),
    ),
  );

/** Words before a program that are no program: they open a block or negate. */
const keywords = new Set("if then elif else while until do ! { } coproc".split(" "));
const setting = /^[A-Za-z_]\w{0,200}(?:\[[^\]]{0,200}\])?\+?=/;

/** Where the program stands, behind keywords and settings of variables. */
export function startOfProgram(words: readonly string[]): number {
  const start = words.findIndex((word) => !keywords.has(word) && !setting.test(word));
  return start === -1 ? words.length : start;
}

/**
 * The commands that this one runs with words of its own: `sudo -u root x`, `timeout 5 x`, `find . -exec x ;`.
 */
export function programsRunBy(words: readonly string[]): readonly (readonly string[])[] {
  const name = baseName(words[0] ?? "");
  if (name === "find") return runByFind(words);
  const wrapper = wrappers.get(name);
  if (wrapper === undefined) return [];
  const start = startOfOperands(words, wrapper.valued);
  if (isShell(name) && takesScript(words.slice(1, start))) return [];
  const inner = words.slice(start + wrapper.words);
  return inner.length > 0 ? [inner] : [];
}

/** The place of the first word behind the program that is no option and no value of one. */
export function startOfOperands(words: readonly string[], valued: ReadonlySet<string>): number {
  let at = 1;
  while (words[at]?.startsWith("-") || (words[0] === "bash" && words[at]?.startsWith("+"))) {
    if (words[at] === "--") return at + 1;
    at += lengthOfOption(words[at] ?? "", valued);
  }
  return at;
}

export function isShell(name: string): boolean {
  return /^(?:ba|z|da|k|a|fi)?sh$/.test(name);
}

/** Whether a shell's options say that its first operand is a script: `-c`, `-lc`. */
export function takesScript(options: readonly string[]): boolean {
  return options.some((word) => /^-[A-Za-z]{0,8}c[A-Za-z]{0,8}$/.test(word));
}

/** The options of a wrapping program that take the next word. */
export function valuedOptions(name: string): ReadonlySet<string> {
  return wrappers.get(name)?.valued ?? new Set();
}

function runByFind(words: readonly string[]): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  let start: number | undefined;
  for (const [at, word] of words.entries()) {
    if (start === undefined && /^-(?:exec|ok)(?:dir)?$/.test(word)) start = at + 1;
    else if (start !== undefined && (word === ";" || word === "+")) {
      found.push(words.slice(start, at));
      start = undefined;
    }
  }
  return start === undefined ? found : [...found, words.slice(start)];
}
