import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { readForeign } from "../../base/files/read-foreign.js";
import { compareMeanings, type Similarity } from "../../reading/language/compare.js";
import { type Meaning, meaningOf } from "../../reading/language/meaning.js";
import { mayBeSimilar, roughWords } from "../../reading/language/rough-words.js";
import {
  type Instruction,
  importsIn,
  isAlwaysRead,
  statementsIn,
} from "../instructions/rules/read-instructions.js";
import type { InstructionSource } from "./instruction-source.js";

/** A statement of an instruction file that says the same as a text, or the opposite. */
export interface InstructionMatch {
  readonly relation: "same" | "opposite";
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** More than agents take into a prompt: Codex cuts at 32 kB, Claude Code warns at 40,000 characters. */
export const instructionMaxBytes = 262_144;
/** How deep Claude Code follows imports of imports. */
const importDepth = 5;
/** Where an agent works. Paths are absolute or relative to the project. */
export interface Work {
  readonly folder?: string | undefined;
  readonly files?: readonly string[] | undefined;
}

/** Looking into a folder takes a few system calls: a task has files in fewer folders than this. */
const mostFolders = 30;
const deepestFolder = 12;
/** Files of one folder of rules. */
const mostInFolder = 100;

/**
 * What the files say that coding agents read by themselves. A file is read and taken apart when it is new or
 * has changed, by its time and size, so that a brief costs a look at a few files.
 */
export class InstructionFiles {
  readonly #root: string;
  readonly #sources: readonly InstructionSource[];
  readonly #known = new Map<string, InstructionFile>();

  constructor(root: string, sources: readonly InstructionSource[]) {
    this.#root = root;
    this.#sources = sources;
  }

  /** The files that an agent has read when its session starts, or reads in the folders of its work. */
  readBy(host: string, work: Work = {}): readonly InstructionFile[] {
    const source = this.#sources.find(({ agent }) => agent === host);
    if (source === undefined) return [];
    const folders = this.#foldersOf(work, source.besideFiles);
    const below = folders.flatMap((folder) =>
      source.below.map((names) => [names].flat().map((name) => `${folder}/${name}`)),
    );
    const chosen = [...source.atRoot.map((names) => [names].flat()), ...below].flatMap((patterns) => {
      const there = patterns.map((pattern) => this.#expand(pattern).filter((path) => this.#read(path)));
      return there.find((paths) => paths.length > 0) ?? [];
    });
    return this.#withImports(chosen, source.imports ? importDepth : 0).filter((file) => file.always);
  }

  /** The folders below the root that lie around the work. */
  #foldersOf({ folder, files = [] }: Work, besideFiles: boolean): readonly string[] {
    const places = [...(folder === undefined ? [] : [folder]), ...(besideFiles ? files.map(dirname) : [])];
    const found = new Set<string>();
    for (const place of places) {
      const names = relative(this.#root, resolve(this.#root, place)).split(sep);
      if (isAbsolute(names.join(sep)) || names[0] === "..") continue;
      for (let depth = 1; depth <= Math.min(names.length, deepestFolder); depth += 1)
        if (names[0] !== "") found.add(names.slice(0, depth).join("/"));
      if (found.size >= mostFolders) break;
    }
    return [...found].slice(0, mostFolders);
  }

  /** Every instruction file of the project, whichever agent reads it. */
  all(): readonly InstructionFile[] {
    const patterns = new Set(this.#sources.flatMap(({ atRoot }) => atRoot.flat()));
    return this.#withImports(
      [...patterns].flatMap((pattern) => this.#expand(pattern)),
      importDepth,
    );
  }

  /** The agents that have read a file when their session starts. */
  hostsOf(path: string): readonly string[] {
    const hosts = this.#sources.map(({ agent }) => agent);
    return hosts.filter((host) => this.readBy(host).some((file) => file.path === path));
  }

  #expand(pattern: string): readonly string[] {
    const [folder, ending] = pattern.split("*");
    if (ending === undefined || folder === undefined) return [pattern];
    try {
      const names = readdirSync(join(this.#root, folder)).filter((name) => name.endsWith(ending));
      return names
        .sort()
        .slice(0, mostInFolder)
        .map((name) => `${folder}${name}`);
    } catch {
      // No such folder, or not one that this user may read.
      return [];
    }
  }

  /** Files and what they import, as far as that lies in the project, each once. */
  #withImports(paths: readonly string[], depth: number): readonly InstructionFile[] {
    const found = new Map<string, InstructionFile>();
    for (let next = paths, left = depth; next.length > 0; left -= 1) {
      const fresh = next.flatMap((path) => (found.has(path) ? [] : (this.#read(path) ?? [])));
      for (const file of fresh) found.set(file.path, file);
      next = left > 0 ? fresh.flatMap((file) => this.#importsOf(file)) : [];
    }
    return [...found.values()];
  }

  #importsOf({ path, imports }: InstructionFile): readonly string[] {
    return imports
      .map((name) =>
        relative(this.#root, join(this.#root, dirname(path), name))
          .split(sep)
          .join("/"),
      )
      .filter((name) => !name.startsWith("..") && !isAbsolute(name));
  }

  /** Undefined when there is no such file in the project, or one that is not read. */
  #read(path: string): InstructionFile | undefined {
    const file = join(this.#root, path);
    try {
      const { mtimeMs, size, ino } = statSync(file);
      const state = `${mtimeMs} ${size} ${ino}`;
      const known = this.#known.get(path);
      if (known?.state === state) return known;
      if (!isInside(realpathSync(this.#root), realpathSync(file))) return undefined;
      const read = readForeign(file, { maxBytes: instructionMaxBytes });
      const text = "bytes" in read ? read.bytes.toString("utf8") : "";
      const parsed = new InstructionFile(path, state, text, "fault" in read ? read.fault : undefined);
      this.#known.set(path, parsed);
      return parsed;
    } catch {
      // It is not there, or a link leads nowhere: the agent does not read it either.
      this.#known.delete(path);
      return undefined;
    }
  }
}

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return !isAbsolute(path) && path !== ".." && !path.startsWith(`..${sep}`);
}

/** More texts than a project has lessons that are shown. */
const comparedKept = 2_000;

interface Statement extends Instruction {
  readonly words: ReadonlySet<string>;
  /** Read with the first comparison that comes near it. */
  meaning?: Meaning;
}

/** One file as it was last read. */
export class InstructionFile {
  readonly path: string;
  /** Its time, size and place on the disk. */
  readonly state: string;
  /** Why it was not read, though it is there. */
  readonly fault: string | undefined;
  readonly imports: readonly string[];
  readonly always: boolean;
  readonly text: string;
  /** Taken apart with the first comparison. */
  #statements: readonly Statement[] | undefined;
  readonly #compared = new Map<string, InstructionMatch | undefined>();

  constructor(path: string, state: string, text: string, fault: string | undefined) {
    this.path = path;
    this.state = state;
    this.fault = fault;
    this.imports = importsIn(text);
    this.always = isAlwaysRead(path, text);
    this.text = text;
  }

  /** Whether the answer for a text is known already. */
  hasCompared(text: string): boolean {
    return this.#compared.has(text);
  }

  /** What it says that is the same as a text, or the opposite. */
  compare(text: string): InstructionMatch | undefined {
    if (!this.#compared.has(text)) {
      if (this.#compared.size >= comparedKept) this.#compared.clear();
      this.#compared.set(text, this.#find(text));
    }
    return this.#compared.get(text);
  }

  /** The first statement that names a command, written as code. */
  names(command: string): InstructionMatch | undefined {
    const found = this.#read().find(({ text }) => text.includes(`\`${command}\``));
    return found && { relation: "same", file: this.path, line: found.line, text: found.text };
  }

  #read(): readonly Statement[] {
    this.#statements ??= statementsIn(this.text).map((each) => ({ ...each, words: roughWords(each.text) }));
    return this.#statements;
  }

  /** What says the same comes before what says the opposite: a file may name an exception to its own rule. */
  #find(text: string): InstructionMatch | undefined {
    const words = roughWords(text);
    const near = this.#read().filter((each) => mayBeSimilar(each.words, words));
    const meaning = near.length === 0 ? undefined : meaningOf(text);
    let opposite: InstructionMatch | undefined;
    for (const statement of near) {
      const relation = meaning === undefined ? "different" : relationOf(statement, text, meaning);
      const match = { file: this.path, line: statement.line, text: statement.text };
      if (relation === "same") return { relation, ...match };
      if (relation === "opposite") opposite ??= { relation, ...match };
    }
    return opposite;
  }
}

function relationOf(statement: Statement, text: string, meaning: Meaning): Similarity {
  if (statement.text === text) return "same";
  statement.meaning ??= meaningOf(statement.text);
  return compareMeanings(meaning, statement.meaning);
}
