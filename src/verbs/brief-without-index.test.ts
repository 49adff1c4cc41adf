import { describe, expect, it } from "vitest";
import { contextWith } from "../../tests/support/context-with.js";
import { rule, topics } from "../../tests/support/directives.js";
import { WhetstoneError } from "../base/errors.js";
import type { LessonSearch } from "../search/lesson-search.js";
import { handleFor } from "./frame/handle.js";

const gone = () => Promise.reject(new WhetstoneError("model_unavailable", "the model is gone"));

describe("without an index", () => {
  it.each([
    ["never answers", () => new Promise<never>(() => undefined), "took longer"],
    ["fails", gone, "the model is gone"],
  ])(
    "a brief whose index %s has the lessons that words find, and the loss is noted",
    async (_what, search, reason) => {
      const held: { search: () => Promise<LessonSearch> } = { search: gone };
      const context = contextWith(() => held.search(), 4_000);
      for (const text of topics) await handleFor(context).lessons.add(rule({ text }));
      held.search = search;
      const before = context.losses.list().length;
      const result = await handleFor(context).brief({
        role: "coder",
        task: "Round the prices that are shown",
      });
      expect(result.failed).toBeUndefined();
      expect(result).toMatchObject({ by: "words", model: null, patterns_found: 8 });
      expect(result.shown[0]?.text).toContain("Round prices only when they are shown");
      const lost = context.losses.list().slice(before);
      expect(lost).toMatchObject([{ stage: "search", reason: expect.stringContaining(reason) }]);
    },
  );

  it("a directive is compared by its text alone when the index fails", async () => {
    const context = contextWith(gone);
    await handleFor(context).lessons.add(rule({ text: "Always close file handles before a rename" }));
    const again = await handleFor(context).lessons.add(
      rule({ text: "Close the file handles before renaming" }),
    );
    expect(again).toMatchObject({ merged: true, compared: "text alone" });
  });
});
