import { describe, expect, it } from "vitest";
import { type MarkdownBlock, markdownBlocks } from "./markdown.js";

const summary = (block: MarkdownBlock): string => {
  if (block.kind === "line") return `line ${block.text}`;
  if (block.kind === "quoted") return "quoted";
  if (block.kind === "comment")
    return `comment${block.closed ? "" : "…"} ${JSON.stringify(block.body)}${block.after}`;
  return `${block.nested ? "nested " : ""}fence${block.closed ? "" : "…"} ${block.info}(${block.lines.join("|")})`;
};

describe("the blocks of a Markdown text", () => {
  it.each([
    ["a\nb", ["line a", "line b"]],
    ["", ["line "]],
    ["```ts\na\nb\n```\nc", ["fence ts(a|b)", "line c"]],
    ["~~~ a `b`\n```\n~~~", ["fence a `b`(```)"]],
    ["```a`b\nc", ["line ```a`b", "line c"]],
    ["````\n```\n`````", ["fence (```)"]],
    ["```\na", ["fence… (a)"]],
    ["   ```\n   a\n ```", ["fence (   a)"]],
    ["    ```\n    a", ["quoted", "quoted"]],
    ["- a\n\n    ```x\n    b\n    ```", ["line - a", "line ", "nested fence x(    b)"]],
    ["1. ```x\nb\n```", ["nested fence x(b)"]],
    ["> a\n> ```\nb", ["quoted", "quoted", "line b"]],
    ["- > a", ["quoted"]],
    ["\ta", ["quoted"]],
    ["- a\n\tb\nc\n\td", ["line - a", "line \tb", "line c", "quoted"]],
    ["<!-- a -->\nb", ['comment " a "', "line b"]],
    ["<!-- a\nb --> c\nd", ['comment " a\\nb " c', "line d"]],
    ["<!-- a\n```\n", ['comment… " a\\n```\\n"']],
    ["<!--> b", ['comment "" b']],
    ["a <!-- b\nc", ["line a <!-- b", "line c"]],
    ["<pre>\n```\n</pre>\na", ["quoted", "line a"]],
    ["<prefix>\na", ["line <prefix>", "line a"]],
  ])("the text %j has its blocks", (text, blocks) => {
    expect([...markdownBlocks(text)].map(summary)).toEqual(blocks);
  });
});
