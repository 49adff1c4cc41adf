import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileError } from "../../base/files/file-error.js";
import { mayOthersRead } from "../../base/files/private-file.js";
import { readToken } from "./server-files.js";

/**
 * The token of this user, made once: agents keep keys made from it in their settings. A token that others
 * could read, or that is damaged, is replaced. When several processes make one at once, the first one counts.
 */
export function ensureToken(file: string): string {
  const present = isPrivateFile(file) ? readToken(file) : undefined;
  if (present !== undefined) return present;
  const draft = `${file}.${process.pid}.part`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    moveInto(draft, file);
    const token = readToken(file);
    if (token === undefined) throw new Error(`${file} does not hold a token`);
    return token;
  } catch (error) {
    throw fileError(error, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Linking fails where a file exists: the second process uses what the first one wrote. */
function moveInto(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (!isPrivateFile(file) || readToken(file) === undefined) renameSync(draft, file);
  }
}

function isPrivateFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true && !mayOthersRead(file);
}
