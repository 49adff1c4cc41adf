import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inMarkdown, inToml, slashCommandList } from "./slash-commands.js";

const folder = join(import.meta.dirname, "../../../plugins/whetstone/commands");

it("the plugin has the commands that init writes, word for word", () => {
  expect(readdirSync(folder).sort()).toEqual(slashCommandList.map(({ name }) => `${name}.md`).sort());
  for (const command of slashCommandList)
    expect(readFileSync(join(folder, `${command.name}.md`), "utf8")).toBe(inMarkdown(command, "whetstone"));
});

it("Gemini CLI gets the same as one string of TOML", () => {
  const [status] = slashCommandList;
  const text = status === undefined ? "" : inToml(status, "npx --no-install whetstone");
  expect(text).toMatch(/^description = "[^"\n]+"\nprompt = "[^\n]+"\n$/);
  expect(text).toContain("!{npx --no-install whetstone status}\\n\\n");
});
