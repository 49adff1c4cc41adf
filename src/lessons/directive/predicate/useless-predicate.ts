import { realpathSync } from "node:fs";
import { CannotCheck } from "../../../base/process/cannot-check.js";
import { Deadline } from "../../../base/process/deadline.js";
import { nearest } from "../../../base/text/nearest.js";
import { commandFault } from "./command-fault.js";
import { readElement, readTimes } from "./fixed-prefix.js";
import { workTreeTop } from "./git.js";
import { compileGlob } from "./glob.js";
import { compileLineRegex } from "./line-regex.js";
import type { Predicate } from "./predicate.js";
import type { PredicatePlace } from "./run-predicate.js";
import { treeFiles } from "./tree-files.js";

/** Why a check is of no use here, and what to do about it. */
export interface Useless {
  readonly reason: string;
  readonly next?: string;
}

/**
 * Why a check could never pass, or never fail, in this project; undefined for one that can do both, or when
 * that cannot be found out. `filesComeLater` takes one whose files do not exist yet.
 */
export async function whyUseless(
  predicate: Predicate,
  place: PredicatePlace,
  filesComeLater: boolean,
): Promise<Useless | undefined> {
  try {
    if (predicate.kind === "tool") return uselessCommand(predicate.words, place);
    if (predicate.kind === "grep") {
      const reason = whyTrivial(predicate.pattern);
      if (reason !== undefined) return reason;
      return filesComeLater ? undefined : missingGlob(predicate.glob, await filesIn(place));
    }
    return uselessPath(predicate, place, filesComeLater);
  } catch (error) {
    if (error instanceof CannotCheck) return undefined;
    throw error;
  }
}

function filesIn({ root, env, settings }: PredicatePlace): Promise<readonly string[]> {
  return treeFiles(realpathSync.native(root), env, new Deadline(settings.predicateTimeoutMs));
}

function uselessCommand(words: readonly string[], { commands }: PredicatePlace): Useless | undefined {
  if (commands.has(words)) return undefined;
  return {
    reason: commandFault(words) ?? "the config does not allow this command, so it could never pass",
    next: `allow it word for word: WHETSTONE_DIRECTIVES_PREDICATE_COMMANDS='${JSON.stringify([words.join(" ")])}'`,
  };
}

const later = "if the files come later, add it with --files-come-later (filesComeLater)";

function missingGlob(text: string, files: readonly string[]): Useless | undefined {
  const glob = compileGlob(text);
  if ("error" in glob || files.some(glob.matches)) return undefined;
  const meant = nearGlob(text, files);
  return {
    reason: `no file of the project fits ${text}, so it could never fail`,
    next: meant === undefined ? later : `did you mean ${meant}? ${later}`,
  };
}

/** The same glob with the name of a folder, or of a file, that the project has. */
function nearGlob(text: string, files: readonly string[]): string | undefined {
  const fixed = /^(?:[^*?[{/]+\/)*(?:[^*?[{/]+$)?/.exec(text)?.[0] ?? "";
  const isFile = fixed === text;
  const wanted = isFile ? fixed : fixed.slice(0, -1);
  const near = wanted === "" ? undefined : nearest(wanted, isFile ? files : foldersOf(files));
  if (near === undefined) return undefined;
  const meant = near + text.slice(wanted.length);
  const glob = compileGlob(meant);
  return "error" in glob || !files.some(glob.matches) ? undefined : meant;
}

function foldersOf(files: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const file of files)
    for (let at = file.indexOf("/"); at !== -1; at = file.indexOf("/", at + 1))
      folders.add(file.slice(0, at));
  return [...folders];
}

/** The longest name that common file systems take. */
const nameMaxBytes = 255;

async function uselessPath(
  { kind, path }: Extract<Predicate, { path: string }>,
  place: PredicatePlace,
  filesComeLater: boolean,
): Promise<Useless | undefined> {
  if (workTreeTop(realpathSync.native(place.root)) === undefined)
    return { reason: "the project is not in a git working tree, so it could never pass" };
  if (path.split("/").some((name) => Buffer.byteLength(name) > nameMaxBytes))
    return { reason: "a name in this path is too long for a file, so the file cannot exist" };
  const files = await filesIn(place);
  if (files.includes(path)) return undefined;
  const folders = foldersOf(files);
  if (folders.includes(path)) return { reason: `${path} is a folder, and only a file can be compared` };
  if (files.some((file) => path.startsWith(`${file}/`)))
    return { reason: `${path} lies below a file, so it cannot exist` };
  return filesComeLater ? undefined : missingFile(kind, path, files, folders);
}

/** A file that is to be changed may be a new one; one that is to be left alone must be there. */
function missingFile(
  kind: "file_modified" | "file_not_modified",
  path: string,
  files: readonly string[],
  folders: readonly string[],
): Useless | undefined {
  const near = nearest(path, files);
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined;
  const mayBeNew = kind === "file_modified" && (folder === undefined || folders.includes(folder));
  if (mayBeNew && near === undefined) return undefined;
  return {
    reason: `the project has no file ${path}`,
    next: near === undefined ? later : `did you mean ${near}? ${later}`,
  };
}

/** Lines of every kind of character that sources hold. */
const anyLines = ["a", "Z", "7", "_", "{", "é"];

/** Why a regex decides nothing: it matches every line, or none. Only plain cases are noticed. */
function whyTrivial(pattern: string): { readonly reason: string; readonly next?: string } | undefined {
  const compiled = compileLineRegex(pattern);
  if ("error" in compiled) return undefined;
  if (anyLines.every((line) => compiled.regex.linesIn(line, 1).length > 0))
    return { reason: "the regex matches every line, so it could never pass" };
  const sign = misplacedAnchor(pattern);
  if (sign === undefined) return undefined;
  const place = sign === "$" ? "nothing can follow the end" : "nothing can stand before the start";
  return {
    reason: `${sign} is the edge of a line, and ${place} of it: the regex matches nothing`,
    next: `write \\${sign} for the character`,
  };
}

/**
 * A `$` that something must follow, or a `^` that something must come before. Groups and bars begin anew, and
 * what is not read here ends the search: a fault is only reported when it is sure.
 */
function misplacedAnchor(pattern: string): "$" | "^" | undefined {
  let [before, ended] = [false, false];
  for (let rest = pattern.replace(/^\(\?i\)/, ""); rest !== ""; ) {
    const opened = /^(?:\((?:\?(?:P?<\w+>|[a-z-]*:))?|\||\)[*+?]?)/i.exec(rest)?.[0];
    if (opened !== undefined || rest.startsWith("$")) {
      [before, ended] = [false, opened === undefined];
      rest = rest.slice(opened?.length ?? 1);
    } else if (rest.startsWith("^")) {
      if (before) return "^";
      rest = rest.slice(1);
    } else {
      const part = readPart(rest);
      if (part === undefined) return undefined;
      if (part.needed && ended) return "$";
      before ||= part.needed;
      rest = rest.slice(part.length);
    }
  }
  return undefined;
}

/** One character of a match with its repetition; undefined when it is not simple enough to tell. */
function readPart(rest: string): { readonly needed: boolean; readonly length: number } | undefined {
  // A brace that holds no number is a character.
  const element = /^\{(?!\d)/.test(rest) ? { source: "{", length: 1 } : readElement(rest, false);
  if (element === undefined) return undefined;
  const times = readTimes(rest.slice(element.length));
  const length = element.length + times.length;
  const lazy = times.length > 0 && rest[length] === "?" ? 1 : 0;
  return { needed: element.source !== "" && times.least > 0, length: length + lazy };
}
