import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { FileLines } from "./file-lines.js";

function linesOf(content: string | Uint8Array): FileLines {
  const file = join(tempFolder(), "lines.txt");
  writeFileSync(file, content);
  return new FileLines(file);
}

it("FileLines gives the lines of a text as splitting all of it would, wherever a piece of the file ends", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary", maxLength: 5 }),
    fc.constantFrom("\n", "\n\n", "é".repeat(131_072), "🚀".repeat(70_000), "x".repeat(262_143)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = Buffer.from(parts.join(""))
        .toString()
        .replace(/^\ufeff+/, "");
      const expected = text === "" ? [] : text.replace(/\n$/, "").split("\n");
      const lines = linesOf(text);
      expect([...lines]).toEqual(expected);
      expect([...lines], "the second time").toEqual(expected);
    }),
    { numRuns: 15 },
  );
});

it("FileLines ends with an error where the bytes are not UTF-8", () => {
  expect(() => [...linesOf(Buffer.from([0x61, 0x0a, 0xff, 0x0a]))]).toThrow(TypeError);
  expect(() => [...linesOf(Buffer.from([0x61, 0x0a, 0xc3]))]).toThrow(TypeError);
});
