import { realpathSync } from "node:fs";
import { CannotCheck } from "../../../base/process/cannot-check.js";
import { Deadline } from "../../../base/process/deadline.js";
import { nearest } from "../../../base/text/nearest.js";
import { commandFault } from "./command-fault.js";
import { workTreeTop } from "./git.js";
import { compileGlob } from "./glob.js";
import type { Predicate } from "./predicate.js";
import type { PredicatePlace } from "./run-predicate.js";
import { treeFiles } from "./tree-files.js";
import { whyTrivial } from "./trivial-regex.js";

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
