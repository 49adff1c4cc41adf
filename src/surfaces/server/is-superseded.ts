import type { Build } from "../../base/version.js";
import type { ServerState } from "./server-files.js";

/** A build, and the file of its program, which starts a server. */
export interface Candidate extends Build {
  readonly program?: string | undefined;
}

/**
 * Whether a server of this build takes the place of the one that runs. It does where the program that the other
 * was started from was replaced by this one, be it older or newer; otherwise only if it is newer. So the builds
 * of several projects end with the newest as the server of all, and each change of server raises its build or
 * follows an installation: they never take turns.
 */
export function isSuperseded(running: ServerState, by: Candidate): boolean {
  if (running.build === by.build && running.version === by.version) return false;
  if (by.build !== undefined && by.program !== undefined && by.program === running.program) return true;
  if (running.version !== by.version) return isNewerVersion(by.version, running.version);
  // A server that does not say when it was built is from before servers said so.
  return by.builtAt !== undefined && by.builtAt > (running.builtAt ?? "");
}

/** By their numbers. A version without numbers, as of unbuilt sources, is never newer. */
export function isNewerVersion(version: string, than: string): boolean {
  const [a, b] = [versionNumbers(version), versionNumbers(than)];
  if (a === undefined || b === undefined) return false;
  const place = a.findIndex((number, index) => number !== b[index]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
}

/** A release comes after its own previews: 1.2.0-rc.1, 1.2.0. */
function versionNumbers(version: string): readonly number[] | undefined {
  const parts = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-[a-z]{0,20}\.?(\d{1,9})?)?/i.exec(version);
  if (parts === null) return undefined;
  const preview = version.includes("-") ? Number(parts[4] ?? 0) : Number.POSITIVE_INFINITY;
  return [Number(parts[1]), Number(parts[2]), Number(parts[3]), preview];
}
