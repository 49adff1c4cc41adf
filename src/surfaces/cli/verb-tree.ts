import type { Catalog, CatalogEntry } from "../../verbs/frame/catalog-entry.js";
import { commandPath } from "../../verbs/frame/names.js";
import type { CommandLeaf, CommandTree } from "./command.js";
import { isGroup } from "./find-command.js";

/** A tree with the commands of verbs in it. Nothing of a verb is loaded before it is called. */
export function withVerbs(tree: CommandTree, verbs: Catalog): CommandTree {
  return Object.values(verbs).reduce(
    (grown, entry) =>
      entry.command === null ? grown : withLeaf(grown, commandPath(entry.command), leafOf(entry)),
    tree,
  );
}

function leafOf({ load, ...facts }: CatalogEntry): CommandLeaf {
  const { summary, group, words = [], optionWords = {} } = facts;
  return {
    summary,
    group,
    words,
    optionWords,
    load: async () => {
      const { verbCommand } = await import("./verb-command.js");
      return { command: verbCommand((await load()).verb) };
    },
  };
}

function withLeaf(
  tree: CommandTree,
  [first = "", ...rest]: readonly string[],
  leaf: CommandLeaf,
): CommandTree {
  if (rest.length === 0) return { ...tree, [first]: leaf };
  const group = tree[first];
  const known = group !== undefined && isGroup(group) ? group : { summary: first, commands: {} };
  return { ...tree, [first]: { ...known, commands: withLeaf(known.commands, rest, leaf) } };
}
