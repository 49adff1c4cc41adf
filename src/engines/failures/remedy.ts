import { decidingPrograms, type Program } from "../../shell/outcome.js";
import { toolFamily } from "../reflection/tool-family.js";
import { programName } from "./blame.js";
import type { Failure } from "./failure.js";

/** A call that failed, as far as a later one can undo it. */
export interface FailedCall extends Failure {
  readonly tool: string;
  /** The command of a shell, the path of a file, else the arguments as JSON. */
  readonly input: string;
}

export interface LaterCall {
  readonly tool: string;
  readonly input: string;
}

/**
 * What a later call of the session that succeeded has to do with a failure. `again`: the same call.
 * `instead`: the same purpose, with the part changed that the cause speaks of. `helps`: it does something
 * about what the cause names.
 */
type Relation = "again" | "instead" | "helps";

export interface Remedy {
  readonly relation: Relation;
  /** What to do, as an instruction; "" for the same call again. */
  readonly advice: string;
}

const again: Remedy = { relation: "again", advice: "" };

/** What a later call that succeeded has to do with a failure; undefined when nothing. */
export function remedyIn(failed: FailedCall, later: LaterCall): Remedy | undefined {
  const [before, after] = [toolFamily(failed.tool), toolFamily(later.tool)];
  if (failed.kind === "host" && before !== "shell") return hostRemedy(failed, later);
  if (before === "shell" && after === "shell") return shellRemedy(failed, later.input);
  return failed.tool === later.tool ? toolRemedy(failed, later) : undefined;
}

function shellRemedy(failed: FailedCall, input: string): Remedy | undefined {
  const [before, after] = [bare(failed.input), bare(input)];
  if (before === after) return again;
  if (isInOtherFolder(failed, before, after)) return { relation: "instead", advice: folderAdvice };
  if (isQuoted(failed, before, after)) return { relation: "instead", advice: quoteAdvice };
  const sameProgram = programsOf(input).some((each) => isOf(programName(each), failed.program));
  const use = `use \`${shortened(after)}\``;
  if (sameProgram && (isChanged(failed, before, after) || isPrecededBy(before, after)))
    return { relation: "instead", advice: use };
  const helps = isSuggested(failed, after) || handlesNamed(failed, after);
  return helps ? { relation: "helps", advice: `first run \`${shortened(after)}\`` } : undefined;
}

/** A sub-command that does not exist is not part of the name of the failed program. */
function isOf(name: string, program: string): boolean {
  return name === program || name.startsWith(`${program} `);
}

const folderAdvice =
  "the shell keeps its folder between calls: use absolute paths, or go back to the project's root first";
const quoteAdvice = "put the word with `?` or `*` in quotes";

/** A command is shown by its beginning: what follows is data. */
const adviceChars = 120;

function shortened(command: string): string {
  const plain = command.replaceAll("`", "'");
  return plain.length <= adviceChars ? plain : `${plain.slice(0, adviceChars - 1)}…`;
}

/** Without what only shortens or joins the output. */
export function bare(command: string): string {
  return command
    .replace(/\s*2>(?:&1|\/dev\/null)/g, "")
    .replace(/\s*\|\s*(?:head|tail)\b[^|;&]*/g, "")
    .replace(/\\\n/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function programsOf(command: string): readonly Program[] {
  const { deciding, masked } = decidingPrograms(command);
  return [...deciding, ...masked];
}

const missingPath =
  /no such file or directory|directory not found|did not match any files|not in the working tree/i;

/**
 * The shell stood in another folder than the call assumed: the same works without the `cd`, behind one that
 * starts at the root, or with the path spelled out.
 */
function isInOtherFolder({ cause }: FailedCall, before: string, after: string): boolean {
  if (!missingPath.test(cause)) return false;
  const rest = (command: string) => command.replace(/^cd \S+ && /, "");
  const there = /^cd ([^/~]\S*) && /.exec(before)?.[1];
  if (there !== undefined)
    return after === rest(before) || (/^cd [/~]/.test(after) && rest(after) === rest(before));
  if (/^cd [/~]\S* && /.test(after) && rest(after) === before) return true;
  const [one, other] = [words(before), words(after)];
  const moved = one.filter((word) => !other.includes(word));
  const now = other.filter((word) => !one.includes(word));
  if (moved.length !== 1 || now.length > 1) return false;
  const [path = "", full = ""] = [moved[0]?.replace(/^\.\//, ""), now[0]?.replace(/^\.\//, "")];
  if (!path.includes("/")) return false;
  return full === "" ? one.length >= 3 : full.endsWith(`/${path}`) || path.endsWith(`/${full}`);
}

/** A shell took a mark in a word for a pattern, and the same works with the word in quotes. */
function isQuoted({ cause }: FailedCall, before: string, after: string): boolean {
  const without = (command: string) => command.replace(/["']/g, "");
  return /no matches found/.test(cause) && before !== after && without(before) === without(after);
}

/** Whether it does the same without the part that the cause speaks of. */
function isChanged(failed: FailedCall, before: string, after: string): boolean {
  const [one, other] = [words(before), words(after)];
  const spoken = spokenWord(failed, one);
  if (spoken !== undefined)
    return (
      !other.some((word) => word === spoken || word.startsWith(`${spoken}=`)) &&
      share(
        one.filter((word) => word !== spoken),
        other,
      ) >= nearlySame
    );
  if (/args?\b|arguments?\b/i.test(failed.cause)) return other.length < one.length && share(other, one) === 1;
  if (/syntax error|parse|unexpected token|SyntaxError/i.test(failed.cause))
    return share(one, other) >= mostlySame && one.length >= 4;
  if (/not found|404|does not exist/i.test(failed.cause))
    return share(one, other) >= mostlySame && one.length >= 5;
  return false;
}

/** The word of the failed call that the cause names: an option, a script, a sub-command. */
function spokenWord({ named }: FailedCall, before: readonly string[]): string | undefined {
  if (named === "" || named.includes("/")) return undefined;
  const spelled = named.length === 1 ? `-${named}` : named;
  return before.find((word) => word === spelled || word === `--${named}` || word.startsWith(`${spelled}=`));
}

/** Half of the words of the failed call; most of them, where the cause names none. */
const nearlySame = 0.5;
const mostlySame = 0.7;

function share(some: readonly string[], others: readonly string[]): number {
  return some.length === 0 ? 0 : some.filter((word) => others.includes(word)).length / some.length;
}

function words(command: string): readonly string[] {
  return command
    .split(/\s+/)
    .map((word) => word.replace(/^["']|["']$/g, ""))
    .filter((word) => word !== "" && word !== "&&");
}

/** `x && <the failed call>`: x is what was missing. */
function isPrecededBy(before: string, after: string): boolean {
  const [failed, steps] = [before, after].map((command) => command.split(/\s*(?:&&|;)\s*/));
  if (failed === undefined || steps === undefined || steps.length < 2) return false;
  return failed.length < steps.length && steps.at(-1) === failed.at(-1) && !failed.includes(steps[0] ?? "");
}

function isSuggested({ suggested }: FailedCall, after: string): boolean {
  return suggested.some((command) => after.includes(command));
}

/** Words of commands that bring about what is missing, or remove what is in the way. */
const makers = new RegExp(
  `\\b(?:${[
    ...["install", "add", "get", "build", "mkdir", "touch", "create", "init", "start", "up", "login"],
    ...["auth", "chmod", "chown", "rm", "unlink", "kill", "pkill", "restore", "clone", "fetch", "pull"],
    ...["export", "ln", "cp", "mv", "download", "link", "tidy", "sync", "enable", "trust"],
  ].join("|")})\\b`,
);

function handlesNamed({ named, kind, cause }: FailedCall, after: string): boolean {
  const thing = named === "" ? (/'(\/[^']{3,200})'/.exec(cause)?.[1] ?? "") : named;
  const last = thing.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return kind === "environment" && last.length >= 2 && makers.test(after) && after.includes(last);
}

/** The same tool with another value in the field that the cause speaks of. */
function toolRemedy(failed: FailedCall, later: LaterCall): Remedy | undefined {
  const [before, after] = [fieldsIn(failed.input), fieldsIn(later.input)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return names.length === 0 ? undefined : again;
  const spoken = changed.filter((name) => speaksOf(failed.cause, name, before[name]));
  const [field] = spoken;
  if (field === undefined || changed.length - spoken.length > names.length / 2) return undefined;
  return { relation: "instead", advice: fieldAdvice(field, before[field], after[field]) };
}

function speaksOf(cause: string, name: string, value: unknown): boolean {
  if (new RegExp(`\\b${name.replace(/[^\w]/g, ".")}\\b`).test(cause)) return true;
  return typeof value === "string" && value.length >= 2 && value.length <= 100 && cause.includes(value);
}

function fieldAdvice(field: string, before: unknown, after: unknown): string {
  if (after === undefined) return `leave \`${field}\` away`;
  if (typeof after !== "string" || after.length > 80) return `give another \`${field}\``;
  const from = typeof before === "string" && before.length <= 80 ? `, not \`${before}\`` : "";
  return `give \`${field}\` as \`${shortened(after)}\`${from}`;
}

/** What undoes a refusal of the agent's own tools, once an action on the same file has shown it. */
const hostAdvice: readonly (readonly [RegExp, string])[] = [
  [/not been read yet/i, "read the file before you change it"],
  [/modified since/i, "read the file again before you change it"],
  [/(?:string|text).{0,30}not found/i, "read the file again and copy the text exactly as it stands there"],
  [/found \d+ matches/i, "give more of the lines around it, or replace all of them"],
  [/exceeds|too large/i, "read it in parts, with an offset and a limit"],
  [/EISDIR|is a directory/i, "it is a folder: list it"],
  [/does not exist|not found/i, "look up where the file is before you open it"],
];

function hostRemedy(failed: FailedCall, later: LaterCall): Remedy | undefined {
  const advice = hostAdvice.find(([cause]) => cause.test(failed.cause))?.[1];
  const [before, after] = [toolFamily(failed.tool), toolFamily(later.tool)];
  const [one, other] = [pathOf(failed), pathOf(later)];
  if (advice === undefined || one === "") return undefined;
  if (one === other && before === "edit")
    return after === "edit" ? { relation: "instead", advice } : undefined;
  if (one === other && before === "read" && after === "read")
    return /exceeds|too large/i.test(failed.cause) ? { relation: "instead", advice } : again;
  if (/EISDIR|is a directory/i.test(failed.cause) && later.input.includes(one))
    return { relation: "instead", advice };
  const sameName = one.split("/").at(-1) === other.split("/").at(-1);
  return sameName && before === after && /does not exist|not found/i.test(failed.cause)
    ? { relation: "instead", advice }
    : undefined;
}

/** The arguments of a tool, which hosts give as JSON. */
function fieldsIn(input: string): Readonly<Record<string, unknown>> {
  if (!input.startsWith("{")) return {};
  try {
    return JSON.parse(input) as Readonly<Record<string, unknown>>;
  } catch {
    // Cut off: what is left of it cannot be compared field by field.
    return {};
  }
}

function pathOf({ input }: LaterCall): string {
  const { file_path, path, notebook_path } = fieldsIn(input);
  const given = file_path ?? path ?? notebook_path;
  const found = typeof given === "string" ? given : /^\S+$/.test(input) ? input : "";
  return found.replace(/\/+$/, "");
}
