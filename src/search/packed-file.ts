import { crc32 } from "node:zlib";

type NumberArray = Float64Array | Float32Array | Uint32Array | Uint8Array;
type SectionType = "f64" | "f32" | "u32" | "u8";

interface SectionHeader {
  readonly name: string;
  readonly type: SectionType;
  readonly length: number;
}

const magic = "WSTI0006";
/** Every section starts at a multiple of this, so that it can be used without a copy. */
const alignment = 8;
const preamble = 24;

/**
 * Packs a JSON value and arrays of numbers: an 8-byte name, the length of the JSON, a CRC-32 of everything
 * after the preamble, the JSON, the arrays. Little-endian, like every processor that Node runs on.
 */
export function packFile(value: unknown, sections: Readonly<Record<string, NumberArray>>): Uint8Array {
  const places = Object.entries(sections).map(([name, section]) => ({
    name,
    type: sectionType(section),
    length: section.length,
  }));
  const json = Buffer.from(JSON.stringify({ value, places }));
  const parts = [json, ...Object.values(sections)];
  const size = parts.reduce((sum, { byteLength }) => sum + aligned(byteLength), preamble);
  // Allocated once and filled in place: an index of 50,000 lessons is 80 MB.
  const file = Buffer.alloc(size);
  let at = preamble;
  for (const { buffer, byteOffset, byteLength } of parts) {
    file.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  file.write(magic, "latin1");
  file.writeUInt32LE(json.length, 8);
  file.writeUInt32LE(crc32(file.subarray(preamble)), 12);
  return file;
}

export interface UnpackedFile {
  readonly value: unknown;
  readonly section: (name: string, type: SectionType) => NumberArray | undefined;
}

/**
 * Undefined when the bytes are truncated, damaged or of another format. The arrays are views of `bytes`.
 */
export function unpackFile(bytes: Uint8Array): UnpackedFile | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < preamble || view.toString("latin1", 0, 8) !== magic) return undefined;
  const body = view.subarray(preamble);
  if (crc32(body) !== view.readUInt32LE(12)) return undefined;
  const jsonLength = view.readUInt32LE(8);
  const { value, places } = JSON.parse(body.toString("utf8", 0, jsonLength)) as {
    value: unknown;
    places: readonly SectionHeader[];
  };
  const sections = new Map<string, NumberArray>();
  let at = aligned(jsonLength);
  for (const { name, type, length } of places) {
    const width = widths[type];
    sections.set(`${name} ${type}`, sectionAt(type, body, at, length));
    at += aligned(length * width);
  }
  return { value, section: (name, type) => sections.get(`${name} ${type}`) };
}

const widths = { f64: 8, f32: 4, u32: 4, u8: 1 } as const;

function sectionAt(type: SectionType, body: Buffer, at: number, length: number): NumberArray {
  const bytes = body.subarray(at, at + length * widths[type]);
  const isAligned = bytes.byteOffset % alignment === 0;
  const [buffer, offset] = isAligned ? [bytes.buffer, bytes.byteOffset] : [Uint8Array.from(bytes).buffer, 0];
  if (type === "f64") return new Float64Array(buffer, offset, length);
  if (type === "f32") return new Float32Array(buffer, offset, length);
  return type === "u32" ? new Uint32Array(buffer, offset, length) : new Uint8Array(buffer, offset, length);
}

function sectionType(section: NumberArray): SectionType {
  if (section instanceof Float64Array) return "f64";
  if (section instanceof Float32Array) return "f32";
  return section instanceof Uint32Array ? "u32" : "u8";
}

function aligned(length: number): number {
  return Math.ceil(length / alignment) * alignment;
}
