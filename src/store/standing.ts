import { WhetstoneError } from "../errors.js";
import { type View, versionOf } from "../projections/view.js";
import type { Marks } from "./store.js";

/** A view with the fingerprint of its rows under the settings in force. */
export interface KnownView extends View {
  readonly fingerprint: string;
}

/** How the store's rows of every read model stand. */
export interface Standing {
  readonly marks: Marks;
  /** Those whose rows another fold made, or nobody. */
  readonly outdated: readonly string[];
  /** The event up to which the rows of all hold. */
  readonly oldest: number;
}

/**
 * Read models that are further behind, because a program that does not know them wrote, are rebuilt with
 * progress.
 */
const foldedInMemory = 1_000;

export function standingOf(views: readonly KnownView[], marks: Marks): Standing {
  const outdated = views.filter((view) => {
    const mark = marks[view.name];
    if (mark !== undefined && versionOf(mark.fingerprint) > view.version)
      throw newerProjection(view, mark.fingerprint);
    return mark?.fingerprint !== view.fingerprint;
  });
  const positions = views.map(({ name }) => marks[name]?.position ?? 0);
  return { marks, outdated: outdated.map(({ name }) => name), oldest: Math.min(...positions) };
}

/**
 * The read models that have to be rebuilt: another fold made their rows, or they are too far behind the log.
 */
export function toRebuild(
  views: readonly KnownView[],
  { marks, outdated, oldest }: Standing,
  head: number,
): readonly string[] {
  if (head === 0) return [];
  if (head - oldest <= foldedInMemory) return outdated;
  const isBehind = (name: string) => head - (marks[name]?.position ?? 0) > foldedInMemory;
  return views.map(({ name }) => name).filter((name) => outdated.includes(name) || isBehind(name));
}

function newerProjection({ name, version }: View, fingerprint: string): WhetstoneError {
  return new WhetstoneError(
    "newer_format",
    `a newer version of Whetstone keeps the read model '${name}' of this project`,
    {
      next: "update Whetstone",
      values: { projection: name, version: versionOf(fingerprint), known: version },
    },
  );
}
