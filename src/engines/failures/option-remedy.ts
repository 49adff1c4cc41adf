import { afterCd, commandWords, inBackticks, sharedPart } from "./command-text.js";
import { missesPath } from "./folder-remedy.js";
import type { FailedCall } from "./remedy.js";

/** Half of the other words of the failed call. */
const nearlySame = 0.5;

/**
 * The same program without the option, script or argument that the cause names, or with another in its place.
 * Undefined when the cause names none, or when the call has another purpose.
 */
export function optionAdvice(failed: FailedCall, before: string, after: string): string | undefined {
  const [one, other] = [commandWords(afterCd(before).rest), commandWords(afterCd(after).rest)];
  const spoken = spokenWord(failed, one);
  if (spoken === undefined) return fewerArguments(failed, one, other) ?? otherValue(failed, one, other);
  if (other.some((word) => word === spoken || word.startsWith(`${spoken}=`))) return undefined;
  const rest = one.filter((word) => word !== spoken);
  if (sharedPart(rest, other) < nearlySame) return undefined;
  const added = other.filter((word) => !one.includes(word));
  return spoken.startsWith("-")
    ? aboutOption(failed.program, spoken, added)
    : aboutName(failed.program, spoken, other, added);
}

/** The word of the failed call that the cause names: an option, a script, a sub-command. */
function spokenWord({ named, cause }: FailedCall, before: readonly string[]): string | undefined {
  if (named === "" || named.includes("/") || /^-+$/.test(named) || missesPath(cause)) return undefined;
  const spelled = named.length === 1 ? `-${named}` : named;
  const found = before.find(
    (word) => word === spelled || word === `--${named}` || word.startsWith(`${spelled}=`),
  );
  return found?.replace(/^(--[\w-]+)=.*$/, "$1");
}

function aboutOption(program: string, spoken: string, added: readonly string[]): string {
  const options = added.filter((word) => /^--?[a-z]/i.test(word));
  if (options.length === 1 && added.length <= 2)
    return `call \`${program}\` with ${inBackticks(added.join(" "))} instead of \`${spoken}\``;
  return `call \`${program}\` without \`${spoken}\``;
}

/** A script or sub-command of which only a similar one exists. */
function aboutName(
  program: string,
  spoken: string,
  other: readonly string[],
  added: readonly string[],
): string | undefined {
  const name = added.find((word) => isSimilar(word, spoken)) ?? (added.length === 1 ? added[0] : undefined);
  const at = other.indexOf(name ?? "");
  const start = program.split(" ");
  if (name === undefined || at < 1 || name.startsWith("-") || !other.includes(start[0] ?? ""))
    return undefined;
  return `use \`${program} ${name}\`, not \`${program} ${spoken}\``;
}

/** One begins with the other, lacks a letter of it, or has two letters swapped. */
function isSimilar(one: string, other: string): boolean {
  const [short = "", long = ""] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 3 || short[0] !== long[0]) return false;
  const sorted = (word: string) => [...word].sort().join("");
  return long.startsWith(short) || sorted(one) === sorted(other) || lacksOneLetter(short, long);
}

function lacksOneLetter(short: string, long: string): boolean {
  const at = [...long].findIndex((letter, place) => letter !== short[place]);
  return long.length === short.length + 1 && long.slice(at + 1) === short.slice(at);
}

/** Nearly all of the words: the purpose is the same. */
const mostlySame = 0.7;

/** The option that the cause speaks of, with another value. */
function otherValue({ cause, program }: FailedCall, one: readonly string[], other: readonly string[]) {
  const option = one.find((word, at) => {
    const name = /^--([a-z][\w-]{2,30})$/.exec(word)?.[1];
    const now = other.indexOf(word);
    if (name === undefined || now === -1 || one[at + 1] === other[now + 1]) return false;
    return new RegExp(`\\b${name}\\b`, "i").test(cause) || cause.includes(one[at + 1] ?? "\n");
  });
  if (option === undefined || sharedPart(one, other) < mostlySame) return undefined;
  const value = other[other.indexOf(option) + 1] ?? "";
  return value.startsWith("-") || value === ""
    ? undefined
    : `call \`${program}\` with ${inBackticks(`${option} ${value}`)}`;
}

/** Too many arguments, and the same works with fewer of them. */
function fewerArguments({ cause, program }: FailedCall, one: readonly string[], other: readonly string[]) {
  if (!/\bargs?\b|arguments?\b/i.test(cause) || other.length >= one.length || sharedPart(other, one) < 1)
    return undefined;
  return `give \`${program}\` fewer arguments: ${inBackticks(other.join(" "))}`;
}
