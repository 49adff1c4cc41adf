import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryIo } from "./memory-io.contract.js";
import { readBytes, readInput } from "./read-input.js";

describe("readInput", () => {
  let cwd = "";
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "read-input-"));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  it("readInput reads a file, relative to the current folder, without its byte order mark", async () => {
    writeFileSync(join(cwd, "in.json"), "\ufeff{}é");
    expect(await readInput("in.json", memoryIo({ cwd }).io, 100)).toBe("{}é");
    expect(await readInput(join(cwd, "in.json"), memoryIo().io, 100)).toBe("{}é");
  });

  it("readInput takes only the first byte order mark away", async () => {
    const text = "\ufeff{}é\r\n\ufeff";
    writeFileSync(join(cwd, "in.json"), text);
    expect(await readInput("in.json", memoryIo({ cwd }).io, 100)).toBe(text.slice(1));
    expect(await readInput("-", memoryIo({ stdin: text }).io, 100)).toBe(text.slice(1));
  });

  it("readInput reads stdin for -, and a pipe when no file is named", async () => {
    expect(await readInput("-", memoryIo({ stdin: "piped" }).io, 100)).toBe("piped");
    expect(await readInput(undefined, memoryIo({ stdin: "piped" }).io, 100)).toBe("piped");
    expect(await readInput("-", memoryIo({ stdin: "typed", tty: true }).io, 100)).toBe("typed");
  });

  it("readInput does not take a file called stdin for stdin", async () => {
    writeFileSync(join(cwd, "stdin"), "file");
    expect(await readInput("stdin", memoryIo({ cwd, stdin: "piped" }).io, 100)).toBe("file");
  });

  it("readInput does not wait for a person at a terminal", async () => {
    await expect(readInput(undefined, memoryIo({ tty: true }).io, 100)).rejects.toMatchObject({
      code: "invalid_usage",
    });
  });

  it.each(['{"result":"success"}', ' [{"result":"failure"}]', `{"summary":"${"x".repeat(5_000)}"}`])(
    "readInput explains how to pass JSON to a caller who gives it as a file name, %#",
    async (json) => {
      await expect(readInput(json, memoryIo({ cwd }).io, 100)).rejects.toMatchObject({
        code: "invalid_usage",
        message: expect.stringContaining("JSON"),
        next: expect.stringContaining("pipe it in"),
      });
    },
  );

  it("readInput takes exactly as many bytes as allowed, and not one more", async () => {
    writeFileSync(join(cwd, "in"), "éé");
    expect(await readInput("in", memoryIo({ cwd }).io, 4)).toBe("éé");
    await expect(readInput("in", memoryIo({ cwd }).io, 3)).rejects.toMatchObject({
      code: "invalid_input",
      values: { file: "in", maxBytes: 3 },
    });
    await expect(readInput("-", memoryIo({ stdin: "12345" }).io, 4)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("readInput joins characters that were cut between two chunks", async () => {
    const text = `a${"é".repeat(100_000)}`;
    writeFileSync(join(cwd, "in"), text);
    expect(await readInput("in", memoryIo({ cwd }).io, 1_000_000)).toBe(text);
  });

  it.each([
    ["missing", "not_found", "there is no file missing"],
    [".", "invalid_input", ". is a folder"],
    ["latin1", "invalid_input", "latin1 is not UTF-8 text"],
    ["latin1/x", "not_found", "there is no file latin1/x"],
  ])("readInput reports what is wrong with %s", async (file, code, message) => {
    writeFileSync(join(cwd, "latin1"), Buffer.from([0x63, 0xe9, 0x21]));
    await expect(readInput(file, memoryIo({ cwd }).io, 100)).rejects.toMatchObject({ code, message });
  });
});

describe("readBytes", () => {
  let cwd = "";
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "read-bytes-"));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  it("readBytes returns whatever a file or stdin holds, text or not", async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0xff, 0xfe, 0x0d, 0x0a]);
    writeFileSync(join(cwd, "in.bin"), bytes);
    expect(await readBytes("in.bin", memoryIo({ cwd }).io, 100)).toEqual(bytes);
    const text = "\ufeff{}é\r\n\ufeff";
    expect(await readBytes("-", memoryIo({ stdin: text }).io, 100)).toEqual(Buffer.from(text));
  });

  it("readBytes stops at its limit, and reports a missing file", async () => {
    writeFileSync(join(cwd, "in.bin"), "x".repeat(101));
    await expect(readBytes("in.bin", memoryIo({ cwd }).io, 100)).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(readBytes("missing", memoryIo({ cwd }).io, 100)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
