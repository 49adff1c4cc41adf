import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { KeptCode, keptCodeOf } from "./kept-code.js";

/** A file of ours, as the bundles are, with a function that is compiled when it is called. */
function sourceIn(
  folder: string,
  text = "module.exports = (function answer() { return '\\u00e9' + 42; })();",
): string {
  const file = join(folder, "core.cjs");
  writeFileSync(file, text);
  return file;
}

function run(kept: KeptCode, file: string): unknown {
  const module = { exports: {} };
  kept.functionOf(file)(module.exports, () => undefined, module, file, "");
  return module.exports;
}

function kept(folder: string): KeptCode {
  return new KeptCode(join(folder, "code", "build"), "record");
}

function keptFile(folder: string): string {
  const place = join(folder, "code", "build");
  return join(place, readdirSync(place)[0] ?? "");
}

describe("kept code", () => {
  it("code is kept after the first call and taken by the next, which writes nothing", () => {
    const folder = tempFolder();
    const file = sourceIn(folder);
    const first = kept(folder);
    expect(run(first, file)).toBe("é42");
    first.save();
    const before = readFileSync(keptFile(folder));
    utimesSync(keptFile(folder), 1, 1);
    const second = kept(folder);
    expect(run(second, file)).toBe("é42");
    second.save();
    expect(readFileSync(keptFile(folder))).toEqual(before);
  });

  it.each([
    ["one changed bit", (bytes: Buffer) => bytes.fill(bytes.readUInt8(200) ^ 1, 200, 201)],
    ["half of it", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["nothing", () => Buffer.alloc(0)],
  ])("a kept file with %s is not used, and is written again", (_, damage) => {
    const folder = tempFolder();
    const file = sourceIn(folder);
    const first = kept(folder);
    run(first, file);
    first.save();
    const whole = readFileSync(keptFile(folder));
    writeFileSync(keptFile(folder), damage(Buffer.from(whole)));
    const second = kept(folder);
    expect(run(second, file)).toBe("é42");
    second.save();
    expect(readFileSync(keptFile(folder)).length).toBeGreaterThan(whole.length / 2);
  });

  it("zeros in the place of code, as a crash of the machine may leave them, are not used", () => {
    const folder = tempFolder();
    // A text that this process has not compiled: V8 would take what it has instead of looking at the zeros.
    const file = sourceIn(folder, "module.exports = 'not compiled before';");
    mkdirSync(join(folder, "code", "build"), { recursive: true });
    writeFileSync(join(folder, "code", "build", "record.core.cjs.bin"), Buffer.alloc(4_096));
    const subject = kept(folder);
    expect(run(subject, file)).toBe("not compiled before");
    subject.save();
    expect(readFileSync(keptFile(folder)).some((byte) => byte !== 0)).toBe(true);
  });

  it("a folder that cannot be made costs nothing but the code", () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "code"), "a file in the place of the folder");
    const subject = kept(folder);
    expect(run(subject, sourceIn(folder))).toBe("é42");
    subject.save();
    expect(readFileSync(join(folder, "code"), "utf8")).toBe("a file in the place of the folder");
  });

  it("code of a build that was not started for two months is removed, and newer code stays", () => {
    const folder = tempFolder();
    for (const build of ["old", "new"]) mkdirSync(join(folder, "code", build), { recursive: true });
    const longAgo = Date.now() / 1000 - 60 * 86_400;
    utimesSync(join(folder, "code", "old"), longAgo, longAgo);
    const subject = kept(folder);
    run(subject, sourceIn(folder));
    subject.save();
    expect(readdirSync(join(folder, "code")).sort()).toEqual(["build", "new"]);
  });

  it("code is kept beside the projects, and only where that folder is there already", () => {
    const folder = tempFolder();
    expect(keptCodeOf("record", "b", { WHETSTONE_DATA_DIR: join(folder, "none") })).toBeUndefined();
    expect(keptCodeOf("record", "b", { WHETSTONE_DATA_DIR: folder })).toBeInstanceOf(KeptCode);
  });

  it.skipIf(process.getuid === undefined).each([
    ["everybody may write to it", ".code", 0o777],
    ["others may write to it", ".code", 0o702],
    ["a group may write to it", ".code", 0o720],
    ["a group may write to the folder around it", ".", 0o770],
  ])("no code is taken from a folder when %s", (_what, name, mode) => {
    const folder = tempFolder();
    mkdirSync(join(folder, ".code"));
    expect(keptCodeOf("record", "b", { WHETSTONE_DATA_DIR: folder })).toBeInstanceOf(KeptCode);
    chmodSync(join(folder, name), mode);
    expect(keptCodeOf("record", "b", { WHETSTONE_DATA_DIR: folder })).toBeUndefined();
  });
});
