import { isOneOf, lengthOfOption, wordSet } from "./words.js";

/** A program that runs another one. Lists of options are written with spaces between them. */
interface Row {
  readonly names: string;
  /** Options that take the next word. */
  readonly valued?: string;
  /** Operands of its own before the program: the duration of `timeout`, the lock of `flock`. */
  readonly operands?: number;
  /** What its options begin with; a dash, if not stated. */
  readonly signs?: string;
  /** Options with which it runs no program: `command -v`. */
  readonly idle?: string;
  /** Options whose value is a script. */
  readonly script?: string;
  /** It runs scripts only: its operands are not a command. */
  readonly onlyScripts?: boolean;
  /**
   * It is a program in its own right, and its end is not that of what it runs: `find -exec`, `trap`. A
   * wrapper without this mark stands for the program behind it.
   */
  readonly own?: boolean;
}

const rows: readonly Row[] = [
  {
    names: "sudo",
    valued:
      "-u -g -h -p -C -D -R -T -U -r -t --user --group --host --prompt --chdir --chroot --role --type " +
      "--close-from --command-timeout --other-user",
    idle: "-e -l -v --edit --list --validate",
  },
  { names: "doas", valued: "-u -a -C", idle: "-C -L" },
  { names: "pkexec", valued: "--user" },
  { names: "gosu su-exec", operands: 1 },
  { names: "chroot", operands: 1 },
  {
    names: "runuser",
    valued: "-u -g -G -s -w --user --group --supp-group --shell",
    script: "-c --command --session-command",
  },
  {
    names: "su script sg",
    valued: "-s -g -G -w --shell --group --supp-group",
    script: "-c --command --session-command",
    onlyScripts: true,
  },
  {
    names: "env",
    valued: "-u -C -S -P --unset --chdir --split-string",
    script: "-S --split-string",
  },
  {
    names: "xargs gxargs",
    valued:
      "-n -I -J -L -P -R -S -s -d -E -a --max-args --max-procs --max-lines --max-chars --delimiter " +
      "--arg-file --process-slot-var",
  },
  { names: "parallel", valued: "-j -a -S -n -N -I --jobs --arg-file --sshlogin --joblog --timeout --delay" },
  { names: "timeout gtimeout", valued: "-s -k --signal --kill-after", operands: 1 },
  { names: "nice gnice", valued: "-n --adjustment" },
  { names: "ionice", valued: "-c -n -p -P -u --class --classdata", idle: "-p -P -u --pid --pgid --uid" },
  { names: "chrt taskset", operands: 1, idle: "-p --pid" },
  { names: "time gtime", valued: "-f -o --format --output" },
  { names: "stdbuf gstdbuf", valued: "-i -o -e --input --output --error" },
  { names: "exec", valued: "-a" },
  { names: "caffeinate", valued: "-t -w" },
  {
    names: "strace",
    valued:
      "-E -I -O -P -S -U -X -a -b -e -o -p -s -u --attach --columns --env --output " +
      "--string-limit --trace --user",
  },
  {
    names: "ltrace",
    valued: "-A -D -F -a -e -l -n -o -p -s -u -w -x --align --config --debug --library --output --where",
  },
  {
    names: "flock",
    valued: "-w -E --timeout --wait --conflict-exit-code",
    operands: 1,
    script: "-c --command",
  },
  { names: "xvfb-run", valued: "-e -f -n -p -s -w --auth-file --error-file --server-num --server-args" },
  { names: "command", idle: "-v -V" },
  { names: "builtin noglob nocorrect nohup setsid unbuffer chronic busybox fakeroot" },
  {
    names: "bash sh zsh dash ksh ash fish",
    valued: "-o -O --rcfile --init-file",
    idle: "-n --no-execute",
    signs: "-+",
  },
  { names: "watch", valued: "-n --interval", onlyScripts: true },
  { names: "eval", onlyScripts: true },
  { names: "trap", onlyScripts: true, own: true },
  { names: "find gfind", own: true },
  { names: "source .", own: true },
  { names: "function", operands: 1, own: true },
];

export interface Wrapper {
  readonly valued: ReadonlySet<string>;
  readonly signs: string;
  readonly operands: number;
  readonly idle: ReadonlySet<string>;
  readonly script: ReadonlySet<string>;
  readonly onlyScripts: boolean;
  readonly own: boolean;
}

/** The programs that run other programs, by name. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map(
  rows.flatMap((row) => row.names.split(" ").map((name) => [name, wrapperOf(row)] as const)),
);

function wrapperOf(row: Row): Wrapper {
  const { signs = "-", operands = 0, onlyScripts = false, own = false } = row;
  const { valued = "", idle = "", script = "" } = row;
  const options = { valued: wordSet(valued), idle: wordSet(idle), script: wordSet(script) };
  return { ...options, signs, operands, onlyScripts, own };
}

export function isShell(name: string): boolean {
  return /^(?:ba|z|da|k|a|fi)?sh$/.test(name);
}

/** The first place from `from` on whose word is neither an option nor the value of one. */
export function behindOptions(words: readonly string[], { valued, signs }: Wrapper, from: number): number {
  let at = from;
  while (signs.includes(words[at]?.charAt(0) || "none")) {
    if (words[at] === "--") return at + 1;
    at += lengthOfOption(words[at] ?? "", valued);
  }
  return at;
}

/** Whether one of these options is among the words. */
export function hasOption(
  words: readonly string[],
  wanted: ReadonlySet<string>,
  { valued }: Wrapper,
): boolean {
  return wanted.size > 0 && words.some((word) => isOneOf(word, wanted, valued));
}
