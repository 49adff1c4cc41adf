import { once } from "node:events";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineLimit } from "./line-limit.js";

async function passed(chunks: readonly string[], maxBytes: number) {
  const refused: unknown[] = [];
  const limit = new LineLimit(maxBytes, (id) => refused.push(id));
  let text = "";
  limit.on("data", (chunk: Buffer) => (text += chunk.toString()));
  for (const chunk of chunks) limit.write(chunk);
  limit.end();
  await once(limit, "end");
  return { text, refused };
}

const long = "x".repeat(500);

describe("lines that a tool's caller sends", () => {
  it("a line within the limit passes as it is, however it is cut into pieces", async () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\n", "{}") }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(pieces, async (chunks) => {
        expect(await passed(chunks, 1_000)).toEqual({ text: chunks.join(""), refused: [] });
      }),
    );
  });

  it.each([
    ["at its beginning", `{"jsonrpc":"2.0","id":7,"method":"m","params":{"text":"${long}"}}`, 7],
    ["at its end", `{"method":"m","params":{"id":3,"text":"${long}"},"jsonrpc":"2.0","id":"a-7"}`, "a-7"],
    ["nowhere", `{"params":{"text":"${long}"}}`, null],
  ])("a line over the limit with its id %s is refused, and the next one passes", async (_where, line, id) => {
    const chunks = [line.slice(0, 100), line.slice(100), '\n{"next":1}\n'];
    expect(await passed(chunks, 400)).toEqual({ text: '{"next":1}\n', refused: [id] });
  });
});
