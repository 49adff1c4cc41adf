import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "@huggingface/transformers";
import { beforeEach, describe, expect, it } from "vitest";
import { hubOf } from "../../tests/support/model-hub.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { writeTinyModel } from "../../tests/support/tiny-onnx.js";
import { openInTemp } from "../../tests/support/whetstone.js";

const chosen = ["retrieval.embedder=some/tiny"];

/** A new project of the user with this home folder. */
function projectOf(home: string, downloads = false) {
  return openInTemp({
    env: { HOME: home, WHETSTONE_STORE_SYNCHRONOUS: "normal" },
    set: downloads ? [...chosen, "retrieval.modelDownloads=true"] : chosen,
    ...(downloads ? { onDownload: () => undefined } : {}),
  });
}

const byMeaning = { by: "words and meaning", model: expect.stringContaining("some/tiny") };

describe("downloaded models", () => {
  const shared = (home: string) => join(home, ".local/share/whetstone/models/some/tiny");
  beforeEach(() => {
    const { remoteHost } = env;
    return () => {
      env.remoteHost = remoteHost;
    };
  });

  it("a model is downloaded once for all projects of a user", async () => {
    const folder = join(tempFolder(), "tiny");
    writeTinyModel(folder, 6, 12, "model_quantized");
    const hub = await hubOf({ "some/tiny": folder });
    env.remoteHost = hub.address;
    const home = tempFolder();
    const one = await projectOf(home, true);
    expect((await one.status()).search).toMatchObject({
      by: "words",
      note: "the model some/tiny is not on this machine",
    });
    expect(await one.search({ text: "anything" })).toMatchObject({ notes: [] });
    expect((await one.status()).search).toMatchObject(byMeaning);
    expect(existsSync(join(shared(home), "onnx/model_quantized.onnx"))).toBe(true);
    hub.asked.length = 0;
    const other = await projectOf(home, true);
    expect(await other.search({ text: "anything" })).toMatchObject({ notes: [] });
    expect((await other.status()).search).toMatchObject(byMeaning);
    expect(hub.asked.filter((path) => path.endsWith(".onnx"))).toEqual([]);
  });

  it("a model that a project keeps in its own folder is still found", async () => {
    const home = tempFolder();
    const first = await projectOf(home);
    const data = dirname((await first.status()).store.location ?? "");
    await first.close();
    writeTinyModel(join(data, "models/some/tiny"), 6, 12, "model_quantized");
    writeTinyModel(shared(home), 6, 12, "half");
    const ws = await openInTemp({ root: first.folder, env: { HOME: home }, set: chosen });
    expect((await ws.status()).search).toMatchObject(byMeaning);
    expect(await ws.search({ text: "anything" })).toMatchObject({ notes: [] });
  });

  it("doctor reports a missing model with the folder that it would be downloaded to", async () => {
    const home = tempFolder();
    const ws = await projectOf(home);
    const check = (await ws.doctor()).checks.find(({ name }) => name === "search");
    expect(check?.detail).toContain(`to download it into ${dirname(dirname(shared(home)))},`);
  });
});
