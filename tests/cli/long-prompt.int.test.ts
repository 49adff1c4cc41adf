import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { whetstone } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";

it("a long prompt of all kinds of characters comes back byte for byte, from a pipe and from a file", async () => {
  const cwd = tempFolder();
  const prompt = `\ufeff# Task\r\n\t\u0000\u001b[31m 漢字 \u2028 \ud83d\ude80\n${"0123456789abcde\n".repeat(65_536)}\n`;
  writeFileSync(join(cwd, "prompt.md"), prompt);
  for (const [from, input] of [
    ["-", prompt],
    ["prompt.md", ""],
  ] as const) {
    const ended = await whetstone(["brief", "--role", "judge", "--prompt", from], { cwd, input });
    expect(ended).toMatchObject({ code: 0, stderr: "No lessons for this role yet.\n" });
    expect(ended.stdout === prompt).toBe(true);
  }
});
