import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { defaults } from "../../base/config/settings.js";
import { WhetstoneError } from "../../base/errors.js";
import { placesForProject } from "../../base/project/places.js";
import type { Embedder } from "../../search/embedder.js";
import { LessonSearch } from "../../search/lesson-search.js";
import type { Context } from "../../verbs/call/context.js";
import { searchHealth } from "./search-health.js";

/** A search over a model that returns the given vectors, one for each text. */
function searchWith(vectors: () => readonly number[], folder?: string) {
  const embedder: Embedder = {
    name: "test model",
    dimensions: 2,
    maxTokens: Number.POSITIVE_INFINITY,
    batchSize: 8,
    embed: async (texts) => texts.map(() => ({ vector: Float32Array.from(vectors()), truncated: false })),
    close: async () => undefined,
  };
  return new LessonSearch({ folder, settings: defaults.retrieval, model: { setting: "test", embedder } });
}

async function healthOf(search: LessonSearch) {
  const root = tempFolder();
  const places = placesForProject({ key: "test", root, env: {}, platform: "linux", home: root });
  return searchHealth({ ledger: ledgerOver(), places, search: async () => search } as unknown as Context);
}

describe("the health of the index", () => {
  it("the index is healthy when the probe is found, which leaves no text and no file", async () => {
    const folder = `${tempFolder()}/vectors`;
    const search = searchWith(() => [1, 0], folder);
    expect(await healthOf(search)).toEqual({
      healthy: true,
      by: "words and meaning",
      model: "test model",
      location: null,
    });
    expect((await search.health())?.count).toBe(0);
    await search.close();
    expect(existsSync(folder)).toBe(false);
  });

  it("the index is healthy by words when there is no model", async () => {
    const search = new LessonSearch({ folder: undefined, settings: defaults.retrieval, model: undefined });
    expect(await healthOf(search)).toMatchObject({ healthy: true, by: "words", model: null });
  });

  it("the index is unhealthy when a text is not like itself", async () => {
    let turn = 0;
    const search = searchWith(() => (turn++ % 2 === 0 ? [1, 0] : [0.6, 0.8]));
    expect(await healthOf(search)).toMatchObject({
      healthy: false,
      problem: expect.stringMatching(/a text is like itself by 0\.6\d* only/),
    });
  });

  it("the index is unhealthy when the model fails, with the model's message", async () => {
    const search = searchWith(() => {
      throw new WhetstoneError("model_unavailable", "the model is gone");
    });
    expect(await healthOf(search)).toMatchObject({ healthy: false, problem: "the model is gone" });
  });
});
