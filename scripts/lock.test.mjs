import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { completeLock, lockProblems } from "./lock.mjs";

const place = { root: "" };
const write = (packages) =>
  writeFileSync(join(place.root, "package-lock.json"), JSON.stringify({ packages }));

const parent = {
  dev: true,
  optionalDependencies: {
    "@x/bin-linux-x64-musl": "1.2.3",
    "@x/bin-darwin-arm64": "1.2.3",
    fsevents: "~2.3.3",
  },
};

describe("the lock file", () => {
  beforeEach(() => {
    place.root = mkdtempSync(join(tmpdir(), "whetstone-lock-"));
  });

  afterEach(() => rmSync(place.root, { recursive: true, force: true }));

  it("may not name a host", () => {
    write({ "": {}, "node_modules/a": { version: "1.0.0", resolved: "https://host.example/a.tgz" } });
    expect(lockProblems(place.root)).toEqual(["node_modules/a names a host: https://host.example/a.tgz"]);
  });

  it("must name the binary of every platform", () => {
    write({ "": {}, "node_modules/@x/tool": parent, "node_modules/@x/bin-darwin-arm64": {} });
    expect(lockProblems(place.root)).toEqual([
      "node_modules/@x/bin-linux-x64-musl is missing: node scripts/lock.mjs --write",
    ]);
  });

  it("is completed with the platform that the name states, in npm's order", () => {
    const { packages } = completeLock({ packages: { "": {}, "node_modules/@x/tool": parent } });
    expect(Object.keys(packages)).toEqual([
      "",
      "node_modules/@x/bin-darwin-arm64",
      "node_modules/@x/bin-linux-x64-musl",
      "node_modules/@x/tool",
    ]);
    expect(packages["node_modules/@x/bin-linux-x64-musl"]).toEqual({
      version: "1.2.3",
      cpu: ["x64"],
      dev: true,
      libc: ["musl"],
      optional: true,
      os: ["linux"],
    });
  });
});
