import { execFile } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bundledProgram } from "../../../tests/support/bundled-program.js";
import { hubOf } from "../../../tests/support/model-hub.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { tinyVector, writeTinyModel } from "../../../tests/support/tiny-onnx.js";
import { embedderContract } from "../embedder.contract.js";
import type { Embedder } from "../embedder.js";
import { dot, normalised } from "../order/cosine.js";
import { openTransformersEmbedder } from "./transformers-embedder.js";

const cacheFolder = mkdtempSync(join(tmpdir(), "whetstone-models-"));
const offline = { cacheFolder, downloads: false };

function tiny(dimensions?: number, maxTokens?: number, file?: string) {
  const folder = join(tempFolder(), "tiny");
  return { folder, model: writeTinyModel(folder, dimensions, maxTokens, file) };
}

embedderContract("openTransformersEmbedder with a tiny model", async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "whetstone-tiny-")), "tiny");
  writeTinyModel(folder, 8, 24);
  return openTransformersEmbedder({ model: folder, ...offline });
});

async function vectorOf(embedder: Embedder, text: string): Promise<Float32Array> {
  return (await embedder.embed([text]))[0]?.vector ?? new Float32Array();
}

describe("openTransformersEmbedder", () => {
  it("the vector of a text is the normalised mean of its tokens, whatever else is in the batch", async () => {
    const { folder, model } = tiny();
    const embedder = await openTransformersEmbedder({ model: folder, ...offline });
    expect(embedder).toMatchObject({ dimensions: 6, maxTokens: 12 });
    const expected = tinyVector(model, ["a", "##b", "c"]);
    const found = await embedder.embed(["ab c", "a much longer text", "x"]);
    for (const vector of [found[0]?.vector ?? new Float32Array(), await vectorOf(embedder, "AB c")]) {
      expect([...vector]).toEqual([...expected].map((value) => expect.closeTo(value, 5)));
    }
    await embedder.close();
  });

  it("identifiers are split before they reach the tokenizer", async () => {
    const { folder, model } = tiny();
    const embedder = await openTransformersEmbedder({ model: folder, ...offline });
    expect(dot(await vectorOf(embedder, "aB_c"), tinyVector(model, ["a", "b", "c"]))).toBeCloseTo(1, 5);
    await embedder.close();
  });

  it("a text with too many tokens is cut and marked as truncated", async () => {
    const { folder, model } = tiny(6, 5);
    const embedder = await openTransformersEmbedder({ model: folder, ...offline });
    const [fits, cut, long] = await embedder.embed(["a b c", "a b c d", "a b c ".repeat(100_000)]);
    expect([fits?.truncated, cut?.truncated, long?.truncated]).toEqual([false, true, true]);
    const expected = [...tinyVector(model, ["a", "b", "c"])].map((value) => expect.closeTo(value, 5));
    for (const each of [fits, cut, long]) expect([...(each?.vector ?? [])]).toEqual(expected);
    await embedder.close();
  });

  it("the dimensions come from the model, and models in one folder have different names", async () => {
    const { folder } = tiny(10);
    const first = await openTransformersEmbedder({ model: folder, ...offline });
    writeTinyModel(folder, 33);
    const second = await openTransformersEmbedder({ model: folder, ...offline });
    expect([first.dimensions, second.dimensions]).toEqual([10, 33]);
    expect(first.name).not.toBe(second.name);
    await Promise.all([first.close(), second.close()]);
  });

  it("quantised weights are used when there are no others", async () => {
    const { folder } = tiny(6, 12, "model_quantized");
    const embedder = await openTransformersEmbedder({ model: folder, ...offline });
    expect(embedder.name).toMatch(/^tiny q8 /);
    await embedder.close();
  });

  it("a missing model is reported with the next step and without a request", async () => {
    const { folder } = tiny();
    rmSync(join(folder, "onnx"), { recursive: true });
    await expect(openTransformersEmbedder({ model: folder, ...offline })).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("onnx/model.onnx"),
    });
    const hub = await hubOf({});
    await expect(
      openTransformersEmbedder({ model: "missing/model", ...offline, hub: hub.address }),
    ).rejects.toMatchObject({
      code: "not_found",
      message: "the model missing/model is not on this machine, or incomplete",
      next: expect.stringContaining("retrieval.modelDownloads"),
    });
    expect(hub.asked).toEqual([]);
  });

  it("a folder that is not a model is reported with the missing file", async () => {
    const { folder } = tiny();
    rmSync(join(folder, "config.json"));
    await expect(openTransformersEmbedder({ model: folder, ...offline })).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("config.json"),
    });
  });

  it.each(["config.json", "tokenizer.json", "onnx/model.onnx"])(
    "a model with a truncated %s is reported",
    async (file) => {
      const { folder } = tiny();
      const path = join(folder, file);
      truncateSync(path, Math.floor(statSync(path).size / 2));
      await expect(openTransformersEmbedder({ model: folder, ...offline })).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:not_found|model_unavailable)$/),
        next: expect.any(String),
      });
    },
  );

  it.each([join(import.meta.filename, "model"), "x".repeat(900), "a\u0000b"])(
    "the path %j counts as the name of a model",
    async (model) => {
      await expect(openTransformersEmbedder({ model, ...offline })).rejects.toMatchObject({
        code: "not_found",
      });
    },
  );

  it("a model that returns no tokens to average is refused", async () => {
    const { folder } = tiny();
    const file = join(folder, "onnx/model.onnx");
    writeFileSync(
      file,
      readFileSync(file, "latin1").replaceAll("last_hidden_state", "some_other_output"),
      "latin1",
    );
    await expect(openTransformersEmbedder({ model: folder, ...offline })).rejects.toMatchObject({
      code: "model_unavailable",
      next: expect.stringContaining("feature extraction"),
    });
  });

  it("an unreachable hub is reported", async () => {
    const options = {
      model: "some/tiny",
      cacheFolder: tempFolder(),
      downloads: true,
      hub: "http://127.0.0.1:1/",
    };
    await expect(openTransformersEmbedder({ ...options, progress: () => undefined })).rejects.toMatchObject({
      code: "not_found",
      next: expect.stringContaining("network"),
    });
  });

  it("a text that is cut keeps its closing token, with or without an opening one", async () => {
    const { folder, model } = tiny(6, 5);
    const file = join(folder, "tokenizer.json");
    const tokenizer = JSON.parse(readFileSync(file, "utf8"));
    tokenizer.post_processor.single = tokenizer.post_processor.single.slice(1);
    writeFileSync(file, JSON.stringify(tokenizer));
    const embedder = await openTransformersEmbedder({ model: folder, ...offline });
    const row = (token: string) => model.rows[model.vocabulary.indexOf(token)] ?? new Float32Array();
    const sum = ["a", "b", "c", "d", "[SEP]"].reduce(
      (all, token) => all.map((value, n) => value + (row(token)[n] ?? 0)),
      new Float32Array(6),
    );
    expect(dot(await vectorOf(embedder, "a b c d e f g"), normalised(sum))).toBeCloseTo(1, 5);
    await embedder.close();
  });

  it("a download reports its size first, and the model needs no network afterwards", async () => {
    const { folder } = tiny(6, 12, "model_quantized");
    const hub = await hubOf({ "some/tiny": folder });
    const kept = tempFolder();
    const seen: (readonly [number, number])[] = [];
    const options = { model: "some/tiny", cacheFolder: kept, hub: hub.address };
    const first = await openTransformersEmbedder({
      ...options,
      downloads: true,
      progress: (done, total) => seen.push([done, total]),
    });
    expect(seen[0]?.[0]).toBe(0);
    expect(seen[0]?.[1]).toBeGreaterThan(readFileSync(join(folder, "onnx/model_quantized.onnx")).length);
    expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1]);
    const vector = await vectorOf(first, "abc");
    hub.asked.length = 0;
    seen.length = 0;
    const progress = (done: number, total: number) => seen.push([done, total]);
    const third = await openTransformersEmbedder({ ...options, downloads: true, progress });
    const second = await openTransformersEmbedder({ ...options, downloads: false, progress });
    expect(seen).toEqual([]);
    expect(await vectorOf(second, "abc")).toEqual(vector);
    expect(second.name).toBe(first.name);
    expect(hub.asked).toEqual([]);
    await Promise.all([first.close(), second.close(), third.close()]);
  });

  it("a model that two processes download at the same time is complete", async () => {
    const { folder } = tiny(6, 12, "model_quantized");
    const hub = await hubOf({ "some/tiny": folder }, { together: 2 });
    const kept = tempFolder();
    const program = await bundledProgram(
      import.meta.dirname,
      `
      import { openTransformersEmbedder } from "./transformers-embedder.ts";
      const [cacheFolder, hub] = process.argv.slice(2);
      const options = { model: "some/tiny", cacheFolder, hub, downloads: true };
      const embedder = await openTransformersEmbedder(options);
      const [{ vector }] = await embedder.embed(["abc"]);
      console.log(JSON.stringify([...vector]));
    `,
    );
    const run = () => promisify(execFile)(process.execPath, [program, kept, hub.address]);
    const [one, other] = await Promise.all([run(), run()]);
    expect(one.stdout).toBe(other.stdout);
    const second = await openTransformersEmbedder({
      model: "some/tiny",
      cacheFolder: kept,
      downloads: false,
    });
    expect([...(await vectorOf(second, "abc"))]).toEqual(JSON.parse(one.stdout));
    await second.close();
    for (const name of readdirSync(join(kept, "some/tiny"), { recursive: true, encoding: "utf8" }))
      expect(existsSync(join(folder, name)), name).toBe(true);
  });
});
