import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { WhetstoneError } from "../errors.js";
import { replaceFile, replaceFileByLines } from "./replace-file.js";

async function* twoLines() {
  yield "one";
  yield "two";
}

describe("replaceFile", () => {
  it("replaceFile and replaceFileByLines leave the new content and nothing beside it", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "a"), "old");
    replaceFile(join(folder, "a"), "new");
    expect(await replaceFileByLines(join(folder, "b"), twoLines())).toBe(2);
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("new");
    expect(readFileSync(join(folder, "b"), "utf8")).toBe("one\ntwo\n");
    expect(readdirSync(folder)).toEqual(["a", "b"]);
  });

  it("an error names the file that was asked for, and never the draft beside it", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "taken"));
    for (const name of ["missing/x", "taken"]) {
      const file = join(folder, name);
      const error = await replaceFileByLines(file, twoLines()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(WhetstoneError);
      expect((error as WhetstoneError).message).toContain(file);
      expect((error as WhetstoneError).message).not.toContain(".part");
    }
    expect(readdirSync(folder)).toEqual(["taken"]);
  });
});
