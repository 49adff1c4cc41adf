/**
 * UUIDv7: 48 bits of time, then 74 random ones, so that ids sort roughly by time and never collide between processes.
 * Within one process and millisecond they keep their order: the first 12 random bits count up.
 */
export function uuidV7(clock: () => number, random: () => Uint8Array = randomBytes): () => string {
  let last = { ms: -1, count: 0 };
  return () => {
    const bytes = Buffer.from(random());
    const ms = Math.max(clock(), last.ms);
    const sameTick = ms === last.ms;
    // Starting low leaves room to count; on overflow the time moves on by one.
    const count = sameTick ? last.count + 1 : bytes.readUInt16BE(6) & 0x7ff;
    last = count > 0xfff ? { ms: ms + 1, count: 0 } : { ms, count };
    bytes.writeUIntBE(last.ms, 0, 6);
    bytes.writeUInt16BE(0x7000 | last.count, 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    const hex = bytes.toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  };
}

/** The global is loaded when it is first used: a command that only reads needs no randomness. */
function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}
