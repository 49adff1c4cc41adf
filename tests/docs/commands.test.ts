import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Command } from "../../src/surfaces/cli/command.js";
import { findCommand, isGroup, withDefaultCommand } from "../../src/surfaces/cli/find-command.js";
import { topOptions } from "../../src/surfaces/cli/global-options.js";
import { tree } from "../../src/surfaces/cli/tree.js";

const root = resolve(import.meta.dirname, "../..");
const pages = ["README.md", ...pagesIn("docs"), ...pagesIn("docs/reference")];

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** Calls of the command line in code spans and code blocks, without what a pipe or a comment adds. */
function callsIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8").replaceAll("\\\n", " ");
  const calls = [...text.matchAll(/(?:^|`)(?:npx )?whetstone ([^`\n]+)/gm)].map(([, call = ""]) => call);
  return calls.map((call) => call.replace(/\s[#|].*$|["'][^"']*["']/g, "").trim());
}

async function commandOf(words: readonly string[]): Promise<Command | undefined> {
  const named = words.filter((word) => /^[a-z][a-z-]*$/.test(word));
  const found = withDefaultCommand(
    findCommand(
      { summary: "", commands: tree },
      named.map((value) => ({ value, followsOption: false })),
    ),
  );
  return isGroup(found.node) ? undefined : (await found.node.load()).command;
}

describe("the documentation", () => {
  it.each(pages)("every command that %s shows exists, with its options", async (page) => {
    for (const call of callsIn(page)) {
      const words = call.split(/\s+/);
      if (words[0] === "help") continue;
      const command = await commandOf(words);
      const known = Object.keys({ ...topOptions, ...command?.options });
      const used = [...call.matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name);
      expect({ call, unknown: used.filter((name) => !known.includes(name ?? "")) }).toEqual({
        call,
        unknown: [],
      });
    }
  });
});
