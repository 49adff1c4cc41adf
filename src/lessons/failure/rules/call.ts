import { digest } from "../../../base/text/digest.js";
import { decidingPrograms } from "../../../reading/shell/outcome.js";
import { withoutAssignments } from "../../../reading/shell/programs.js";
import { readScript } from "../../../reading/shell/read.js";
import type { Command, CommandList } from "../../../reading/shell/reading.js";
import { baseName, wordSet } from "../../../reading/shell/words.js";
import { toolFamily } from "../../../reading/tool-family.js";

/** What a tool of this name is given. */
export function sortOf(tool: string): QuotedCall["sort"] {
  const family = toolFamily(tool);
  if (family === "read" || family === "edit") return "file";
  return family === "shell" ? "shell" : "other";
}

/** A call as it was made, by the texts that may be kept of it. */
export interface QuotedCall {
  readonly tool: string;
  /** `file`: a tool of the host that reads or writes a file, of which the host itself says what went wrong. */
  readonly sort: "shell" | "file" | "other";
  /** The command line, or the arguments as the host gives them; masked. */
  readonly text: string;
}

/** A call of one agent's thread, with what came of it. */
export interface SeenCall extends QuotedCall {
  readonly failed: boolean;
  /** A person or a rule refused it, or it was interrupted: neither a failure nor a success. */
  readonly refused?: boolean;
  /** What it printed, masked. */
  readonly lines: readonly string[];
  /** Whether it changed a file of the project. */
  readonly edits: boolean;
  /** Why it failed; "" if it printed nothing. */
  readonly cause?: string;
}

/** Far more than people write by hand: a script, of which the beginning tells. */
const textChars = 8_000;

const shortens = /\s*(?:2>&1|2>\s*\/dev\/null|\|\s*(?:head|tail|cat|tee|grep|less|sort|wc)\b[^|&;\n]*)\s*$/;

/** A call without what only shortens its output. */
export function plainText(text: string): string {
  let rest = text
    .slice(0, textChars)
    .replace(/\\\n/g, " ")
    .replace(/[ \t]+/g, " ");
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(shortens, "");
  }
  return rest.replace(/\s+/g, " ").trim();
}

const goesTo = /^\s*(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*)+/;

/** A call without the folder that it goes to first. */
export function withoutFolder(text: string): string {
  const plain = plainText(text);
  return plain.replace(goesTo, "") || plain;
}

const document = /<<-?\s*(['"]?)(\w+)\1[\s\S]*?(?:\n\s*\2\b|$)/g;

const wholeDocument = /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n([\s\S]*?)(?:\n\s*\2\b|$)/g;
const message = /(\s(?:-a?m|--body|--title|--message|-F body=))(\s*=?\s*)\$?("(?:[^"\\]|\\.)*"?|'[^']*'?)/g;

/** A command line without what people write in it for people: here-documents and messages stay as their signs. */
export function withoutProse(text: string): string {
  return text.replace(wholeDocument, "<<$1$2$1$3\n…\n$2").replace(message, '$1$2"…"');
}

/** The same, with digests in place of its words: two calls are told to say the same, and nothing can be read. */
export function withHiddenProse(text: string): string {
  return text
    .replace(
      wholeDocument,
      (_all, quote, name, rest, body) => `<<${quote}${name}${quote}${rest}\n${hidden(body)}\n${name}`,
    )
    .replace(message, (_all, option, between, words) => `${option}${between}"${hidden(words)}"`);
}

/** A word as it stands in hidden prose; one that is hidden already stays. */
export function hiddenWord(word: string): string {
  return /^[0-9a-f]{6}$/.test(word) ? word : digest(word).slice(0, 6);
}

function hidden(words: string): string {
  return (words.match(/[\p{L}\p{N}_@./:=-]+/gu) ?? []).map(hiddenWord).join(" ");
}

/** As much of a call as the log may hold: what was written for people may hold anything. */
export function keptCall({ tool, sort, text }: QuotedCall): QuotedCall {
  return { tool, sort, text: sort === "shell" ? withoutProse(text) : text };
}

/** A call without the texts of its here-documents. */
export function withoutDocuments(text: string, sign = "<<"): string {
  return text.slice(0, textChars).replace(document, sign);
}

/** What a tool was given, without the names of its arguments. */
export function valuesOf({ sort, text }: QuotedCall): string {
  if (sort === "shell" || !text.startsWith("{")) return text;
  try {
    return leavesOf(JSON.parse(text)).join(" ");
  } catch {
    // Cut off in the middle.
    return text.replace(/"[\w-]+":/g, " ");
  }
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leavesOf);
  return value === null ? [] : [String(value)];
}

/** Whether the exit status of a command line tells the truth: nothing stands before a pipe, `;` or `||`. */
export function isSure(text: string): boolean {
  return decidingPrograms(text.slice(0, textChars)).masked.length === 0;
}

function commandsOf(text: string): readonly Command[] {
  const inList = (list: CommandList): readonly Command[] =>
    list.flatMap((chain) =>
      chain.flatMap(({ stages }) =>
        stages.flatMap((stage) => ("list" in stage ? inList(stage.list) : [stage])),
      ),
    );
  return inList(readScript(text.slice(0, textChars)).list);
}

/** Whether a command line only looks. */
export function isLook(text: string): boolean {
  const commands = commandsOf(text);
  return commands.length > 0 && commands.every(looks);
}

/** Programs that look and change nothing: the one list. */
const lookers = wordSet(`
  ls cat head tail rg grep find which type command pwd echo wc nl tree file stat less more man env printenv ps
  lsof df du history whoami date hostname awk jq sleep true cd test [ printf sort uniq cut diff`);
const lookingWords = new RegExp(
  [
    String.raw`^git (?:status|diff|log|show|branch|remote|rev-parse|ls-files|reflog|config)\b`,
    String.raw`^(?:gh|npm|pnpm|yarn|pip|docker|cargo|go|brew|conda) (?:\w+ )?(?:list|ls|view|show|status|info)\b`,
    String.raw`^(?:gh|npm|pnpm|yarn|pip|docker|cargo|go|brew|conda) (?:\w+ )?(?:search|outdated|why|env)\b`,
    "(?:^| )(?:--help|-h|--version|-V|help|version)(?: |$)",
  ].join("|"),
);

function looks(whole: Command): boolean {
  const command = withoutAssignments(whole);
  if (command === undefined) return true;
  const start = /^(?:sudo|time|command)$/.test(command.words[0] ?? "") && command.words.length > 1 ? 1 : 0;
  const words = command.words.slice(start);
  const program = baseName(words[0] ?? "");
  if (whole.output.some(isFile)) return false;
  if (program === "sed") return !isInPlace(program, words.slice(1));
  return lookers.has(program) || lookingWords.test([program, ...words.slice(1)].join(" "));
}

function isFile(path: string): boolean {
  return !path.startsWith("/dev/") && !/^\d$/.test(path);
}

/** Whether a command line that succeeded changed the text of a file of the project. */
export function editsFiles(text: string): boolean {
  return commandsOf(text).some((command) => {
    const [program = "", ...words] = command.words;
    if (program === "git" || program === "gh") return words[0] === "apply";
    if (program === "apply_patch" || command.input.length > 0 || isInPlace(program, words)) return true;
    return command.output.some((file) => isFile(file) && !/^(?:\/tmp|\$)/.test(file));
  });
}

function isInPlace(program: string, words: readonly string[]): boolean {
  return /^g?sed$/.test(baseName(program)) && words.some((word) => /^-\w*i|^--in-place/.test(word));
}
