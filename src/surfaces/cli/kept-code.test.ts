import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { keptFile, runKept } from "./kept-code.js";

const answer = "module.exports = (function answer() { return '\\u00e9' + 42; })();";
const callIn = (folder: string) => ({ command: "record", build: "b", env: { WHETSTONE_DATA_DIR: folder } });

/** Runs a program of this text as one call does; returns what it exports. */
function call(folder: string, text = answer, exitCode = 0): unknown {
  const program = join(folder, "program.cjs");
  writeFileSync(program, `${text}\nrequire("answer")(module.exports);`);
  const answers: unknown[] = [];
  const required = (name: string) =>
    name === "answer" ? (value: unknown) => answers.push(value) : undefined;
  const atExit: ((code: number) => void)[] = [];
  const on = vi.spyOn(process, "on").mockImplementation((_, listener) => {
    atExit.push(listener as (code: number) => void);
    return process;
  });
  try {
    runKept(program, required as unknown as NodeJS.Require, callIn(folder));
  } finally {
    on.mockRestore();
  }
  for (const listener of atExit) listener(exitCode);
  return answers[0];
}

function fileIn(folder: string): string {
  return keptFile(callIn(folder)) ?? "";
}

describe("kept code", () => {
  it("code is kept after the first call and taken by the next, which writes nothing", () => {
    const folder = tempFolder();
    expect(call(folder)).toBe("é42");
    const before = readFileSync(fileIn(folder));
    utimesSync(fileIn(folder), 1, 1);
    expect(call(folder)).toBe("é42");
    expect(readFileSync(fileIn(folder))).toEqual(before);
    expect(statSync(fileIn(folder)).mtimeMs).toBe(1_000);
  });

  it("a call that failed keeps no code", () => {
    const folder = tempFolder();
    expect(call(folder, answer, 2)).toBe("é42");
    expect(existsSync(fileIn(folder))).toBe(false);
  });

  it.each([
    ["one changed bit", (bytes: Buffer) => bytes.fill(bytes.readUInt8(200) ^ 1, 200, 201)],
    ["half of it", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["nothing", () => Buffer.alloc(0)],
    // As a crash of the machine may leave them.
    ["zeros in its place", (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ])("a kept file with %s is not used, and is written again", (_, damage) => {
    const folder = tempFolder();
    call(folder);
    const whole = readFileSync(fileIn(folder));
    writeFileSync(fileIn(folder), damage(Buffer.from(whole)));
    expect(call(folder)).toBe("é42");
    const again = readFileSync(fileIn(folder));
    expect(again.length).toBeGreaterThan(whole.length / 2);
    expect(again.readUInt32LE()).toBe(crc32(again.subarray(4)));
  });

  it("a folder that cannot be made costs nothing but the code", () => {
    const folder = tempFolder();
    mkdirSync(join(folder, ".code"));
    const place = dirname(fileIn(folder));
    writeFileSync(place, "a file in the place of the folder");
    expect(call(folder)).toBe("é42");
    expect(readFileSync(place, "utf8")).toBe("a file in the place of the folder");
  });

  it("code of a build that was not started for two months is removed, and newer code stays", () => {
    const folder = tempFolder();
    for (const build of ["old", "new"]) mkdirSync(join(folder, ".code", build), { recursive: true });
    const longAgo = Date.now() / 1000 - 60 * 86_400;
    utimesSync(join(folder, ".code", "old"), longAgo, longAgo);
    call(folder);
    const own = basename(dirname(fileIn(folder)));
    expect(readdirSync(join(folder, ".code")).sort()).toEqual([own, "new"].sort());
  });

  it("code is kept beside the projects, and only where that folder is there already", () => {
    const folder = tempFolder();
    expect(keptFile(callIn(join(folder, "none")))).toBeUndefined();
    expect(keptFile(callIn(folder))).toContain(folder);
  });

  it("a command runs without kept code where the data folder is wrong, and says so itself", () => {
    expect(keptFile({ ...callIn(""), env: { WHETSTONE_DATA_DIR: "not/absolute" } })).toBeUndefined();
  });

  it.skipIf(process.getuid === undefined).each([
    ["everybody may write to it", ".code", 0o777],
    ["others may write to it", ".code", 0o702],
    ["a group may write to it", ".code", 0o720],
    ["a group may write to the folder around it", ".", 0o770],
  ])("no code is taken from a folder when %s", (_what, name, mode) => {
    const folder = tempFolder();
    mkdirSync(join(folder, ".code"));
    expect(keptFile(callIn(folder))).toBeDefined();
    chmodSync(join(folder, name), mode);
    expect(keptFile(callIn(folder))).toBeUndefined();
  });
});
