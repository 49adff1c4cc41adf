import { folderAdvice } from "./folder-remedy.js";
import { type KnownSessions, knownFailure } from "./known-failure.js";

/**
 * The shell in another folder than the agent believes is one failure, whatever program then misses a path: cd,
 * git add, go test and grep each have a message of their own for it.
 */
export const folderFailure = {
  signature: "shell::misuse::in another folder",
  program: "shell",
  cause: "a path is not found that is there, because the shell is in another folder",
} as const;

/** Whether a failure turned out to be that one: going to the right folder is what undid it most often. */
export function isOfFolder(row: KnownSessions & { readonly signature: string }): boolean {
  if (row.signature === folderFailure.signature || row.word !== null) return false;
  return knownFailure(row, undefined)?.advice === folderAdvice;
}
