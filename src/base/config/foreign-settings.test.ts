import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { ownShare } from "./foreign-settings.js";
import { loadConfig } from "./load.js";

it("an argument or the environment shares everything, and a project's file does not", () => {
  expect(ownShare(loadConfig({}))).toBe("lessons");
  expect(ownShare(loadConfig({ set: ["team.share=everything"] }))).toBe("everything");
  const file = join(tempFolder(), "whetstone.json");
  writeFileSync(file, JSON.stringify({ team: { share: "everything" } }));
  const loaded = loadConfig({ file });
  expect(loaded.config.team.share).toBe("everything");
  expect(ownShare(loaded)).toBe("lessons");
});
