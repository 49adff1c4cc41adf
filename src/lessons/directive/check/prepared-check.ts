import { programName } from "../../../reading/shell/wrappers.js";
import { isWholeFolder, matchesFile } from "../rules/forbidden/matches-file.js";
import { adds, type CountIn, literalCount } from "./added-text.js";
import type { Around, CheckedCall, Finding, Matchers, WorkAround } from "./call.js";
import type {
  Before,
  Check,
  CommitForm,
  Limit,
  NeverRun,
  NeverText,
  NeverWrite,
  NewFile,
  Prefix,
} from "./check.js";
import {
  forbiddenRun,
  isProjectWork,
  keepingRun,
  type MatchesRun,
  onlyTells,
  type PlacedRun,
  packageManagers,
} from "./commands.js";
import { isConventional, type Message, messageOf } from "./commit-message.js";
import { fitsCase, isDocument, isTestFile } from "./file-names.js";
import { requirementOf, type Standing } from "./work.js";

/** A check that is ready to be asked. */
export interface PreparedCheck {
  readonly check: Check;
  /** Undefined where it does not apply. */
  readonly atCall: (call: CheckedCall, around: Around) => Finding | undefined;
  /** At the end of a turn. */
  readonly atStop: (around: WorkAround) => Finding | undefined;
  /** For a check of commit messages: whether one is as it should be. */
  readonly ofMessage?: (message: Message) => "kept" | "broken";
}

type AtCall = PreparedCheck["atCall"];

export function prepareCheck(check: Check, matchers: Matchers): PreparedCheck {
  const never = () => undefined;
  if ("commit" in check) {
    const ofMessage = messageCheck(check, matchers);
    return { check, atCall: commitCheck(ofMessage), atStop: never, ofMessage };
  }
  if (!("before" in check)) return { check, atCall: atCallOf(check, matchers), atStop: never };
  const standing = requirementOf(check, matchers);
  if (check.before !== "stop") return { check, atCall: beforeCall(check, standing, matchers), atStop: never };
  return { check, atCall: never, atStop: (around) => standing.atStop(around) };
}

function atCallOf(check: Exclude<Check, Before | CommitForm>, matchers: Matchers): AtCall {
  if ("newFile" in check) return newFileCheck(check, matchers);
  if ("limit" in check) return limitCheck(check, matchers);
  if ("prefix" in check) return prefixCheck(check);
  if (isNeverRun(check)) return neverRunCheck(check);
  return isNeverWrite(check) ? neverWriteCheck(check, matchers) : neverTextCheck(check, matchers);
}

const isNeverRun = (check: NeverRun | NeverWrite | NeverText): check is NeverRun => "run" in check.never;
const isNeverWrite = (check: NeverWrite | NeverText): check is NeverWrite => "write" in check.never;

/** Broken if any is, else unsure if any is, else kept; undefined where there is none. */
function worst(findings: readonly Finding[]): Finding | undefined {
  return (
    findings.find(({ state }) => state === "broken") ??
    findings.find(({ state }) => state === "unsure") ??
    findings[0]
  );
}

function lineOf({ run }: PlacedRun): string {
  return run.words.join(" ").slice(0, 300);
}

function neverRunCheck(check: NeverRun): AtCall {
  const { never, instead } = check;
  const { run: rule, branch } = never;
  const isForbidden = forbiddenRun(rule);
  const keepsIt = keepingRun(check);
  const onlyProject = packageManagers.has(rule) && packageManagers.has(instead?.split(" ")[0] ?? "");
  const findingAt = (placed: PlacedRun, branches: BranchesInLine | undefined): Finding | undefined => {
    branches?.note(placed);
    if (!isForbidden(placed.run) || (onlyProject && !isProjectWork(placed.run))) return undefined;
    const state = branches === undefined ? "broken" : onBranch(placed, branch ?? [], branches);
    return state === undefined ? undefined : { state, what: lineOf(placed) };
  };
  return ({ read, placed }, around) => {
    if (!read.isShell) return undefined;
    const branches = branch === undefined ? undefined : new BranchesInLine(around);
    const found = worst(placed.flatMap((each) => findingAt(each, branches) ?? []));
    if (found !== undefined) return found;
    if (read.unread !== undefined)
      return { state: "unsure", what: `a command line that is ${read.unread} to be read` };
    return placed.some(({ run }) => keepsIt(run)) ? keptBySilence : undefined;
  };
}

const keptBySilence: Finding = { state: "kept", what: "" };

/** Whether a command of git is about one of these branches: the one it names, or the one it stands on. */
function onBranch(
  { run: { words }, folder }: PlacedRun,
  branches: readonly string[],
  known: BranchesInLine,
): Finding["state"] | undefined {
  const isPush = words.includes("push");
  const here = known.of(folder);
  const named = isPush ? words.slice(words.indexOf("push") + 1).filter((word) => !word.startsWith("-")) : [];
  if (named.length > 1) {
    const targets = named
      .slice(1)
      .map((word) => (word.split(":").at(-1) ?? "").replace(/^\+|^refs\/heads\//g, ""))
      .map((target) => (/^(?:HEAD|@)$/.test(target) ? (here ?? target) : target));
    return targets.some((target) => branches.includes(target)) ? "broken" : "kept";
  }
  // Nothing but tags goes there.
  if (isPush && words.includes("--tags")) return "kept";
  return here === undefined ? undefined : branches.includes(here) ? "broken" : "kept";
}

/** The branch of each folder in the course of a command line: `git switch -c topic && git commit`. */
class BranchesInLine {
  readonly #switched = new Map<string, string>();
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  of(folder: string): string | undefined {
    return this.#switched.get(folder) ?? this.#around.branchOf(folder);
  }

  note({ run: { words }, folder }: PlacedRun): void {
    const at = words.findIndex((word) => word === "switch" || word === "checkout");
    if (programName(words[0] ?? "") !== "git" || at === -1 || words.includes("--")) return;
    const made = words.findIndex((word) => /^(?:-[bBcC]|--create|--force-create|--orphan)$/.test(word));
    const named = words.slice(at + 1).filter((word) => !word.startsWith("-"));
    const branch = made > at ? words[made + 1] : named.length === 1 ? named[0] : undefined;
    // `git checkout README.md` stays where it is.
    if (branch !== undefined && !branch.startsWith(".") && this.#around.exists(branch) !== true)
      this.#switched.set(folder, branch);
  }
}

/** Files that a call changes, by their paths from the project. */
function changedFiles({ read, writes }: CheckedCall): readonly string[] {
  return [...(writes ? read.files : []), ...read.written];
}

function neverWriteCheck({ never }: NeverWrite, { glob }: Matchers): AtCall {
  return (call, { exists }) => {
    const files = changedFiles(call);
    if (files.length === 0) return undefined;
    const found = files.filter((file) => matchesFile(never.write, file, glob));
    if (!never.new || found.length === 0) return findingOf(found[0], files[0]);
    const made = found.filter((file) => !isWholeFolder(file) && exists(file) === false);
    if (made.length === 0 && found.some((file) => exists(file) === undefined)) return undefined;
    return findingOf(made[0], files[0]);
  };
}

function findingOf(broken: string | undefined, kept = ""): Finding {
  return broken === undefined ? { state: "kept", what: kept } : { state: "broken", what: broken };
}

/** Of what lies outside of the project its rules say nothing. */
function isInside(file: string): boolean {
  return !/^(?:\/|~|\.\.\/)/.test(file);
}

function neverTextCheck({ never }: NeverText, matchers: Matchers): AtCall {
  const { in: only, notIn = [] } = never;
  const count = countOf(never.text, matchers);
  if (count === undefined) return () => undefined;
  const isMeant = (file: string) =>
    isInside(file) &&
    (only === undefined ? !isDocument(file) : matchesFile(only, file, matchers.glob)) &&
    !notIn.some((each) => (each === "tests" ? isTestFile(file) : matchesFile(each, file, matchers.glob)));
  return ({ edits }) => {
    const meant = edits.filter(({ file }) => isMeant(file));
    const found = meant.map((edit) => ({ file: edit.file, added: adds(edit, count) }));
    if (found.every(({ added }) => added === undefined)) return undefined;
    return findingOf(found.find(({ added }) => added === true)?.file, found[0]?.file);
  };
}

/** A literal, or a regex between slashes. */
function countOf(text: string, { regex }: Matchers): CountIn | undefined {
  const [, pattern, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  return pattern === undefined ? literalCount(text) : regex(pattern, flags);
}

type OfMessage = NonNullable<PreparedCheck["ofMessage"]>;

function messageCheck({ commit: { like, not } }: CommitForm, matchers: Matchers): OfMessage {
  const forbidden = not === undefined ? undefined : countOf(not, matchers);
  const fits = like === undefined ? () => true : messageForm(like, matchers);
  return (message) => {
    const isKept = fits(message) && (forbidden?.(`${message.subject}\n${message.body}`, "") ?? 0) === 0;
    return isKept ? "kept" : "broken";
  };
}

function commitCheck(ofMessage: OfMessage): AtCall {
  return (call) => {
    const found = call.placed.flatMap((placed): Finding[] => {
      const message = messageOf(placed.run);
      if (message === undefined) return [];
      if (message === "unseen") return [{ state: "unsure", what: lineOf(placed) }];
      return [{ state: ofMessage(message), what: message.subject }];
    });
    return worst(found);
  };
}

function messageForm(like: string, matchers: Matchers): (message: Message) => boolean {
  if (like === "conventional") return isConventional;
  const count = countOf(like, matchers);
  return ({ subject }) => count === undefined || count(subject, "") > 0;
}

function newFileCheck({ newFile }: NewFile, matchers: Matchers): AtCall {
  const { match, in: folder, like, case: style, must } = newFile;
  const has = must === undefined ? undefined : countOf(must, matchers);
  const isRight = (file: string, content: string | undefined) =>
    (folder === undefined || matchesFile(folder, file, matchers.glob)) &&
    (like === undefined || matchesFile(like, file, matchers.glob)) &&
    (style === undefined || fitsCase(file, style)) &&
    (has === undefined || content === undefined || has(content, file) > 0);
  return (call, { exists }) => {
    const made = changedFiles(call).filter(
      (file) =>
        isInside(file) &&
        !isWholeFolder(file) &&
        exists(file) === false &&
        matchesFile(match, file, matchers.glob),
    );
    const contentOf = (file: string) => call.edits.find((edit) => edit.whole && edit.file === file)?.after;
    return worst(
      made.map((file) => ({ state: isRight(file, contentOf(file)) ? "kept" : "broken", what: file })),
    );
  };
}

function limitCheck({ limit: { lines, in: only } }: Limit, { glob }: Matchers): AtCall {
  return ({ edits }) => {
    const meant = edits.filter(
      ({ file, whole }) => whole && isInside(file) && (only === undefined || matchesFile(only, file, glob)),
    );
    return worst(
      meant.map(({ file, before = "", after }) => ({
        // A file that is too long already may become shorter.
        state: lineCount(after) > Math.max(lines, lineCount(before)) ? "broken" : "kept",
        what: file,
      })),
    );
  };
}

function lineCount(text: string): number {
  return text.trimEnd().split("\n").length;
}

/** Each command of these programs stands behind the prefix. */
function prefixCheck({ prefix, for: programs }: Prefix): AtCall {
  const names = new Set(programs);
  const start = prefix.split(/\s+/);
  const isMeant = (words: readonly string[]) => names.has(programName(words[0] ?? ""));
  const isBare = ({ run }: PlacedRun) => isMeant(run.words) && !onlyTells(run);
  const isBehind = (words: readonly string[]) =>
    start.every((word, at) => words[at] === word) && isMeant(words.slice(start.length));
  return ({ placed: runs }) => {
    const kept = runs.filter(({ run }) => isBehind(run.words));
    const lines = kept.map(({ run }) => run.words.slice(start.length).join(" "));
    const bare = runs.filter((placed) => isBare(placed) && !lines.includes(placed.run.words.join(" ")));
    return worst([
      ...bare.map((placed) => ({ state: "broken" as const, what: lineOf(placed) })),
      ...kept.map((placed) => ({ state: "kept" as const, what: lineOf(placed) })),
    ]);
  };
}

/** A step before a command or a write. Steps and edits of the same command line count in their order. */
function beforeCall({ before }: Before, standing: Standing, { glob }: Matchers): AtCall {
  if (before === "stop") return () => undefined;
  if ("write" in before)
    return (call, around) => {
      const file = changedFiles(call).find((each) => isInside(each) && matchesFile(before.write, each, glob));
      return file === undefined ? undefined : standing.at(around, call.folder, file);
    };
  const isGate: MatchesRun = forbiddenRun(before.run);
  return (call, around) => {
    let line = standing.nothingYet;
    const findings: Finding[] = [];
    for (const placed of call.placed) {
      const isAtGate = isGate(placed.run);
      if (isAtGate) {
        const found = standing.at(around, placed.folder, lineOf(placed), line);
        if (found !== undefined) findings.push(found);
      } else line = standing.behind(line, placed.run);
    }
    return worst(findings);
  };
}
