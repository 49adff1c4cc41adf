import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { ensureToken } from "./ensure-token.js";
import { readToken } from "./server-files.js";

describe("ensureToken", () => {
  it("ensureToken makes a token once, in a file that only its owner can read", () => {
    const file = join(tempFolder(), "server.token");
    const token = ensureToken(file);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(ensureToken(file)).toBe(token);
    expect(readToken(file)).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("ensureToken replaces a token that others could read", () => {
    const file = join(tempFolder(), "server.token");
    const first = ensureToken(file);
    chmodSync(file, 0o644);
    expect(ensureToken(file)).not.toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("ensureToken replaces a damaged token", () => {
    const file = join(tempFolder(), "server.token");
    writeFileSync(file, "short", { mode: 0o600 });
    expect(readToken(file)).toBeUndefined();
    const token = ensureToken(file);
    expect(readFileSync(file, "utf8")).toBe(`${token}\n`);
  });

  it("ensureToken reports a folder that cannot be written", () => {
    expect(() => ensureToken(join(tempFolder(), "missing", "server.token"))).toThrow(
      expect.objectContaining({ code: "not_writable" }),
    );
  });
});
