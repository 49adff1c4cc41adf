import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { embedderContract } from "./embedder.contract.js";
import { measureBackground } from "./meaning-scores.js";
import { dot } from "./order/cosine.js";
import { openStaticEmbedder } from "./static-embedder.js";

const folder = resolve(import.meta.dirname, "../../models/static-deb-256");

embedderContract("openStaticEmbedder with the built-in table", async () => openStaticEmbedder(folder));

/** The bytes of a table with these words. */
function table(words: Readonly<Record<string, readonly number[]>>, scale = 0.5): Buffer {
  const names = Object.keys(words);
  const dimensions = Object.values(words)[0]?.length ?? 0;
  const vocabulary = Buffer.from(names.join("\n"));
  const header = Buffer.from(
    JSON.stringify({ V: names.length, D: dimensions, bits: 4, vocabBytes: vocabulary.length }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const before = Buffer.concat([length, header, vocabulary]);
  const padding = Buffer.alloc((4 - (before.length % 4)) % 4);
  const scales = Buffer.from(new Float32Array(names.length).fill(scale).buffer);
  return Buffer.concat([
    before,
    padding,
    scales,
    ...Object.values(words).map(row),
  ]);
}

/** Two values in a byte, each 8 more than it is. */
function row(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(values.length / 2));
  for (const [place, value] of values.entries())
    bytes[place >> 1] = (bytes[place >> 1] ?? 0) | ((value + 8) << (place % 2 === 0 ? 0 : 4));
  return bytes;
}

function embedderOf(bytes: Buffer) {
  const made = mkdtempSync(join(tmpdir(), "whetstone-table-"));
  writeFileSync(join(made, "static.bin"), bytes);
  return openStaticEmbedder(made);
}

describe("openStaticEmbedder", () => {
  it("the vector of a text is the sum of its words, weighted by the log of their counts", async () => {
    const embedder = embedderOf(table({ read: [3, 0], file: [0, 4] }));
    const [one, twice] = await embedder.embed(["readFile unknown", "READ read file"]);
    expect([...(one?.vector ?? [])]).toEqual([expect.closeTo(0.6, 5), expect.closeTo(0.8, 5)]);
    const ratio = (twice?.vector[0] ?? 0) / (twice?.vector[1] ?? 1);
    expect(ratio).toBeCloseTo(0.75 * (1 + Math.log(2)), 5);
  });

  it("a text without a known word gets a zero vector", async () => {
    const embedder = embedderOf(table({ read: [3, 0] }));
    const found = await embedder.embed(["日本語", "ошибка"]);
    expect(found.every(({ vector }) => vector.every((value) => value === 0))).toBe(true);
  });

  it("openStaticEmbedder gives a text the same vector before and after it has read the whole table", async () => {
    const embedder = openStaticEmbedder(folder);
    const texts = ["delete a directory", "retry the request with a zzzz backoff", "the to a is of"];
    const cold = await embedder.embed(texts);
    await embedder.embed([Array.from({ length: 200 }, (_, index) => `word${index}`).join(" ")]);
    expect(await embedder.embed(texts)).toEqual(cold);
    expect(cold.every(({ vector }) => vector.some((value) => value !== 0))).toBe(true);
  });

  it("a file that is not a table is refused with its name and the next step", () => {
    const whole = table({ one: [1, 2, 3] });
    const odd = Buffer.from(whole);
    odd.writeUInt32LE(0xffffffff);
    for (const bytes of [
      Buffer.alloc(0),
      whole.subarray(0, whole.length - 1),
      odd,
      Buffer.from("\u0002\u0000\u0000\u0000{}"),
    ]) {
      expect(() => embedderOf(bytes)).toThrow(
        expect.objectContaining({ code: "not_found", next: expect.any(String) }),
      );
    }
    expect(() => openStaticEmbedder(join(tmpdir(), "no-such-folder"))).toThrow(/static\.bin/);
  });

  it("openStaticEmbedder states the background that is measured of the built-in table", async () => {
    const embedder = openStaticEmbedder(folder);
    expect(embedder.background).toBe(await measureBackground(embedder));
  });

  it("a paraphrase is closer than an unrelated text", async () => {
    const embedder = openStaticEmbedder(folder);
    const [query, same, other] = (
      await embedder.embed(["delete a directory", "remove a folder", "render the chart with colours"])
    ).map(({ vector }) => vector);
    const nothing = new Float32Array();
    expect(dot(query ?? nothing, same ?? nothing)).toBeGreaterThan(
      dot(query ?? nothing, other ?? nothing) + 0.2,
    );
  });
});
