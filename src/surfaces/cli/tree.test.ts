import { describe, expect, it } from "vitest";
import type { CommandLeaf, CommandTree } from "./command.js";
import { isGroup } from "./find-command.js";
import { globalOptions } from "./global-options.js";
import { tree } from "./tree.js";

const leaves = (commands: CommandTree, path: readonly string[] = []): [string, CommandLeaf][] =>
  Object.entries(commands).flatMap(([name, node]): [string, CommandLeaf][] =>
    isGroup(node) ? leaves(node.commands, [...path, name]) : [[[...path, name].join(" "), node]],
  );

describe("the tree", () => {
  it.each(Object.entries(tree))("%s says what it is for, under a heading of the overview", (name, node) => {
    expect(node.summary).not.toBe(name);
    expect(node.group).toBeDefined();
  });

  it.each(leaves(tree))(
    "%s agrees with its definition and can be learned from its help",
    async (path, leaf) => {
      const { command } = await leaf.load();
      expect(command.name).toBe(path.split(" ").at(-1));
      expect(command.summary).toBe(leaf.summary);
      expect(command.description).not.toBe("");
      expect(command.examples.map(({ run }) => run).join("\n")).toContain(`whetstone ${path}`);
    },
  );

  it.each(leaves(tree))(
    "%s has options and arguments that the parser can tell apart",
    async (_path, leaf) => {
      const { command } = await leaf.load();
      const options = [...Object.entries(globalOptions), ...Object.entries(command.options)];
      const spellings = options.flatMap(([name, option]) =>
        "short" in option ? [name, option.short] : [name],
      );
      expect(new Set(spellings).size).toBe(spellings.length);
      for (const spec of command.arguments.slice(0, -1)) expect(spec.many ?? false).toBe(false);
      for (const [index, spec] of command.arguments.entries()) {
        if (spec.required) expect(command.arguments[index - 1]?.required ?? true).toBe(true);
      }
    },
  );
});
