import * as z from "zod/mini";
import { outputOf, ruleOutput } from "../lessons/directive/bound/decide-rule.js";
import { rules } from "../lessons/directive/fold/rules.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "rules decided",
  group: "Lessons",
  summary: "List the rules that a person decided about, and what came of them",
  description: `Lists the rules of instruction files that bind, are watched, were let go, or whose check is wrong, \
and how often calls broke each since. 'whetstone rules' shows what past sessions say of all rules.`,
  examples: [{ run: "whetstone rules decided", about: "What binds here?" }],
  words: ["bound", "binding"],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({}),
  output: z.strictObject({ rules: field("By the file and the line.", z.array(ruleOutput)) }),
  cli: {
    render: async ({ rules: decided }, style) => {
      if (decided.length === 0) return "No rule binds or is watched. 'whetstone rules' shows what could.";
      const { table } = await import("../base/terminal/table.js");
      const head = ["", "STANDING", "BROKEN SINCE", "RULE"].map(style.dim);
      const rows = decided.map(({ file, line, standing, always, counts, text }) => [
        `${file}:${line}`,
        always ? `${standing}, always` : standing,
        countsText(counts),
        text.slice(0, textChars),
      ]);
      return table([head, ...rows]);
    },
  },
  run: async ({ ledger }) => {
    const rows = await ledger.read((reader) => reader.rows(rules));
    const byPlace = [...rows].sort((a, b) =>
      a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1,
    );
    return { rules: byPlace.map(outputOf) };
  },
});

const textChars = 100;

function countsText(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.map(([what, count]) => `${count} ${what}`).join(", ");
}
