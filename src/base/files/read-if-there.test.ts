import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { readIfThere } from "./read-if-there.js";

it("readIfThere returns a file, undefined for a missing one, and throws for an unreadable one", () => {
  const folder = tempFolder();
  const file = join(folder, "a");
  expect(readIfThere(file, { maxBytes: 10 })).toBeUndefined();
  writeFileSync(file, "text");
  expect(readIfThere(file, { maxBytes: 10 })?.toString()).toBe("text");
  for (const unreadable of [folder, join(file, "b")])
    expect(() => readIfThere(unreadable, { maxBytes: 10 })).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        message: expect.stringContaining(`${unreadable} cannot be read`),
        next: expect.stringContaining("permissions"),
      }),
    );
});
