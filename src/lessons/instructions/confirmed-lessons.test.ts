import { expect, it } from "vitest";
import { contextWith } from "../../../tests/support/context-with.js";
import { directiveDrafts } from "../../../tests/support/directives.js";
import { directiveId } from "../directive/rules/directive-id.js";
import { confirmedLessons } from "./confirmed-lessons.js";

it("published lines stand in one order: rules, then strategies, each by id, whatever came first", async () => {
  const context = contextWith(() => Promise.reject(new Error("not used")));
  const by = { actor: "ada", origin: "human" } as const;
  const texts = ["Run the linter", "Ask before a release"];
  const rules = texts.map((text) => directiveDrafts(text).slice(0, 2));
  await context.ledger.write(async (writer) => {
    for (const lesson of ["strategy-b", "strategy-a"]) {
      const data = { lesson, text: `Split by ${lesson}`, success: true, outcome: "o" };
      await writer.append({ type: "strategy-observed", data, ...by });
      await writer.append({ type: "lesson-promoted", data: { lesson, reason: "it holds" }, ...by });
    }
    for (const draft of rules.flat()) await writer.append({ ...draft, ...by });
  });
  const lines = await context.ledger.read((reader) => confirmedLessons(context, reader));
  const ids = texts.map(directiveId);
  expect(lines.map(({ lesson }) => lesson)).toEqual([...ids.toSorted(), "strategy-a", "strategy-b"]);
});
