import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../config/settings.js";
import { directive } from "./example-directive.contract.js";
import { renderDirectives } from "./render-directives.js";
import { withoutDirectives } from "./without-directives.js";

const rendered = (text: string) =>
  renderDirectives([{ directive: directive({ text }), stale: false }], defaults.directives).block;
const block = rendered("Use prepared statements for SQL queries");
const other = rendered("Close every file handle before a rename");

describe("a prompt without its directives", () => {
  const prompts = [
    "",
    "Do it.",
    "\n\nDo it.\r\n",
    "Fix the <delegate_knowledge_directives> tag",
    "<delegate_knowledge_directives>\nnot ours\n</delegate_knowledge_directives>",
    "$& $1 `x`",
  ];

  it.each(prompts)("the prompt %j loses the blocks before it and nothing else", (prompt) => {
    expect(withoutDirectives(prompt)).toBe(prompt);
    expect(withoutDirectives(`${block}\n\n${prompt}`)).toBe(prompt);
    expect(withoutDirectives(`${other}\n\n${block}\n\n${prompt}`)).toBe(prompt);
  });

  it("a prompt loses its blocks wherever they stand, with the empty line after each", () => {
    expect(withoutDirectives(`System.\n${block}\n\nTask.\n\n${other}\n\nEnd.`)).toBe(
      "System.\nTask.\n\nEnd.",
    );
    expect(withoutDirectives(`System.\n\n${block}`)).toBe("System.\n\n");
    expect(withoutDirectives(`${block}\nTask.`)).toBe("\nTask.");
    expect(withoutDirectives(block)).toBe("");
  });

  it("a prompt keeps a block that was cut off, and text that only begins like a block", () => {
    const cut = block.slice(0, block.indexOf("</delegate"));
    const lines = block.split("\n");
    const otherContract = [lines[0], "Rules of ours.", ...lines.slice(2)].join("\n");
    for (const prompt of [cut, `${cut}Do it.`, otherContract, `Before.\n${otherContract}\n\nAfter.`])
      expect(withoutDirectives(prompt)).toBe(prompt);
    expect(withoutDirectives(`${block}\n\n${cut}`)).toBe(cut);
  });

  it("a prompt is restored exactly after a block was put before it, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat({ max: 3 }), (prompt, times) => {
        fc.pre(!prompt.includes("<delegate"));
        expect(withoutDirectives(`${`${block}\n\n`.repeat(times)}${prompt}`)).toBe(prompt);
      }),
    );
  });

  it("a hostile prompt is read to its end", () => {
    const begin = block.slice(0, block.indexOf("- ["));
    const unended = begin.repeat(2_000);
    expect(withoutDirectives(unended)).toBe(unended);
    expect(withoutDirectives(`${block}\n\n`.repeat(2_000))).toBe("");
  });
});
