/** Compares well-formed texts as databases do, by their UTF-8 bytes, which is by code points. */
export function byBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return lifted(one) - lifted(other);
  }
  return a.length - b.length;
}

/** A half of a pair stands for a code point beyond all that need no pair. */
function lifted(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
