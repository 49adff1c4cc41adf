/** From this many bytes on, loading `node:zlib` takes less time than computing sums here. */
const worthLoading = 16_384;

/**
 * The CRC-32 of a text in UTF-8 or of bytes, as `node:zlib` computes it. Short commands sum a few kilobytes,
 * and would wait longer for the streams that `node:zlib` loads than for this.
 */
export function crc32(data: string | Uint8Array): number {
  return sums.of(typeof data === "string" ? Buffer.from(data) : data);
}

class Sums {
  #bytes = 0;
  #remainders: Int32Array | undefined;

  of(bytes: Uint8Array): number {
    this.#bytes += bytes.length;
    if (this.#bytes > worthLoading) return process.getBuiltinModule("node:zlib").crc32(bytes);
    this.#remainders ??= allRemainders();
    return ownCrc32(bytes, this.#remainders);
  }
}

const sums = new Sums();

function ownCrc32(bytes: Uint8Array, remainders: Int32Array): number {
  let sum = -1;
  for (let at = 0; at < bytes.length; at += 1)
    sum = (remainders[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** What each byte leaves when it is divided by the polynomial of IEEE 802.3, its bits in reverse. */
function allRemainders(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    return rest;
  });
}
