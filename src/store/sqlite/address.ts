const places = 2 ** 32;

/** The last place in a log: beyond it lie the addresses of the next one. */
export const lastPlace = places - 1;

/**
 * Where an event lies in the file: its log by number, and its place in it. Two million logs have exact
 * numbers.
 */
export function addressOf(log: number, seq: number): number {
  return log * places + seq;
}
