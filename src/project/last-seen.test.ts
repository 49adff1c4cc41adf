import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { LastSeen } from "./last-seen.js";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();

describe("who was heard", () => {
  it("is nobody at first, and looking makes no folder", () => {
    const folder = join(tempFolder(), "heard");
    expect(new LastSeen(folder).list()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it("outlives the one who noted it, by name, at most a minute late", () => {
    const folder = join(tempFolder(), "data", "heard");
    const heard = new LastSeen(folder);
    heard.note("opencode", start);
    for (const seconds of [0, 1, 59, 61, 100]) heard.note("codex", start + seconds * 1_000);
    expect(new LastSeen(folder).list()).toEqual([
      { host: "codex", at: at(61) },
      { host: "opencode", at: at(0) },
    ]);
  });

  it("follows a clock that went back", () => {
    const heard = new LastSeen(join(tempFolder(), "heard"));
    heard.note("codex", start);
    heard.note("codex", start - 3_600_000);
    expect(heard.list()).toEqual([{ host: "codex", at: at(-3_600) }]);
  });

  it("is kept in memory where there is no folder", () => {
    const heard = new LastSeen(undefined);
    heard.note("codex", start);
    expect(heard.list()).toEqual([{ host: "codex", at: at(0) }]);
  });

  it("takes no name that is a path, and reads no file that is no time", () => {
    const folder = join(tempFolder(), "heard");
    mkdirSync(folder);
    const heard = new LastSeen(folder);
    for (const name of ["../escaped", "", "a b", "UPPER", "x".repeat(41)]) heard.note(name, start);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, "codex"), "yesterday");
    mkdirSync(join(folder, "opencode"));
    expect(heard.list()).toEqual([]);
  });

  it("stops nobody where it cannot be written", () => {
    const file = join(tempFolder(), "a-file");
    writeFileSync(file, "");
    const heard = new LastSeen(join(file, "heard"));
    expect(() => heard.note("codex", start)).not.toThrow();
    expect(heard.list()).toEqual([]);
  });
});
