import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { soakParts } from "./soak-parts.mjs";
import { changedParts, digestOf, readPassed } from "./test-soak.mjs";

const root = resolve(import.meta.dirname, "..");

const digests = (folder) => Object.fromEntries(soakParts.map((part) => [part.name, digestOf(folder, part)]));

/** The tests and subjects of all parts, and nothing else. */
function copyOfSubjects() {
  const folder = mkdtempSync(join(tmpdir(), "whetstone-soak-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of soakParts.flatMap(({ tests, subject }) => [...tests, ...subject]))
    cpSync(join(root, path), join(folder, path), { recursive: true });
  return folder;
}

describe("the parts of the soak", () => {
  it("the parts name every soak test, once", () => {
    const there = readdirSync(join(root, "tests"), { recursive: true })
      .filter((path) => path.endsWith(".soak.test.ts"))
      .map((path) => join("tests", path));
    expect(soakParts.flatMap(({ tests }) => tests).toSorted()).toEqual(there.toSorted());
  });

  it("a part runs again when a file of its subject or a test of it changed, and only then", () => {
    const folder = copyOfSubjects();
    const passed = digests(folder);
    expect(changedParts(folder, passed)).toEqual([]);
    writeFileSync(join(folder, "src/hub/rights/new-file.ts"), "");
    expect(changedParts(folder, passed).map(({ name }) => name)).toEqual(["team"]);
    writeFileSync(join(folder, "tests/storage/kill.soak.test.ts"), "");
    expect(changedParts(folder, passed).map(({ name }) => name)).toEqual(["kills", "team"]);
  });

  it("every part but those for a release runs where it is not known what passed", () => {
    const folder = copyOfSubjects();
    const ofChanges = soakParts.filter(({ beforeRelease }) => !beforeRelease);
    expect(soakParts.length - ofChanges.length).toBe(1);
    expect(changedParts(folder, readPassed(folder))).toEqual(ofChanges);
    writeFileSync(join(folder, "tests/soak-passed.json"), "<<<<<<< HEAD");
    expect(changedParts(folder, readPassed(folder))).toEqual(ofChanges);
  });
});
