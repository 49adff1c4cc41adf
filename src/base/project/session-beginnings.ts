import { readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "../files/is-within.js";
import { makeFolder } from "../files/make-folder.js";
import { readForeign } from "../files/read-foreign.js";
import { replaceFile } from "../files/replace-file.js";
import { digest } from "../text/digest.js";
import type { ProjectPlace } from "./identify.js";

interface Beginning extends ProjectPlace {
  readonly host: string;
  readonly session: string;
}

const maxBytes = 65_536;
/** A session that is resumed later begins anew, where it is resumed. */
const keptMs = 30 * 86_400_000;

/**
 * In which project each session of an agent began: a small file for each outlives the server. Most hosts name
 * only the folder that a call is in, and by a folder alone the project cannot be found again once the session
 * is elsewhere, or once the folder has become another project.
 */
export class SessionBeginnings {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A damaged file counts as none. */
  of(host: string, session: string): ProjectPlace | undefined {
    const read = readForeign(this.#fileOf(host, session), { maxBytes, refuseLinks: true });
    if (!("bytes" in read)) return undefined;
    const { root, project, data, ...of } = beginningIn(read.bytes.toString("utf8"));
    // The name of the file is a short digest: another session may have the same one.
    if (of.host !== host || of.session !== session) return undefined;
    if (root === undefined || project === undefined || data === undefined) return undefined;
    return { root, project, data };
  }

  note(host: string, session: string, { root, project, data }: ProjectPlace, now: number): void {
    makeFolder(this.#folder);
    this.#forgetOld(now);
    const beginning: Beginning = { host, session, root, project, data };
    replaceFile(this.#fileOf(host, session), `${JSON.stringify(beginning)}\n`, 0o600);
  }

  #fileOf(host: string, session: string): string {
    return join(this.#folder, `${digest(`${host}\0${session}`)}.json`);
  }

  #forgetOld(now: number): void {
    for (const name of readdirSync(this.#folder)) {
      const file = join(this.#folder, name);
      const { mtimeMs = now } = statSync(file, { throwIfNoEntry: false }) ?? {};
      if (now - mtimeMs > keptMs) rmSync(file, { force: true });
    }
  }
}

/** Whether a folder is at or below the one in which a session began. */
export function isBeginning({ root }: ProjectPlace, folder: string): boolean {
  return isWithin(root, folder) || isWithin(root, realOf(folder));
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    // It may be gone since, and the session goes on.
    return folder;
  }
}

function beginningIn(text: string): Partial<Beginning> {
  try {
    const fields = Object.entries(Object(JSON.parse(text)));
    return Object.fromEntries(fields.filter(([, value]) => typeof value === "string"));
  } catch {
    // Cut off while it was written: as if the session had not been noted.
    return {};
  }
}
