import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import type { FileLines } from "../files/file-lines.js";
import { withInputLines } from "./input-lines.js";
import { memoryIo } from "./memory-io.contract.js";

const twice = async (lines: Iterable<string>) => [[...lines], [...lines], (lines as FileLines).file] as const;

const ioIn = (cwd: string, stdin = "") => memoryIo({ cwd, stdin }).io;

it("the lines of a file can be read twice, and the file stays", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
  const [first, second, file] = await withInputLines("a.txt", ioIn(folder), 100, twice);
  expect([first, second]).toEqual([
    ["one", "two"],
    ["one", "two"],
  ]);
  expect(existsSync(file)).toBe(true);
});

it("the lines of a pipe can be read twice, and nothing is left of its copy", async () => {
  const [first, second, copy] = await withInputLines("-", ioIn(tempFolder(), "one\ntwo"), 100, twice);
  expect([first, second]).toEqual([
    ["one", "two"],
    ["one", "two"],
  ]);
  expect(existsSync(copy)).toBe(false);
});

it.each([
  ["a pipe that is too long", "-", "invalid_input", "stdin is larger than 100 bytes"],
  ["a file that is not there", "nothing.txt", "not_found", "there is no file nothing.txt"],
  ["a folder", ".", "invalid_input", ". is a folder"],
  ["bytes that are not UTF-8", "bytes", "invalid_input", "bytes is not UTF-8 text"],
])("%s is refused in words that name it", async (_what, file, code, message) => {
  const folder = tempFolder();
  writeFileSync(join(folder, "bytes"), Buffer.from([0xff, 0x0a]));
  await expect(withInputLines(file, ioIn(folder, "x".repeat(200)), 100, twice)).rejects.toMatchObject({
    code,
    message,
  });
});
