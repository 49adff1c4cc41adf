import { dividers, dividingVerb, type KnownStrategyLabel, knownStrategies, wordings } from "./wordings.js";

/** A place in a sentence that words a strategy, whether it is recommended or warned of. */
export interface Mention {
  readonly label: KnownStrategyLabel;
  readonly start: number;
  readonly end: number;
  /** It shares the verb of the mention before: "and layer" in "split by feature and layer". */
  readonly listed: boolean;
}

/** Every mention in a sentence, in order, each place once for a strategy. */
export function mentionsIn(text: string): readonly Mention[] {
  const others = knownStrategies.flatMap((label) => matches(label, wordings[label] ?? [], text));
  const divided = divisions(text);
  const reached = new Map<KnownStrategyLabel, number>();
  return [...others, ...divided, ...divided.flatMap(({ end }) => listedAfter(text, end))]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ label, start, end }) => {
      if (start < (reached.get(label) ?? 0)) return false;
      reached.set(label, end);
      return true;
    });
}

function divisions(text: string): readonly Mention[] {
  const verb = text.search(dividingVerb);
  return dividers.flatMap(({ label, full, elided, others }) => [
    ...matches(label, [full, ...others], text),
    ...matches(label, [elided], text).filter(({ start }) => verb !== -1 && verb < start),
  ]);
}

function matches(label: KnownStrategyLabel, phrases: readonly RegExp[], text: string): readonly Mention[] {
  // Most phrases are not there, and a search finds that out without the copy that `matchAll` makes of each.
  return phrases
    .filter((phrase) => text.search(phrase) !== -1)
    .flatMap((phrase) =>
      [...text.matchAll(phrase)].map(({ 0: { length }, index }) => ({
        label,
        start: index,
        end: index + length,
        listed: false,
      })),
    );
}

/**
 * The dividers that follow one, as in "split by layer, component and feature". No list needs to name one
 * twice.
 */
function listedAfter(text: string, end: number): readonly Mention[] {
  const listed: Mention[] = [];
  for (let start = end; listed.length < dividers.length; start = listed.at(-1)?.end ?? start) {
    const next = listedAt(text, start);
    if (next === undefined) return listed;
    listed.push(next);
  }
  return listed;
}

function listedAt(text: string, start: number): Mention | undefined {
  const rest = text.slice(start);
  for (const { label, listed } of dividers) {
    const length = listed.exec(rest)?.[0].length;
    if (length !== undefined) return { label, start, end: start + length, listed: true };
  }
  return undefined;
}
