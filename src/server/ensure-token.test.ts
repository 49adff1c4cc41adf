import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { ensureToken } from "./ensure-token.js";
import { readToken } from "./server-files.js";

describe("the token", () => {
  it("is made once, for its owner alone", () => {
    const file = join(tempFolder(), "server.token");
    const token = ensureToken(file);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(ensureToken(file)).toBe(token);
    expect(readToken(file)).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is replaced when others could have read it", () => {
    const file = join(tempFolder(), "server.token");
    const first = ensureToken(file);
    chmodSync(file, 0o644);
    expect(ensureToken(file)).not.toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is replaced when it is damaged", () => {
    const file = join(tempFolder(), "server.token");
    writeFileSync(file, "short", { mode: 0o600 });
    expect(readToken(file)).toBeUndefined();
    const token = ensureToken(file);
    expect(readFileSync(file, "utf8")).toBe(`${token}\n`);
  });

  it("says what is wrong with the folder", () => {
    expect(() => ensureToken(join(tempFolder(), "missing", "server.token"))).toThrow(
      expect.objectContaining({ code: "not_writable" }),
    );
  });
});
