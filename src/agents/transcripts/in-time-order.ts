import type { Entry, Faults, Transcript } from "./transcript.js";

/** An entry with its transcript; without one, the transcript has no more. */
export interface Dated {
  readonly transcript: Transcript;
  readonly entry: Entry | undefined;
}

interface Open {
  readonly transcript: Transcript;
  readonly rest: Iterator<Entry>;
  next: IteratorResult<Entry>;
}

/**
 * The entries of all transcripts in the order of their times, each transcript's in its own order. A
 * transcript is opened when its time comes, so that no more are open than sessions ran at once.
 */
export function* inTimeOrder(transcripts: readonly Transcript[], faults: Faults): Generator<Dated> {
  const waiting = [...transcripts].sort(byStart).reverse();
  const open: Open[] = [];
  while (waiting.length + open.length > 0) {
    const first = earliestOpen(open);
    const nextStart = waiting.at(-1)?.startedAt ?? Number.POSITIVE_INFINITY;
    if (first === undefined || nextStart <= timeOfNext(first)) {
      const transcript = waiting.pop();
      if (transcript !== undefined) open.push(opened(transcript, faults));
      continue;
    }
    const { transcript } = first;
    if (first.next.done === true) {
      open.splice(open.indexOf(first), 1);
      yield { transcript, entry: undefined };
    } else {
      const entry = first.next.value;
      first.next = first.rest.next();
      yield { transcript, entry };
    }
  }
}

/** Ties are broken by name, so that every run gives the same order. */
function byStart(a: Transcript, b: Transcript): number {
  return a.startedAt - b.startedAt || (a.file < b.file ? -1 : 1);
}

function opened(transcript: Transcript, faults: Faults): Open {
  const rest = transcript.entries(faults)[Symbol.iterator]();
  return { transcript, rest, next: rest.next() };
}

/** One that has no more comes first: its end follows its last entry. */
function timeOfNext({ next }: Open): number {
  return next.done === true ? Number.NEGATIVE_INFINITY : next.value.at;
}

function earliestOpen(open: readonly Open[]): Open | undefined {
  return open.reduce<Open | undefined>(
    (best, each) => (best === undefined || timeOfNext(each) < timeOfNext(best) ? each : best),
    undefined,
  );
}
