/** Signs in a byte. */
const perByte = 8;

/**
 * The signs of many vectors, a bit for each dimension. Summing a vector over the signs of a row, eight at a
 * time from a table, ranks rows nearly as their cosines do, in a quarter of the time and from a thirty-second
 * of the memory that the vectors take.
 */
export class SignCodes {
  readonly #dimensions: number;
  readonly #width: number;
  #codes: Uint8Array;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#width = Math.ceil(dimensions / perByte);
    this.#codes = new Uint8Array(0);
  }

  static of(values: Float32Array, dimensions: number, rows: number): SignCodes {
    const codes = new SignCodes(dimensions);
    for (let row = 0; row < rows; row += 1) codes.set(row, values);
    return codes;
  }

  /** Takes in one row of the matrix with these values. */
  set(row: number, values: Float32Array): void {
    this.#reserve(row + 1);
    const [at, from] = [row * this.#width, row * this.#dimensions];
    for (let byte = 0; byte < this.#width; byte += 1) {
      let code = 0;
      for (let bit = 0; bit < perByte; bit += 1) {
        const place = byte * perByte + bit;
        if (place < this.#dimensions && (values[from + place] ?? 0) > 0) code |= 1 << bit;
      }
      this.#codes[at + byte] = code;
    }
  }

  /** For each row a number that is the larger, the nearer the row is likely to be to the vector. */
  scores(vector: Float32Array, rows: number): Float64Array {
    const tables = tablesOf(vector, this.#width);
    const scores = new Float64Array(rows);
    const [codes, width] = [this.#codes, this.#width];
    const even = width - (width % 4);
    // Four sums side by side, as for cosines.
    for (let row = 0, at = 0; row < rows; row += 1, at += width) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let byte = 0; byte < even; byte += 4) {
        const table = byte << 8;
        a += tables[table + (codes[at + byte] ?? 0)] ?? 0;
        b += tables[table + 256 + (codes[at + byte + 1] ?? 0)] ?? 0;
        c += tables[table + 512 + (codes[at + byte + 2] ?? 0)] ?? 0;
        d += tables[table + 768 + (codes[at + byte + 3] ?? 0)] ?? 0;
      }
      for (let byte = even; byte < width; byte += 1) a += tables[(byte << 8) + (codes[at + byte] ?? 0)] ?? 0;
      scores[row] = a + b + (c + d);
    }
    return scores;
  }

  #reserve(rows: number): void {
    if (rows * this.#width <= this.#codes.length) return;
    const grown = new Uint8Array(Math.max(16, rows * 2) * this.#width);
    grown.set(this.#codes);
    this.#codes = grown;
  }
}

/** For each eight dimensions the sum of the vector under each of 256 codes: plus where a bit is set. */
function tablesOf(vector: Float32Array, width: number): Float32Array {
  const tables = new Float32Array(width << 8);
  for (let byte = 0; byte < width; byte += 1)
    for (let code = 0; code < 256; code += 1) {
      let sum = 0;
      for (let bit = 0; bit < perByte; bit += 1) {
        const value = vector[byte * perByte + bit] ?? 0;
        sum += (code >> bit) & 1 ? value : -value;
      }
      tables[(byte << 8) + code] = sum;
    }
  return tables;
}
