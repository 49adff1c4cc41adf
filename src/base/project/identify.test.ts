import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identifyProject } from "./identify.js";

describe("identifyProject", () => {
  let top = "";
  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), "identify-"));
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  it("identifyProject uses a configured id as the key", () => {
    expect(identifyProject(top, "billing-api")).toEqual({
      key: "billing-api",
      from: "config",
      basis: "billing-api",
    });
  });

  it("identifyProject makes the key of a plain folder from its real path", () => {
    mkdirSync(join(top, "real"));
    symlinkSync(join(top, "real"), join(top, "link"));
    const identity = identifyProject(join(top, "real"));
    expect(identity).toMatchObject({ from: "path", key: expect.stringMatching(/^dir-[0-9a-f]{16}$/) });
    expect(identifyProject(join(top, "link"))).toEqual(identity);
    expect(identifyProject(top).key).not.toBe(identity.key);
  });

  it("identifyProject falls back to the path where .git points to a missing folder", () => {
    writeFileSync(join(top, ".git"), "gitdir: gone\n");
    expect(identifyProject(top).from).toBe("path");
  });
});
