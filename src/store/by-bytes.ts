/** Compares texts by their UTF-8 bytes, as databases do. */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
