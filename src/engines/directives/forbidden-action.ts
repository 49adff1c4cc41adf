import { commandsIn } from "../../shell/programs.js";
import { readScript } from "../../shell/read.js";
import { matchesStars } from "../../shell/stars.js";
import { toolFamily } from "../reflection/tool-family.js";
import { matchesCommand } from "./forbidden/matches-command.js";
import { matchesFile } from "./forbidden/matches-file.js";
import { knownPrograms, wordsOfSentences } from "./forbidden/program-tables.js";

/** A call that an agent is about to make. */
export interface ToolUse {
  readonly tool: string;
  /** The command line, for tools that run one. */
  readonly command?: string | undefined;
  /** Files it would touch, relative to the project. */
  readonly files: readonly string[];
}

/**
 * A forbidden action as far as a program can tell it. With a glob and commands, either is forbidden; with
 * neither, the tool.
 */
export interface ForbiddenAction {
  /** A name of tools; `*` in it stands for any characters. */
  readonly tool?: string;
  /** Commands as words; a call is forbidden when it runs each of them. */
  readonly commands?: readonly (readonly string[])[];
  /** `*` in a word of the commands stands for any characters. */
  readonly wild?: boolean;
  readonly glob?: string;
}

/** A longer text is not an action: a directive is shorter. */
const mostChars = 2_000;

/**
 * Reads a forbidden action: `Bash(git push --force)`, `Edit(src/generated/**)`, `WebFetch`, `mcp__github__*`,
 * a path, or a bare command line such as `git push --force`. An option matches as it is written, so `--force`
 * and `-f` are two actions. Undefined for prose: a program cannot tell whether it happens, and must not stop
 * anyone by guessing.
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
  const commands = commandsOf(trimmed);
  // A script is a file and a command: neither changing nor running it is meant to be free.
  if (isPathGlob(trimmed)) return { glob: trimmed, ...(commands.length > 0 && { commands }) };
  return looksLikeCommand(trimmed, commands) ? { commands } : undefined;
}

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
  const commands = commandsOf(inside.replace(/(?::\*|\s\*)$/, ""));
  return commands.length > 0 ? { tool, commands, wild: true } : undefined;
}

function commandsOf(text: string): readonly (readonly string[])[] {
  return readScript(text).commands.map(({ words }) => words);
}

/** Whether the call is the forbidden one. */
export function isForbidden(
  { tool, commands, wild, glob }: ForbiddenAction,
  use: ToolUse,
  matchesGlob: (glob: string, file: string) => boolean,
): boolean {
  if (tool !== undefined && !isTool(tool.toLowerCase(), use.tool.toLowerCase())) return false;
  if (glob !== undefined && use.files.some((file) => matchesFile(glob, file, matchesGlob))) return true;
  if (commands !== undefined)
    return use.command !== undefined && runsAll(use.command, commands, wild ?? false);
  return glob === undefined && tool !== undefined;
}

/** `mcp__github` is every tool of that server. */
function isTool(form: string, tool: string): boolean {
  return matchesStars(form, tool) || (/^mcp__[a-z0-9-]+$/.test(form) && tool.startsWith(`${form}__`));
}

function runsAll(command: string, actions: readonly (readonly string[])[], wild: boolean): boolean {
  let missing = actions;
  for (const each of commandsIn(command)) {
    missing = missing.filter((action) => !matchesCommand(each, action, wild));
    if (missing.length === 0) return true;
  }
  return false;
}

/** Tools of one word, as hosts write them. */
const capitalNames = new Set([
  ...["Agent", "Bash", "Edit", "Fetch", "Glob", "Grep"],
  ...["LS", "Read", "Shell", "Skill", "Task", "Write"],
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
