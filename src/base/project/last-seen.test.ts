import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { LastSeen } from "./last-seen.js";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();

describe("LastSeen", () => {
  it("LastSeen is empty at first, and reading it makes no folder", () => {
    const folder = join(tempFolder(), "last-seen");
    expect(new LastSeen(folder).list()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it("LastSeen keeps the time of each host in a file, at most a minute late", () => {
    const folder = join(tempFolder(), "data", "last-seen");
    const lastSeen = new LastSeen(folder);
    lastSeen.note("opencode", start);
    for (const seconds of [0, 1, 59, 61, 100]) lastSeen.note("codex", start + seconds * 1_000);
    expect(new LastSeen(folder).list()).toEqual([
      { host: "codex", at: at(61) },
      { host: "opencode", at: at(0) },
    ]);
  });

  it("LastSeen accepts a clock that was set back", () => {
    const lastSeen = new LastSeen(join(tempFolder(), "last-seen"));
    lastSeen.note("codex", start);
    lastSeen.note("codex", start - 3_600_000);
    expect(lastSeen.list()).toEqual([{ host: "codex", at: at(-3_600) }]);
  });

  it("LastSeen works in memory without a folder", () => {
    const lastSeen = new LastSeen(undefined);
    lastSeen.note("codex", start);
    expect(lastSeen.list()).toEqual([{ host: "codex", at: at(0) }]);
  });

  it("LastSeen ignores names that could be paths and files that hold no time", () => {
    const folder = join(tempFolder(), "last-seen");
    mkdirSync(folder);
    const lastSeen = new LastSeen(folder);
    for (const name of ["../escaped", "", "a b", "UPPER", "x".repeat(41)]) lastSeen.note(name, start);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, "codex"), "yesterday");
    mkdirSync(join(folder, "opencode"));
    expect(lastSeen.list()).toEqual([]);
  });

  it("LastSeen does not throw when its folder cannot be written", () => {
    const file = join(tempFolder(), "a-file");
    writeFileSync(file, "");
    const lastSeen = new LastSeen(join(file, "last-seen"));
    expect(() => lastSeen.note("codex", start)).not.toThrow();
    expect(lastSeen.list()).toEqual([]);
  });
});
