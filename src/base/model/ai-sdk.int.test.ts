import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Script, startScriptedModel } from "../../../tests/support/scripted-model/start.js";
import { defaults } from "../config/settings.js";
import { aiSdkModel } from "./ai-sdk.js";

const never = new AbortController().signal;

describe.each(["openai-compatible", "anthropic"] as const)("aiSdkModel with the provider %s", (provider) => {
  async function start(script: Script | string, changes: { timeoutMs?: number } = {}) {
    const endpoint = await startScriptedModel(script);
    const settings = { ...defaults.model, provider, name: "m-1", baseUrl: `${endpoint.url}/v1`, ...changes };
    return { endpoint, model: aiSdkModel({ ...settings, apiKeyVariable: "MY_KEY" }, "key-1") };
  }

  it("the answer has text and tokens, and comes from one request that carries the key", async () => {
    const { endpoint, model } = await start('{"triggers":[]}');
    expect(await model.complete("the question", { signal: never })).toEqual({
      text: '{"triggers":[]}',
      inputTokens: 100,
      outputTokens: 20,
      costUsd: null,
    });
    expect(model.name).toBe("m-1");
    expect(endpoint.seen).toMatchObject([{ asked: "the question", body: { model: "m-1" } }]);
    const { authorization, "x-api-key": key } = endpoint.seen[0]?.headers ?? {};
    expect(authorization ?? `Bearer ${key}`).toBe("Bearer key-1");
    expect(endpoint.seen[0]?.body.tools).toBeUndefined();
  });

  it("the model prints nothing, not even warnings of the SDK", async () => {
    const { model } = await start("hello");
    const printed = [vi.spyOn(console, "info"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
    onTestFinished(() => printed.forEach((spy) => void spy.mockRestore()));
    await model.complete("x", { signal: never });
    expect(printed.flatMap((spy) => spy.mock.calls)).toEqual([]);
  });

  it("an answer that is not JSON is returned to the caller", async () => {
    const { model } = await start("I would rather not.");
    expect(await model.complete("x", { signal: never })).toMatchObject({ text: "I would rather not." });
  });

  it.each([
    [500, "call again later"],
    [503, "call again later"],
    [429, "call again later"],
    [401, "check the key in MY_KEY"],
    [404, "check model.name and model.baseUrl"],
  ])("the model is unavailable on status %s after one request", async (status, next) => {
    const { endpoint, model } = await start(() => ({ status }));
    await expect(model.complete("x", { signal: never })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining(`status ${status}`),
      next,
      values: { status },
    });
    expect(endpoint.seen).toHaveLength(1);
  });

  it.each(["<html>Please log in</html>", "{}", '{"choices":[]', ""])(
    "the model is unavailable when the endpoint returns %j",
    async (body) => {
      const { model } = await start(() => ({ body }));
      await expect(model.complete("x", { signal: never })).rejects.toMatchObject({
        code: "model_unavailable",
      });
    },
  );

  it("the model is unavailable when the endpoint refuses connections", async () => {
    const settings = { ...defaults.model, provider, name: "m-1", baseUrl: "http://127.0.0.1:1/v1" };
    const model = aiSdkModel(settings, "key-1");
    await expect(model.complete("x", { signal: never })).rejects.toMatchObject({ code: "model_unavailable" });
  });

  it("the model is unavailable after the time limit", async () => {
    const { model } = await start(() => ({ hang: true }), { timeoutMs: 200 });
    await expect(model.complete("x", { signal: never })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("took longer than 200 ms"),
    });
  });

  it("the caller can stop a request", async () => {
    const stop = new AbortController();
    const { model } = await start(() => {
      stop.abort();
      return { hang: true };
    });
    await expect(model.complete("x", { signal: stop.signal })).rejects.toMatchObject({
      code: "model_unavailable",
      message: expect.stringContaining("was stopped"),
    });
  });
});

it.each([
  [{ provider: "anthropic", name: "" }, "model.name"],
  [{ provider: "openai-compatible", name: "m" }, "model.baseUrl"],
  [{ provider: "anthropic", name: "m" }, "model.apiKeyVariable"],
  [{ provider: "anthropic", name: "m", apiKeyVariable: "MY_KEY" }, "model.apiKeyVariable"],
] as const)("aiSdkModel sends no request with the incomplete settings %j", async (changes, field) => {
  const model = aiSdkModel({ ...defaults.model, ...changes }, undefined);
  await expect(model.complete("x", { signal: never })).rejects.toMatchObject({
    code: "model_unavailable",
    field,
  });
});

it("aiSdkModel works without a key when the endpoint needs none", async () => {
  const endpoint = await startScriptedModel("hello");
  const settings = {
    ...defaults.model,
    provider: "openai-compatible",
    name: "m",
    baseUrl: `${endpoint.url}/v1`,
  } as const;
  expect(await aiSdkModel(settings, undefined).complete("x", { signal: never })).toMatchObject({
    text: "hello",
  });
  expect(endpoint.seen[0]?.headers.authorization).toBeUndefined();
});
