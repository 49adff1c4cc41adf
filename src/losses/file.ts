import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Loss, Losses } from "./losses.js";

/** Some two thousand losses in a day: beyond that, more of them say nothing new. */
const maxBytesOfDay = 262_144;
const daysKept = 14;

/**
 * Losses as lines of JSON beside the store, a file for each day: old ones are deleted whole, so that no two
 * processes ever rename or cut what another one writes. A line is one write, and begins with its line break:
 * what a full disk cut off spoils no other.
 */
export class FileLosses implements Losses {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  note({ at, stage, reason }: Loss): void {
    const file = join(this.#folder, `${at.slice(0, 10)}.jsonl`);
    attempt(() => {
      const size = statSync(file, { throwIfNoEntry: false })?.size;
      if (size === undefined) this.#begin();
      if ((size ?? 0) < maxBytesOfDay)
        appendFileSync(file, `\n${JSON.stringify({ at, stage, reason: reason.slice(0, 500) })}`);
    });
  }

  list(): readonly Loss[] {
    return this.#days().flatMap(
      (name) => attempt(() => lossesIn(readFileSync(join(this.#folder, name), "utf8"))) ?? [],
    );
  }

  #begin(): void {
    mkdirSync(this.#folder, { recursive: true });
    // The new day is one of those that stay.
    for (const name of this.#days().slice(0, 1 - daysKept))
      attempt(() => rmSync(join(this.#folder, name), { force: true }));
  }

  /** The names sort as their days do. */
  #days(): readonly string[] {
    const names = attempt(() => readdirSync(this.#folder)) ?? [];
    return names.filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name)).sort();
  }
}

function lossesIn(text: string): readonly Loss[] {
  return text.split("\n").flatMap((line) => attempt(() => lossOf(JSON.parse(line))) ?? []);
}

function lossOf(value: unknown): Loss | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { at, stage, reason } = value as Partial<Record<keyof Loss, unknown>>;
  if (typeof at !== "string" || typeof stage !== "string" || typeof reason !== "string") return undefined;
  return { at, stage, reason };
}

/**
 * Undefined where it fails, whatever the reason: a loss stops nobody, and `doctor` looks whether these files
 * can be written.
 */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
