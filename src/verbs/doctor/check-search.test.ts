import { describe, expect, it } from "vitest";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { defaults } from "../../base/config/settings.js";
import { placesForProject } from "../../base/project/places.js";
import type { Embedder } from "../../search/embedder.js";
import { LessonSearch } from "../../search/lesson-search.js";
import type { Context } from "../call/context.js";
import { checkSearch } from "./check-search.js";

function model(name: string): Embedder {
  return {
    name,
    dimensions: 2,
    maxTokens: Number.POSITIVE_INFINITY,
    batchSize: 8,
    embed: async (texts) => texts.map(() => ({ vector: Float32Array.from([1, 0]), truncated: false })),
    close: async () => undefined,
  };
}

describe("the check of the search", () => {
  it("the check of the search reports how many lessons lack a vector of a new model, and what to do", async () => {
    const folder = tempFolder();
    const open = (name: string) => {
      const embedder = model(name);
      const reopen = async (setting: string) => ({ setting, embedder: model(setting) });
      return new LessonSearch({
        folder,
        settings: defaults.retrieval,
        model: { setting: name, embedder },
        reopen,
      });
    };
    const first = open("one");
    const upserts = Array.from({ length: 100 }, (_, n) => ({
      id: `l${n}`,
      kind: "strategy",
      text: `Lesson ${n}`,
    }));
    await first.apply("test", { upserts, removals: [], position: 100 });
    await first.close();
    const second = open("two");
    const places = placesForProject({ key: "test", root: folder, env: {}, platform: "linux", home: folder });
    const context = { ledger: ledgerOver(), places, search: async () => second } as unknown as Context;
    expect(await checkSearch(context, false)).toEqual({
      name: "search",
      state: "warning",
      detail: "words and meaning (one), 100 lessons; 100 of them have no vector of the chosen model yet",
      next: "run 'whetstone search' once: it brings the index up to the log, as an idle server does",
    });
    await second.reembed("test", upserts);
    expect(await checkSearch(context, false)).toMatchObject({
      state: "ok",
      detail: "words and meaning (two), 100 lessons",
    });
  });

  it("the check of the search reports why there is no model, and that search goes on by words", async () => {
    const ws = await openInTemp({ set: ["retrieval.embedder=no/such-model"] });
    const check = (await ws.doctor()).checks.find(({ name }) => name === "search");
    expect(check).toMatchObject({ state: "warning", detail: expect.stringContaining("words, 0 lessons; ") });
  });
});
