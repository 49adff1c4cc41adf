/**
 * UUIDv7: 48 bits of time, a counter of 12 bits and 62 random bits. Ids sort by time, never collide between
 * processes, and within one process keep their order even when the clock stands still or goes back.
 */
export function uuidV7(
  clock: () => number,
  randomUuid: () => string = () => crypto.randomUUID(),
): () => string {
  let last = { ms: -1, count: 0 };
  return () => {
    const random = randomUuid();
    const ms = Math.max(clock(), last.ms);
    // Starting in the lower half leaves room to count; on overflow the time moves on by one.
    const count = ms === last.ms ? last.count + 1 : Number.parseInt(random.slice(15, 18), 16) >> 1;
    last = count > 0xfff ? { ms: ms + 1, count: 0 } : { ms, count };
    const time = hex(last.ms, 12);
    // The last two groups of a random UUID are already variant and random bits.
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(last.count, 3)}-${random.slice(19)}`;
  };
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
