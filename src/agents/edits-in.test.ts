import { expect, it } from "vitest";
import { editsIn, skillIn } from "./edits-in.js";

it("reads the parts that an edit replaces, in the words of each agent", () => {
  const edit = { file: "a.ts", before: "one", after: "two", whole: false };
  expect(editsIn({ file_path: "a.ts", old_string: "one", new_string: "two" })).toEqual([edit]);
  expect(editsIn({ filePath: "a.ts", oldString: "one", newString: "two" })).toEqual([edit]);
  expect(editsIn({ file_path: "a.ts", edits: [{ old_string: "one", new_string: "two" }] })).toEqual([edit]);
});

it("takes a written file for the whole of it, with nothing known of what was there", () => {
  const edit = { file: "a.ts", before: undefined, after: "two\n", whole: true };
  expect(editsIn({ file_path: "a.ts", content: "two\n" })).toEqual([edit]);
  expect(editsIn({ file_path: "a.ts" })).toEqual([]);
  expect(editsIn("ls")).toEqual([]);
});

it("reads a patch: added files whole, of updated files the lines that change", () => {
  const patch = [
    "*** Begin Patch",
    "*** Add File: new.ts",
    "+export {};",
    "*** Update File: old.ts",
    "*** Move to: moved.ts",
    "@@",
    " kept",
    "-one",
    "+two",
    "*** Delete File: gone.ts",
    "*** End Patch",
  ].join("\n");
  const edits = [
    { file: "new.ts", before: "", after: "export {};\n", whole: true },
    { file: "moved.ts", before: "one\n", after: "two\n", whole: false },
    { file: "gone.ts", before: "", after: "", whole: false },
  ];
  expect(editsIn({ command: `apply_patch <<'EOF'\n${patch}\nEOF` })).toEqual(edits);
  expect(editsIn({ input: patch })).toEqual(edits);
});

it("knows the skill that a call asks for", () => {
  expect(skillIn("Skill", { skill: "review" })).toBe("review");
  expect(skillIn("skill", { name: "/review" })).toBe("review");
  expect(skillIn("Bash", { command: "skill" })).toBeUndefined();
});
