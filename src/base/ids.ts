/**
 * UUIDv7: 48 bits of time, a counter of 12 bits and 62 random bits. Ids sort by time, never collide between
 * processes, and within one process keep their order even when the clock stands still or goes back. They are
 * no secrets: `Math.random` begins with 64 bits of the system in every process, and what `crypto` loads for
 * its first number takes a tenth of a short command.
 */
export function uuidV7(clock: () => number, random: () => number = Math.random): () => string {
  let last = { ms: -1, count: 0 };
  const below = (limit: number) => Math.floor(random() * limit);
  return () => {
    const ms = Math.max(clock(), last.ms);
    // Starting in the lower half leaves room to count; on overflow the time moves on by one.
    const count = ms === last.ms ? last.count + 1 : below(0x800);
    last = count > 0xfff ? { ms: ms + 1, count: 0 } : { ms, count };
    const time = hex(last.ms, 12);
    const variant = hex(0x8000 + below(0x4000), 4);
    const rest = hex(below(2 ** 48), 12);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(last.count, 3)}-${variant}-${rest}`;
  };
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
