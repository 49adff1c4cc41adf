/** The first 32 bits of the fractional parts of the roots of the first primes, as FIPS 180-4 defines them. */
interface Constants {
  readonly rounds: readonly number[];
  readonly initial: readonly number[];
}

/** With the first digest: most hooks and commands compute none. */
const made: { constants?: Constants } = {};

function constants(): Constants {
  made.constants ??= newConstants();
  return made.constants;
}

function newConstants(): Constants {
  const primes = firstPrimes(64);
  return {
    rounds: primes.map((prime) => fraction(Math.cbrt(prime))),
    initial: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
  };
}

const blockBytes = 64;

/** HMAC with SHA-256 (RFC 2104), in hex. */
export function hmacSha256(key: string, text: string): string {
  const given = new TextEncoder().encode(key);
  const short = given.length > blockBytes ? sha256(given) : given;
  const pad = (byte: number) => padded(short, byte);
  const inner = sha256(joined(pad(0x36), new TextEncoder().encode(text)));
  return inHex(sha256(joined(pad(0x5c), inner)));
}

/**
 * SHA-256 of a text, in hex. For short texts: loading node:crypto takes a tenth of the whole time of a hook.
 */
export function sha256Of(text: string): string {
  return inHex(sha256(new TextEncoder().encode(text)));
}

function inHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function padded(key: Uint8Array, byte: number): Uint8Array {
  const bytes = new Uint8Array(blockBytes).fill(byte);
  for (let at = 0; at < key.length; at += 1) bytes[at] = (key[at] ?? 0) ^ byte;
  return bytes;
}

function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * blockBytes);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = Uint32Array.from(constants().initial);
  for (let at = 0; at < padded.length; at += blockBytes) addBlock(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

function addBlock(state: Uint32Array, view: DataView, start: number): void {
  const words = schedule(view, start);
  const { rounds } = constants();
  let [a, b, c, d, e, f, g, h] = state as unknown as EightWords;
  for (let at = 0; at < 64; at += 1) {
    const constant = wordAt(rounds, at) + wordAt(words, at);
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constant;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = wordAt(state, index) + word;
}

type EightWords = [number, number, number, number, number, number, number, number];

function schedule(view: DataView, start: number): Int32Array {
  const words = new Int32Array(64);
  for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(start + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const [near, far] = [wordAt(words, at - 2), wordAt(words, at - 15)];
    const first = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const second = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[at] = (wordAt(words, at - 16) + first + wordAt(words, at - 7) + second) | 0;
  }
  return words;
}

function wordAt(words: ArrayLike<number>, index: number): number {
  return words[index] ?? 0;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}
