import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../files/make-folder.js";
import { replaceFile } from "../files/replace-file.js";
import type { Loss, Losses } from "./losses.js";

/** About two thousand losses a day; more would show nothing new. */
const maxBytesPerDay = 262_144;
const daysKept = 14;

/**
 * Losses as lines of JSON beside the store, one file per day. Old files are deleted whole, so that no process
 * renames or truncates a file that another one writes. Each line is one write and begins with its line break,
 * so that a line cut off by a full disk does not damage the next one.
 */
export class FileLosses implements Losses {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  note({ at, stage, reason }: Loss): void {
    const file = join(this.#folder, `${at.slice(0, 10)}.jsonl`);
    ignoreErrors(() => {
      const size = statSync(file, { throwIfNoEntry: false })?.size;
      if (size === undefined) this.#startDay();
      if ((size ?? 0) < maxBytesPerDay)
        appendFileSync(file, `\n${JSON.stringify({ at, stage, reason: reason.slice(0, 500) })}`, {
          mode: 0o600,
        });
    });
  }

  list(): readonly Loss[] {
    return this.#days().flatMap(
      (name) => ignoreErrors(() => parseLosses(readFileSync(join(this.#folder, name), "utf8"))) ?? [],
    );
  }

  /** A line that another process adds meanwhile may be lost with the old file. */
  rewrite(change: (reason: string) => string): void {
    for (const name of this.#days())
      ignoreErrors(() => {
        const file = join(this.#folder, name);
        const before = parseLosses(readFileSync(file, "utf8"));
        const after = before.map((loss) => ({ ...loss, reason: change(loss.reason) }));
        if (after.some(({ reason }, index) => reason !== before[index]?.reason))
          replaceFile(file, after.map((loss) => `\n${JSON.stringify(loss)}`).join(""), 0o600);
      });
  }

  #startDay(): void {
    makeFolder(this.#folder);
    // The new day counts as one of the days kept.
    for (const name of this.#days().slice(0, 1 - daysKept))
      ignoreErrors(() => rmSync(join(this.#folder, name), { force: true }));
  }

  /** File names sort by day. */
  #days(): readonly string[] {
    const names = ignoreErrors(() => readdirSync(this.#folder)) ?? [];
    return names.filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name)).sort();
  }
}

function parseLosses(text: string): readonly Loss[] {
  return text.split("\n").flatMap((line) => ignoreErrors(() => parseLoss(JSON.parse(line))) ?? []);
}

function parseLoss(value: unknown): Loss | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { at, stage, reason } = value as Partial<Record<keyof Loss, unknown>>;
  if (typeof at !== "string" || typeof stage !== "string" || typeof reason !== "string") return undefined;
  return { at, stage, reason };
}

/**
 * Undefined when `work` throws: noting a loss must never fail. `doctor` checks that these files are writable.
 */
function ignoreErrors<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
