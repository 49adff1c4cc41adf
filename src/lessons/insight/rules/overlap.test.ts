import { describe, expect, it } from "vitest";
import { folderOf, overlapsOf, sharesPlace } from "./overlap.js";

const evidence = { labels: ["bug", "auth"], files: ["src/store/a.ts", "README.md"], phases: ["review"] };
const overlaps = (labels: readonly string[], files: readonly string[] = [], phase?: string) =>
  overlapsOf(evidence, { labels, files, phase });

describe("the signals that a situation shares with an insight", () => {
  it("a situation can share three signals: a label, a place and the phase", () => {
    expect(overlaps([])).toBe(0);
    expect(overlaps(["auth"])).toBe(1);
    expect(overlaps([], ["src/store/a.ts"])).toBe(1);
    expect(overlaps([], [], "review")).toBe(1);
    expect(overlaps(["bug"], ["src/store/a.ts"], "review")).toBe(3);
  });

  it("each signal counts once, however many labels or files are shared", () => {
    expect(overlaps(["bug", "auth"], ["src/store/a.ts", "src/store/b.ts", "README.md"])).toBe(2);
  });

  it("a situation with different words shares no signal", () => {
    expect(overlaps(["Bug", "authentication"], ["src/a.ts"], "plan")).toBe(0);
    expect(overlapsOf({ labels: [], files: [], phases: [] }, { labels: [], files: [] })).toBe(0);
  });
});

describe("a place", () => {
  it.each([
    ["the same file", "src/a.ts", "src/a.ts", true],
    ["another file of the folder", "src/a.ts", "src/b.ts", true],
    ["a folder above", "src/store/a.ts", "src/a.ts", false],
    ["a folder with the same beginning", "src/store/a.ts", "src/storehouse/a.ts", false],
    ["the same name in another folder", "src/a.ts", "lib/a.ts", false],
    ["two files of the root, which is everybody's folder", "README.md", "package.json", false],
    ["the same file of the root", "README.md", "README.md", true],
    ["a file named as a folder is", "src", "src/a.ts", false],
  ])("two files share a place or not as expected: %s", (_what, one, other, expected) => {
    expect(sharesPlace([one], [other])).toBe(expected);
    expect(sharesPlace([other], [one])).toBe(expected);
  });

  it("two empty lists of files share no place", () => {
    expect(sharesPlace([], [])).toBe(false);
    expect(sharesPlace(["a"], [])).toBe(false);
  });

  it("a file has the folder before its last slash", () => {
    expect(["a.ts", "src/a.ts", "src/store/a.ts", "/a.ts"].map(folderOf)).toEqual([
      "",
      "src",
      "src/store",
      "",
    ]);
  });
});
