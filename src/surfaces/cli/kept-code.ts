import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { homeIn, type Variables } from "../../base/config/environment.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { replaceFile } from "../../base/files/replace-file.js";
import { codePlace } from "../../base/project/places.js";
import { digest } from "../../base/text/digest.js";

/** Code of a version that has not been started for this long is removed. */
const staleAfterMs = 30 * 86_400_000;
/** The sum that a kept file begins with. */
const sumBytes = 4;

/** One call of the program. */
export interface KeptFor {
  readonly command: string;
  readonly build: string;
  readonly env: Variables;
}

/**
 * Runs a file of ours in the place of `require`, with what V8 made of it the last time that the command ran:
 * the functions that it called, compiled, which otherwise takes half of the time of a short command.
 */
export function runKept(program: string, require: NodeJS.Require, call: KeptFor): void {
  const kept = keptFile(call);
  if (kept === undefined) {
    require(program);
    return;
  }
  const { script, isNew } = compiled(program, kept);
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, program, dirname(program));
  // A command that failed did not run what it needs the next time.
  if (isNew) process.on("exit", (exitCode) => exitCode === 0 && save(script, kept));
}

/**
 * Where the code of the command is kept. Undefined where there is no folder for it yet: a command that only
 * reads makes none. Nor where somebody else could write there, for this is code.
 */
export function keptFile({ command, build, env }: KeptFor): string | undefined {
  const place = placeIn(env);
  if (place === undefined || !isOwnFolder(dirname(place))) return undefined;
  if (isThere(place) && !isOwnFolder(place)) return undefined;
  const options = digest([...process.execArgv, env.NODE_OPTIONS ?? ""].join(" "));
  const folder = [build, process.version, process.platform, process.arch, options].join("-");
  return join(place, folder, `${command}.bin`);
}

/** Undefined for a data folder that is wrong: the command itself says so. */
function placeIn(env: Variables): string | undefined {
  try {
    return codePlace({ env, platform: process.platform, home: homeIn(env) ?? homedir() });
  } catch {
    return undefined;
  }
}

/** The program is in ASCII, and read as Latin 1 it needs no decoding. */
function compiled(program: string, kept: string): { readonly script: Script; readonly isNew: boolean } {
  const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(program, "latin1")}\n})`;
  const cachedData = read(kept);
  const script = new Script(source, { filename: program, ...(cachedData && { cachedData }) });
  return { script, isNew: cachedData === undefined || script.cachedDataRejected === true };
}

/** V8 refuses code of another version or other options of V8, and does not look for damage. */
function read(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(sumBytes);
    return code.length > 0 && crc32(code) === bytes.readUInt32LE() ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Without it the next call compiles again, so no failure is reported. */
function save(script: Script, file: string): void {
  try {
    const folder = dirname(file);
    makeFolder(folder);
    removeStale(dirname(folder), basename(folder));
    const code = script.createCachedData();
    const sum = Buffer.alloc(sumBytes);
    sum.writeUInt32LE(crc32(code));
    replaceFile(file, Buffer.concat([sum, code]), 0o600);
  } catch {
    return;
  }
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false }) !== undefined;
}

function isOwnFolder(folder: string): boolean {
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
