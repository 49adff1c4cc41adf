import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { readForeign } from "./read-foreign.js";

const maxBytes = 100_000;
const noFile = { fault: "it is a device, a pipe or a socket, not a file", isFile: false };

describe("readForeign", () => {
  it("readForeign reads a file up to the limit and refuses a longer one, whatever size the system states", () => {
    const folder = tempFolder();
    const file = join(folder, "a");
    writeFileSync(file, "x".repeat(maxBytes));
    expect(readForeign(file, { maxBytes })).toEqual({ bytes: Buffer.alloc(maxBytes, "x") });
    writeFileSync(file, "x".repeat(maxBytes + 1));
    expect(readForeign(file, { maxBytes })).toMatchObject({ fault: "it is larger than 100000 bytes" });
    truncateSync(file, 2_147_483_648);
    expect(readForeign(file, { maxBytes })).toMatchObject({ fault: "it is larger than 100000 bytes" });
  });

  it.runIf(process.platform === "linux")(
    "readForeign reads files of the system, which state a size of 0",
    () => {
      expect(readForeign("/proc/self/status", { maxBytes })).toHaveProperty("bytes");
      expect(readForeign("/proc/self/status", { maxBytes: 5 })).toMatchObject({ fault: expect.any(String) });
    },
  );

  it("readForeign tells a missing file from a folder", () => {
    const folder = tempFolder();
    expect(readForeign(join(folder, "missing"), { maxBytes })).toEqual({ absent: true });
    expect(readForeign(folder, { maxBytes })).toEqual({ fault: "it is a folder", isFile: false });
  });

  it.runIf(process.platform !== "win32")(
    "readForeign does not open a device or a pipe, nor a link to one",
    () => {
      const folder = tempFolder();
      execFileSync("mkfifo", [join(folder, "pipe")]);
      symlinkSync("/dev/zero", join(folder, "zero"));
      symlinkSync("pipe", join(folder, "to-pipe"));
      for (const name of ["pipe", "zero", "to-pipe"])
        expect(readForeign(join(folder, name), { maxBytes })).toEqual(noFile);
    },
  );

  it.runIf(process.platform !== "win32")("readForeign follows a link, unless links are refused", () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "sub"));
    writeFileSync(join(folder, "sub/a"), "text");
    symlinkSync("sub/a", join(folder, "link"));
    symlinkSync("loop", join(folder, "loop"));
    expect(readForeign(join(folder, "link"), { maxBytes })).toEqual({ bytes: Buffer.from("text") });
    expect(readForeign(join(folder, "link"), { maxBytes, refuseLinks: true })).toMatchObject({
      fault: "it is a link",
    });
    expect(readForeign(join(folder, "loop"), { maxBytes })).toMatchObject({
      fault: "its links lead in a circle",
    });
  });

  it("readForeign stops when its time is over", () => {
    const file = join(tempFolder(), "a");
    writeFileSync(file, "text");
    expect(readForeign(file, { maxBytes, withinMs: 0 })).toEqual({ bytes: Buffer.from("text") });
    writeFileSync(file, "x".repeat(maxBytes));
    expect(readForeign(file, { maxBytes, withinMs: 0 })).toMatchObject({
      fault: "reading it took longer than 0 ms",
    });
  });
});
