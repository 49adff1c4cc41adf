import { describe, expect, it } from "vitest";
import { rule, topics } from "../../tests/support/directives.js";
import { ledgerOver, movingClock } from "../../tests/support/ledger.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import type { Context } from "../app/context.js";
import { loadConfig } from "../config/load.js";
import { WhetstoneError } from "../errors.js";
import { MemoryLosses } from "../losses/memory.js";
import { LastSeen } from "../project/last-seen.js";
import { placesForProject } from "../project/places.js";
import type { LessonSearch } from "../search/lesson-search.js";
import { handleFor } from "./frame/handle.js";

/** A project whose index is what a test says. */
function contextWith(search: () => Promise<LessonSearch>): Context {
  const root = tempFolder();
  const loaded = loadConfig({ set: ["insights.briefLimitMs=2000"] });
  const clock = movingClock().read;
  return {
    ledger: ledgerOver({ config: loaded.config, clock }),
    loaded,
    identity: { key: "test", from: "config", basis: "test" },
    places: placesForProject({ key: "test", root, env: {}, platform: "linux", home: root }),
    losses: new MemoryLosses(),
    lastSeen: new LastSeen(undefined),
    env: {},
    search,
    modelsFolder: () => root,
    close: async () => undefined,
    languageModel: () => Promise.reject(new Error("not used")),
    otherProject: () => {
      throw new Error("not used");
    },
    clock,
    actor: "tester",
    origin: "human",
    witness: "person",
    run: undefined,
    version: "test",
    beforeWriting: () => undefined,
  };
}

const gone = () => Promise.reject(new WhetstoneError("model_unavailable", "the model is gone"));

describe("without an index", () => {
  it.each([
    ["never answers", () => new Promise<never>(() => undefined), "took longer"],
    ["fails", gone, "the model is gone"],
  ])(
    "a brief whose index %s has the lessons that words find, and the loss is noted",
    async (_what, search, reason) => {
      const held: { search: () => Promise<LessonSearch> } = { search: gone };
      const context = contextWith(() => held.search());
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
