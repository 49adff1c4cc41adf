import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { homeIn, type Variables } from "../../base/config/environment.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { replaceFile } from "../../base/files/replace-file.js";
import { codePlace } from "../../base/project/places.js";
import { digest } from "../../base/text/digest.js";

/** Code of a version that has not been started for this long is removed. */
const staleAfterMs = 30 * 86_400_000;

/**
 * What V8 made of the command line's files the last time that a command ran: the functions that it called,
 * compiled. Compiling them takes half of the time of a short command. V8 itself refuses code of another
 * version or other options of V8, and looks neither at the text of the source nor for damage: the folder is
 * named after the build, and every file holds the code twice. Comparing both takes less than loading what
 * computes a checksum.
 */
export class KeptCode {
  readonly #folder: string;
  readonly #command: string;
  readonly #compiled = new Map<string, Script>();

  constructor(folder: string, command: string) {
    this.#folder = folder;
    this.#command = command;
  }

  /**
   * The function of one of our files, as Node calls it for a CommonJS module. Our files are in ASCII, and read as
   * Latin 1 they need no decoding: as UTF-8 reading them takes twice as long.
   */
  functionOf(file: string): NodeModuleFunction {
    const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(file, "latin1")}\n})`;
    const cachedData = this.#read(file);
    const script = new Script(source, {
      filename: file,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true) this.#compiled.set(file, script);
    return script.runInThisContext() as NodeModuleFunction;
  }

  /** Keeps what had to be compiled. Without it the next call compiles again, so no failure is reported. */
  save(): void {
    if (this.#compiled.size === 0) return;
    try {
      makeFolder(this.#folder);
      removeStale(dirname(this.#folder), basename(this.#folder));
      for (const [file, script] of this.#compiled) {
        const code = script.createCachedData();
        replaceFile(this.#fileFor(file), Buffer.concat([code, code]), 0o600);
      }
    } catch {
      return;
    }
  }

  #fileFor(file: string): string {
    return join(this.#folder, `${this.#command}.${basename(file)}.bin`);
  }

  #read(file: string): Buffer | undefined {
    try {
      const bytes = readFileSync(this.#fileFor(file));
      const code = bytes.subarray(0, bytes.length / 2);
      return code.length > 0 && code.equals(bytes.subarray(code.length)) ? code : undefined;
    } catch {
      // Nothing is kept yet: Node compiles the program itself.
      return undefined;
    }
  }
}

type NodeModuleFunction = (
  exports: unknown,
  require: unknown,
  module: { exports: unknown },
  file: string,
  folder: string,
) => void;

/**
 * Undefined where there is no folder for it yet: a command that only reads makes none. Nor where somebody
 * else could write there, for this is code.
 */
export function keptCodeOf(command: string, build: string, env: Variables): KeptCode | undefined {
  const place = codePlace({ env, platform: process.platform, home: homeIn(env) ?? homedir() });
  if (!isOwnFile(dirname(place)) || (isThere(place) && !isOwnFile(place))) return undefined;
  const options = digest([...process.execArgv, env.NODE_OPTIONS ?? ""].join(" "));
  const folder = [build, process.version, process.platform, process.arch, options].join("-");
  return new KeptCode(join(place, folder), command);
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false }) !== undefined;
}

function isOwnFile(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return false;
  if (process.getuid === undefined) return true;
  const othersMayWrite = (found.mode & 0o022) !== 0;
  return found.uid === process.getuid() && !othersMayWrite;
}

/** Folders of other builds that nobody has written to for long. */
function removeStale(place: string, own: string): void {
  for (const name of readdirSync(place)) {
    const folder = join(place, name);
    if (name === own || Date.now() - statSync(folder).mtimeMs < staleAfterMs) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}
