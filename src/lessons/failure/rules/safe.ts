import { saysError } from "../../../reading/output.js";
import { readScript } from "../../../reading/shell/read.js";
import type { Command } from "../../../reading/shell/reading.js";
import { assignmentParts, baseName, isAssignment, isOption, wordSet } from "../../../reading/shell/words.js";
import { type QuotedCall, valuesOf } from "./call.js";

const silencing = new RegExp(
  [
    String.raw`--no-verify|--no-gpg-sign|--force\b|--skip|--ignore|--allow|--legacy-peer-deps|HUSKY=0`,
    String.raw`\|\|\s*(?:true|:|echo)|;\s*true\b|-f\b(?=.*\bgit (?:add|push))|\bgit (?:stash|reset --hard)`,
  ].join("|"),
  "g",
);

/** Whether a remedy differs from the failed call by what only makes a check silent. */
export function silencesACheck(failed: string, remedy: string): boolean {
  const before = new Set(failed.match(silencing));
  return (remedy.match(silencing) ?? []).some((sign) => !before.has(sign));
}

const takesAway = new RegExp(
  [
    String.raw`\brm\s|\bkill(?:all)?\b|\bpkill\b|\bgit\s+(?:reset|clean|checkout\s+--|branch\s+-D)`,
    String.raw`\bdrop\s+(?:table|database)|--force`,
  ].join("|"),
  "i",
);

/** Whether a remedy takes something away that the failed call did not. */
export function isRisky(failed: string, remedy: string): boolean {
  return takesAway.test(remedy) && !takesAway.test(failed);
}

/** Where the words of a remedy may come from besides the failed call. */
export interface Surroundings {
  readonly cause: string;
  /** Whether an address, a host or a user stands in the project's files or the addresses of its git remotes. */
  readonly isKnown: (name: string) => boolean;
}

/**
 * The addresses, hosts, users, variables and `sudo` of a remedy that stand neither in the failed call nor in the
 * project: a remedy with one may be an attacker's, and is not said. The name of a variable may also stand in the
 * causing line.
 */
export function strangersIn(
  remedy: QuotedCall,
  failed: QuotedCall,
  { cause, isKnown }: Surroundings,
): readonly string[] {
  const [text, before] = [valuesOf(remedy), valuesOf(failed)];
  const commands = remedy.sort === "shell" ? readScript(text).commands : [];
  const isNamed = (name: string) => hasName(before, name);
  const places = new Set([...placesIn(text), ...commands.flatMap(operandsOfFetching)]);
  const variables = new Set([...usedVariables(text), ...commands.flatMap(setVariables)]);
  return [
    ...[...places].filter((place) => !isNamed(place) && !isKnown(place)),
    ...[...variables].filter((name) => !isNamed(name) && !hasName(cause, name) && !isKnown(name)),
    ...["sudo", "doas", "su"].filter(
      (name) => commands.some(({ words }) => words.includes(name)) && !isNamed(name),
    ),
  ];
}

/** Whether a text has a name as a whole, and not as a part of a longer one. */
function hasName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isNamePart(text.charAt(at - 1)) && !isNamePart(text.charAt(at + name.length))) return true;
  return false;
}

function isNamePart(char: string): boolean {
  return /^[\p{L}\p{N}_-]$/u.test(char);
}

const address = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'`<>|;)]+/gi;
const atHost = /[\w.+-]{1,64}@[\w.-]{1,253}/g;
const withPort = /\b(?=[\w.-]*[a-z])[\w-]+(?:\.[\w-]+)*:\d{2,5}\b/gi;
const numbers = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\[?(?:[0-9a-f]{1,4}:){2,7}:?[0-9a-f]{0,4}\]?/gi;
/** Three parts, or two of which the last is no ending of a file but that of a domain. */
const domain =
  /(?<![\w./-])(?:[a-z0-9-]+\.){2,}[a-z]{2,}\b(?!\/)|(?<![\w./-])[a-z0-9-]+\.(?:com|net|org|io|dev|app|ai|co)\b/gi;

/** The places of a network that a text names: of an address all before its path, of a name the whole. */
function placesIn(text: string): readonly string[] {
  const addresses = (text.match(address) ?? []).map((found) =>
    found.replace(/^([^:]+:\/\/[^/?#]+).*$/s, "$1"),
  );
  const bare = text.replace(address, " ");
  const found = [atHost, withPort, numbers, domain].flatMap((pattern) => bare.match(pattern) ?? []);
  return [...addresses, ...found];
}

/** Programs whose operands are places of a network, whatever they look like. */
const fetching = wordSet("curl wget ssh scp sftp rsync nc ncat telnet ftp");
/** Options whose value is where something comes from. */
const sourceOptions = /^--?(?:\w+-)*(?:registry|index-url|host|proxy|mirror|source|server|endpoint|remote)$/;

function operandsOfFetching({ words }: Command): readonly string[] {
  const program = words.findIndex((word) => !isAssignment(word));
  const rest = words.slice(program + 1);
  if (fetching.has(baseName(words[program] ?? "")))
    return rest.filter((word) => !isOption(word)).map(placeOf);
  return rest.flatMap((word, at) => {
    const [, option = "", value] = /^([^=]+)=(.*)$/.exec(word) ?? [undefined, word, rest[at + 1]];
    return sourceOptions.test(option) && value !== undefined && value !== "" ? [placeOf(value)] : [];
  });
}

function placeOf(word: string): string {
  return word.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#]+).*$/is, "$1");
}

function usedVariables(text: string): readonly string[] {
  return Array.from(text.matchAll(/\$\{?([A-Za-z_]\w*)/g), ([, name = ""]) => name);
}

/** `A=1 x`, `export A=1`, `env A=1 x`. */
function setVariables({ words }: Command): readonly string[] {
  return words.filter(isAssignment).map((word) => assignmentParts(word).name);
}

const interpreter =
  /\|\s*(?:sudo\s+)?(?:\S*\/)?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|node|bun|deno|perl|ruby|php)\b/;
const runsText = /\beval\b|\bbase64\b|(?:\b(?:ba|z|da)?sh\b.*|\bsource\s|(?:^|[\s;&|])\.\s)(?:<\(|\$\(|`)/;
const trusts = new RegExp(
  [
    String.raw`--insecure\b|--no-check-certificate|--trusted-host|strict-ssl[= ]false|sslverify[= ]false`,
    String.raw`\bcurl\b[^|;&]*\s-\w*k|TLS_REJECT_UNAUTHORIZED=0|StrictHostKeyChecking[= ]no`,
  ].join("|"),
  "i",
);

const thisMachine =
  /(?:https?:\/\/)?(?<![\w.-])(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?::\d+)?(?![\w.-])(?:\/[^\s"']*)?/g;
const fetched = /\b(?:curl|wget|iwr|irm)\b[^|;&]*/g;
const placeLike = /(?<![\w./-])[\w-]+(?:\.[\w-]+)+/;

/** Whether a call names a place to fetch from that is not surely on this machine. */
function fetchesFromElsewhere(text: string): boolean {
  if (/:\/\//.test(text.replace(thisMachine, ""))) return true;
  return (text.match(fetched) ?? []).some((call) => {
    const rest = call.replace(thisMachine, "");
    return rest === call || placeLike.test(rest);
  });
}

/**
 * Whether only a person may let a remedy be said, however many sessions agree: it runs what it fetches from
 * elsewhere, whether or not the failed call did; or, where the failed call did not, it runs what it hides, trusts
 * whoever answers, installs something, or has a sentence in it. `isOfProject` says whether a word stands in the
 * project's files or is the path of one.
 */
export function waitsForPerson(
  remedy: QuotedCall,
  failed: QuotedCall,
  isOfProject: (word: string) => boolean,
): boolean {
  const [text, before] = [valuesOf(remedy), valuesOf(failed)];
  if ((interpreter.test(text) || runsText.test(text)) && fetchesFromElsewhere(text)) return true;
  if ([interpreter, runsText, trusts].some((sign) => sign.test(text) && !sign.test(before))) return true;
  if (hasSentence(text, before) || sentencesInWords(text, before).some((word) => !isOfProject(word)))
    return true;
  if (remedy.sort !== "shell") return false;
  return readScript(text)
    .commands.flatMap(installedBy)
    .some((name) => !hasName(before, name));
}

const addressesReader = /\b(?:you|your|yours|please)\b/i;

/**
 * Whether a causing line may be said in other sessions: it names an error and speaks to nobody. Any text that a tool
 * fetched may stand last in what it printed; the call alone tells then which failure is meant.
 */
export function mayBeSaid(line: string): boolean {
  return saysError(line) && !addressesReader.test(line);
}

/** So many words in a row are a sentence; joined in one word they are often a name, and a sentence if longer. */
const sentenceWords = 4;
const joinedWords = 5;

/** Whether a remedy says something to its reader that the failed call did not: commands have no sentences. */
function hasSentence(text: string, before: string): boolean {
  const known = wordsIn(before);
  let row = 0;
  for (const word of text.split(/\s+/)) {
    const [, bare] = /^["'(]*([\p{L}\p{N}'’]+)["'),.?!:;]*$/u.exec(word) ?? [];
    row = bare === undefined || !/\p{L}/u.test(bare) || known.has(bare.toLowerCase()) ? 0 : row + 1;
    if (row >= sentenceWords) return true;
  }
  return false;
}

/** `--ignore-all-that-was-said`: the words of a text with a sentence in them that the failed call does not have. */
function sentencesInWords(text: string, before: string): readonly string[] {
  const known = wordsIn(before);
  return text
    .split(/[\s"'=,;()]+/)
    .filter((word) => word.split("/").some((part) => newWords(part, known) >= joinedWords));
}

function newWords(joined: string, known: ReadonlySet<string>): number {
  const parts = joined.split(/[^\p{L}\p{N}'’]+/u).filter((part) => /\p{L}/u.test(part));
  return parts.filter((part) => !known.has(part.toLowerCase())).length;
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

const installs = wordSet("install add i get dlx tap");
const runsPackages = wordSet("npx bunx pnpx uvx pipx");

/** The names behind the word that installs; a path of the project is none. */
function installedBy({ words }: Command): readonly string[] {
  const program = words.findIndex((word) => !isAssignment(word) && word !== "sudo");
  const rest = words.slice(program);
  const isRunner = runsPackages.has(baseName(rest[0] ?? ""));
  const at = isRunner ? 0 : rest.findIndex((word, index) => index > 0 && index < 4 && installs.has(word));
  // `git add` takes files, whatever runs it.
  if (at < 0 || rest.slice(0, at).some((word) => baseName(word) === "git")) return [];
  const names = rest
    .slice(at + 1)
    .filter((word) => !isOption(word) && !/^\.{0,2}\//.test(word) && word !== ".");
  return isRunner ? names.slice(0, 1) : names;
}
