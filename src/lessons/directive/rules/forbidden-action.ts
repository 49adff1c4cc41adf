import { nothingKnown, type Unread } from "../../../reading/shell/known.js";
import { readScript } from "../../../reading/shell/read.js";
import { matchesStars } from "../../../reading/shell/stars.js";
import { commonToolName, toolFamily } from "../../../reading/tool-family.js";
import { type Form, formsOf, otherSpellings } from "./forbidden/forms.js";
import { matchesForm } from "./forbidden/matches-command.js";
import { matchesFile } from "./forbidden/matches-file.js";
import { knownPrograms, wordsOfSentences } from "./forbidden/program-tables.js";
import type { ReadCall } from "./forbidden/read-call.js";

/**
 * A forbidden action as far as a program can tell it. With a glob and commands, either is forbidden; with
 * neither, the tool.
 */
export interface ForbiddenAction {
  /** A name of tools; `*` in it stands for any characters. */
  readonly tool?: string;
  /** The command line as it is written, which it forbids even where it cannot be read. */
  readonly line?: string;
  /** Command lines that it forbids: as it is written, then its equivalents. */
  readonly forms?: readonly Form[];
  readonly glob?: string;
}

/** A longer text is not an action: a directive is shorter. */
const mostChars = 2_000;

/**
 * Reads a forbidden action: `Bash(git push --force)`, `Edit(src/generated/**)`, `WebFetch`, `mcp__github__*`,
 * a path, or a bare command line such as `git push --force`. A command line forbids what does the same, by
 * the table of equivalents, except what stands behind `unless`: `git push --force unless --force-with-lease`.
 * Undefined for prose: a program cannot tell whether it happens, and must not stop anyone by guessing.
 */
export function readForbiddenAction(text: string): ForbiddenAction | undefined {
  if (text.length > mostChars) return undefined;
  const trimmed = text
    .trim()
    .replace(/^`([^`]*)`$/, "$1")
    .trim();
  const [, tool, inside] = /^([A-Za-z][\w*-]*)\((.*)\)$/s.exec(trimmed) ?? [];
  if (tool !== undefined && inside !== undefined) return inTool(tool, inside.trim());
  if (isToolName(trimmed)) return { tool: trimmed };
  const action = splitUnless(trimmed);
  const commands = commandsOf(action.text);
  const forms = { forms: formsIn(action, false) };
  // A script is a file and a command: neither changing nor running it is meant to be free.
  if (isPathGlob(trimmed)) return { glob: trimmed, ...(commands.length > 0 && forms) };
  if (definesFunction.test(action.text)) return { line: action.text };
  return looksLikeCommand(action.text, commands) ? { ...forms, line: action.text } : undefined;
}

/** `f() { …; }`: no sentence looks like it. */
const definesFunction = /^\S{1,60}\s?\(\)\s?\{.*\}/s;

function inTool(tool: string, inside: string): ForbiddenAction | undefined {
  if (inside === "" || inside === "*") return { tool };
  const family = toolFamily(tool);
  if (family === "shell") return inShell(tool, inside);
  if (family === "read" || family === "edit" || family === "search") return { tool, glob: inside };
  if (family === "web") return undefined;
  if (isPathGlob(inside)) return { tool, glob: inside };
  return looksLikeCommand(inside, commandsOf(inside)) ? inShell(tool, inside) : undefined;
}

/** `npm run:*` and `npm run *` are `npm run` with anything after it; `rm*` is any program whose name fits. */
function inShell(tool: string, inside: string): ForbiddenAction | undefined {
  const { text, unless } = splitUnless(inside);
  const action = { text: text.replace(/(?::\*|\s\*)$/, ""), unless };
  if (commandsOf(action.text).length === 0) return undefined;
  return { tool, forms: formsIn(action, true), line: action.text };
}

/** A command line, and the equivalents that it leaves free. */
interface CommandAction {
  readonly text: string;
  readonly unless: readonly string[];
}

/** Options or commands behind `unless`; other words behind it make the text prose. */
function splitUnless(text: string): CommandAction {
  const at = text.indexOf(" unless ");
  if (at === -1) return { text, unless: [] };
  const unless = text
    .slice(at + " unless ".length)
    .split(/,| or /)
    .map((part) => part.trim());
  const isException = (part: string) => /^[-+:]\S/.test(part) || looksLikeCommand(part, commandsOf(part));
  return unless.every(isException) ? { text: text.slice(0, at).trim(), unless } : { text, unless: [] };
}

function formsIn({ text, unless }: CommandAction, wild: boolean): readonly Form[] {
  const { commands, list } = readScript(text, nothingKnown());
  const [link, ...others] = list.flat();
  const stages = link?.stages.filter((stage) => !("list" in stage)) ?? [];
  const piped = commands.length > 1 && others.length === 0 && stages.length === commands.length;
  const words = commands.map((command) => command.words);
  return formsOf(words, { piped, wild, unless });
}

function commandsOf(text: string): readonly (readonly string[])[] {
  return readScript(text, nothingKnown()).commands.map(({ words }) => words);
}

type MatchesGlob = (glob: string, file: string) => boolean;

/** What is not read may hold it: neither padding nor nesting opens the way. */
function unreadLine(unread: Unread): string {
  return `a command line that is ${unread} to be read`;
}

/**
 * What of an action a call does: the form of the command line, the path, or the tool. Undefined when it is
 * not the forbidden one.
 */
export function forbiddenPart(
  { tool, forms, glob, line }: ForbiddenAction,
  call: ReadCall,
  matchesGlob: MatchesGlob,
): string | undefined {
  const isItsTool =
    tool === undefined ||
    isTool(tool, call.tool, glob !== undefined) ||
    (forms !== undefined && call.isShell && toolFamily(tool) === "shell");
  const files = [...(isItsTool ? call.files : []), ...(isEdit(tool) ? writtenPlaces(call) : [])];
  if (glob !== undefined && files.some((file) => matchesFile(glob, file, matchesGlob))) return glob;
  if (glob !== undefined && isEdit(tool) && call.unread !== undefined) return unreadLine(call.unread);
  if (!isItsTool) return undefined;
  if (glob !== undefined && call.moreFiles) return "a call that touches more files than can be checked";
  if (line !== undefined && call.line === line) return line;
  if (forms !== undefined)
    return (
      forms.find((form) => matchesForm(call.runs, form))?.text ?? (call.unread && unreadLine(call.unread))
    );
  if (line !== undefined) return undefined;
  return glob === undefined ? tool : undefined;
}

/** A command line that writes a file is an edit of it, whatever tool runs it. */
function isEdit(tool: string | undefined): boolean {
  return tool === undefined || toolFamily(tool) === "edit";
}

/** What is written, and a file in it: of a folder only its own name is known. */
function writtenPlaces({ written }: ReadCall): readonly string[] {
  return written.flatMap((file) => [file, `${file}/file`]);
}

/** What an action forbids besides its own words, for people to read; empty for what is not a command line. */
export function alsoForbidden(text: string): readonly string[] {
  const [own, ...others] = readForbiddenAction(text)?.forms ?? [];
  return own === undefined ? [] : [...otherSpellings(own), ...others.map((form) => form.text)];
}

/**
 * Hosts name one tool in several ways. The tools that change files are one for a path, because each of them
 * can change it. `mcp__github` is every tool of that server.
 */
function isTool(wanted: string, used: string, forPath: boolean): boolean {
  if (forPath && toolFamily(wanted) === "edit" && toolFamily(used) === "edit") return true;
  const form = commonToolName(wanted).toLowerCase();
  const tool = commonToolName(used).toLowerCase();
  return matchesStars(form, tool) || (/^mcp__[a-z0-9-]+$/.test(form) && tool.startsWith(`${form}__`));
}

/** Tools of one word, as hosts write them. */
const capitalNames = new Set([
  "Agent",
  "Bash",
  "Edit",
  "Fetch",
  "Glob",
  "Grep",
  "LS",
  "Read",
  "Shell",
  "Skill",
  "Task",
  "Write",
]);

/**
 * Names that are not words of prose: an MCP server's, two words in one, and those that hosts write with a
 * capital letter.
 */
function isToolName(text: string): boolean {
  if (/^mcp__[\w*-]+$/.test(text)) return true;
  if (text.includes("_") && /^\w+$/.test(text)) return toolFamily(text) !== "other";
  return /^[A-Z][A-Za-z]*[a-z][A-Z][A-Za-z]*$/.test(text) || capitalNames.has(text);
}

function isPathGlob(text: string): boolean {
  return /^[\w.*?{}[\],@/~+-]+$/.test(text) && /[/*]|\.\w+$/.test(text) && !text.startsWith("-");
}

/** A line without options has few words; more are a sentence. */
const mostWords = 6;

/**
 * Whether the commands that a text reads as are meant as commands: prose begins otherwise, or has words that
 * they lack.
 */
function looksLikeCommand(text: string, lines: readonly (readonly string[])[]): boolean {
  if (lines.length === 0 || /[^\s./~][.!?:,]$/.test(text) || /[!?]$/.test(text)) return false;
  return lines.every((words) => isCommand(words, lines.length > 1));
}

function isCommand(words: readonly string[], joined: boolean): boolean {
  const [program = "", ...rest] = words.slice(
    words.findIndex((word) => !/^[A-Z_][A-Z0-9_]{0,60}=/.test(word)),
  );
  if (rest.some((word) => wordsOfSentences.has(word.toLowerCase()))) return false;
  const path = isScript(program);
  if (!path && !/^[a-z][a-z0-9._+-]{0,60}$/.test(program)) return false;
  if (rest.length === 0) return joined && (path || knownPrograms.has(program));
  if (rest.some((word) => /^--?[A-Za-z0-9]/.test(word))) return true;
  return (
    (path || knownPrograms.has(program)) &&
    words.length <= mostWords &&
    /^[a-z0-9@.~/$*"][^\s,;]*$/.test(rest[0] ?? "")
  );
}

function isScript(program: string): boolean {
  return (
    /^[\w.~+@/-]+$/.test(program) &&
    (/^(?:~|\.{1,2})?\//.test(program) || /\.(?:sh|bash|zsh|py|rb|pl|js|mjs|cjs|ts|ps1)$/.test(program))
  );
}
