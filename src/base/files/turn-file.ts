import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from "node:fs";

/** A turn that was not renewed for this long belongs to nobody any more. */
const lastsMs = 60_000;
const renewMs = 15_000;

/**
 * A turn that one process of a machine has at a time. It saves work that would be done twice, and guards
 * nothing: where two processes find an old one at the same moment, both may take it.
 */
export class TurnFile {
  readonly #file: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(file: string) {
    this.#file = file;
    this.#timer = setInterval(() => renew(file), renewMs).unref();
  }

  /** Undefined while another process has it. */
  static take(file: string): TurnFile | undefined {
    if (isHeld(file)) return undefined;
    try {
      rmSync(file, { force: true });
      const handle = openSync(file, "wx", 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
      throw error;
    }
    return new TurnFile(file);
  }

  release(): void {
    clearInterval(this.#timer);
    rmSync(this.#file, { force: true });
  }
}

function renew(file: string): void {
  const now = new Date();
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) utimesSync(file, now, now);
}

function isHeld(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || Date.now() - stat.mtimeMs > lastsMs) return false;
  return isAlive(ownerOf(file));
}

/** Not a number between the making of the file and the writing of its owner. */
function ownerOf(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (Number.isNaN(pid)) return true;
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
