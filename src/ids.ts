/**
 * UUIDv7: 48 bits of time, a counter, 30 random bits, and the place of the event that it is for, so that the
 * event is found without an index. Ids sort by time, never collide between processes, and within one process
 * keep their order even when the clock stands still or goes back.
 */
export function uuidV7(
  clock: () => number,
  randomUuid: () => string = () => crypto.randomUUID(),
): (place: number) => string {
  let last = { ms: -1, count: 0 };
  return (place) => {
    const random = randomUuid();
    const ms = Math.max(clock(), last.ms);
    // Starting in the lower half leaves room to count; on overflow the time moves on by one.
    const count = ms === last.ms ? last.count + 1 : Number.parseInt(random.slice(15, 18), 16) >> 1;
    last = count > 0xfff ? { ms: ms + 1, count: 0 } : { ms, count };
    const time = hex(last.ms, 12);
    // The last two groups of a random UUID are already variant and random bits. A place beyond four thousand
    // million is left out.
    const end = place < 2 ** 32 ? hex(place, placeDigits) : random.slice(-placeDigits);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(last.count, 3)}-${random.slice(19, -placeDigits)}${end}`;
  };
}

const placeDigits = 8;

/**
 * The place that an id of ours names. Of any other id it is some number, or none: who asks has to look there.
 */
export function placeIn(id: string): number {
  return Number.parseInt(id.slice(-placeDigits), 16);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
