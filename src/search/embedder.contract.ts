import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder } from "./embedder.js";
import { dot } from "./order/cosine.js";

const texts = [
  "retry the request with a longer timeout",
  "getUserName",
  "close the database handle after use",
  "x",
];

export function embedderContract(name: string, open: () => Promise<Embedder>): void {
  describe(`${name} as an Embedder`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await open();
    });
    afterAll(() => embedder.close());

    const vectors = async (list: readonly string[]) =>
      (await embedder.embed(list)).map(({ vector }) => vector);

    it("each text gets one vector of length 1 with the dimensions of the embedder, in order", async () => {
      const found = await vectors(texts);
      expect(found.length).toBe(texts.length);
      for (const vector of found) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector.length).toBe(embedder.dimensions);
        expect(dot(vector, vector)).toBeCloseTo(1, 3);
      }
      expect(await embedder.embed([])).toEqual([]);
    });

    it("a text gets the same vector every time, alone and among others", async () => {
      const together = await vectors(texts);
      for (const [place, text] of texts.entries()) {
        const [alone] = await vectors([text]);
        expect(dot(alone ?? new Float32Array(), together[place] ?? new Float32Array())).toBeGreaterThan(
          0.999,
        );
      }
      const many = await vectors(Array.from({ length: embedder.batchSize + 3 }, () => "one text"));
      expect(many.length).toBe(embedder.batchSize + 3);
      expect(new Set(many.map((vector) => Math.round((vector[0] ?? 0) * 1e4))).size).toBe(1);
    });

    it("different texts get different vectors", async () => {
      const [one, other] = await vectors(["retry the request", "close the database"]);
      expect(dot(one ?? new Float32Array(), other ?? new Float32Array())).toBeLessThan(0.95);
    });

    it.each(["", "!!!", "日本語のテキスト", "\u0000", "🚀"])(
      "the text %j gets a finite vector without an error",
      async (odd) => {
        const [found] = await embedder.embed([odd]);
        const vector = found?.vector ?? new Float32Array();
        expect(vector.length).toBe(embedder.dimensions);
        expect(vector.every(Number.isFinite)).toBe(true);
        const length = dot(vector, vector);
        expect(Math.min(Math.abs(length), Math.abs(length - 1))).toBeLessThan(1e-3);
      },
    );

    it("a text of any length is embedded and marked as truncated when it was cut", async () => {
      const [found] = await embedder.embed(["close the file ".repeat(5_000)]);
      expect(found?.truncated).toBe(Number.isFinite(embedder.maxTokens));
      expect(dot(found?.vector ?? new Float32Array(), found?.vector ?? new Float32Array())).toBeCloseTo(1, 3);
      expect((await embedder.embed(["close the file"]))[0]?.truncated).toBe(false);
    });
  });
}
