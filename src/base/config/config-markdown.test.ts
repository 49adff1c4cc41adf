import { describe, expect, it } from "vitest";
import { configMarkdown } from "./config-markdown.js";
import { settingPaths } from "./settings.js";

describe("configMarkdown", () => {
  const lines = configMarkdown().split("\n");

  it("each setting has one row", () => {
    for (const path of settingPaths) {
      const rows = lines.filter((line) => line.startsWith(`| \`${path}\` |`));
      expect(rows, path).toHaveLength(1);
    }
  });

  it("every row has the same number of cells", () => {
    const cells = new Set(
      lines.filter((line) => line.startsWith("|")).map((line) => line.split(/(?<!\\)\|/).length),
    );
    expect([...cells]).toEqual([8]);
  });
});
