import { crc32, deflateSync, inflateSync } from "node:zlib";

/** A screenshot of 24 bits a pixel, with 256 colours: less than a half of its bytes. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = decoded(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = paletteOf(counts);
  const index = new Map(palette.map((colour, at) => [colour, at]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const colour = pixels.readUIntBE((y * width + x) * 3, 3);
      const found = index.get(colour) ?? nearest(palette, colour);
      index.set(colour, found);
      rows[y * (width + 1) + x + 1] = found;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colours = Buffer.alloc(palette.length * 3);
  for (const [at, colour] of palette.entries()) colours.writeUIntBE(colour, at * 3, 3);
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  const parts = [chunk("IHDR", header), chunk("PLTE", colours), chunk("IDAT", data)];
  return Buffer.concat([png.subarray(0, 8), ...parts, chunk("IEND", Buffer.alloc(0))]);
}

/** The most frequent colour of each kind, so that no small dot loses its own, and then the most frequent ones. */
function paletteOf(counts: ReadonlyMap<number, number>): readonly number[] {
  const byUse = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  const kinds = new Map<number, number>();
  for (const colour of byUse) {
    const kind = colour & 0xe0e0e0;
    if (!kinds.has(kind)) kinds.set(kind, colour);
  }
  return [...new Set([...kinds.values(), ...byUse])].slice(0, 256);
}

function nearest(palette: readonly number[], colour: number): number {
  const distance = (other: number) =>
    [16, 8, 0].reduce((sum, bits) => sum + (((colour >> bits) & 255) - ((other >> bits) & 255)) ** 2, 0);
  const distances = palette.map(distance);
  return distances.indexOf(Math.min(...distances));
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

/** Chromium writes 24 bits a pixel, without interlacing. */
function decoded(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (png[24] !== 8 || png[25] !== 2) throw new Error("not a picture of 24 bits a pixel");
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * 3;
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < stride; x += 1) {
      const left = x < 3 ? 0 : (pixels[y * stride + x - 3] ?? 0);
      const above = y === 0 ? 0 : (pixels[(y - 1) * stride + x] ?? 0);
      const corner = x < 3 || y === 0 ? 0 : (pixels[(y - 1) * stride + x - 3] ?? 0);
      const filter = raw[y * (stride + 1)] ?? 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      pixels[y * stride + x] = ((raw[y * (stride + 1) + 1 + x] ?? 0) + guess) & 255;
    }
  return { width, height, pixels };
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map((each) => Math.abs(guess - each)) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}
