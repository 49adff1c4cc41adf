import * as fc from "fast-check";
import { expect, it } from "vitest";
import { watchStream } from "./watch-stream.js";

type Part = Readonly<Record<string, unknown>>;

/** Reads a watched stream to its end; `calls` holds the calls of the listener, and when each came. */
async function read(parts: readonly Part[], ending: "close" | "error" = "close") {
  const calls: unknown[] = [];
  const passed: Part[] = [];
  const source = new ReadableStream<Part>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
    },
    pull(controller) {
      if (ending === "error") controller.error(new Error("gone"));
      else controller.close();
    },
  });
  const watched = watchStream(source, async (text, finishReason) => {
    calls.push({ text, finishReason, after: passed.length });
  });
  const broke = await (async () => {
    for await (const part of watched) passed.push(part);
  })().catch((error: Error) => error.message);
  return { calls, passed, broke };
}

const delta = (text: string): Part => ({ type: "text-delta", id: "1", delta: text });
const finish: Part = { type: "finish", finishReason: { unified: "stop" } };

it("watchStream passes every part on unchanged and in order, and collects the text", async () => {
  const part = fc.oneof(
    fc.string().map(delta),
    fc.record({ type: fc.constantFrom("reasoning-delta", "raw", "tool-call"), delta: fc.string() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 20 }), async (parts) => {
      const { calls, passed, broke } = await read([...parts, finish]);
      expect(passed).toEqual([...parts, finish]);
      const text = parts.map(({ type, delta }) => (type === "text-delta" ? delta : "")).join("");
      expect(calls).toMatchObject([{ text, finishReason: { unified: "stop" } }]);
      expect(broke).toBeUndefined();
    }),
  );
});

it("watchStream ends the text of each block with a line break", async () => {
  const { calls } = await read([
    delta("one"),
    { type: "text-end" },
    delta("two"),
    { type: "text-end" },
    finish,
  ]);
  expect(calls).toMatchObject([{ text: "one\ntwo\n" }]);
});

it("watchStream reports no answer for a stream that breaks off", async () => {
  expect(await read([delta("half")], "error")).toMatchObject({ calls: [], broke: "gone" });
  expect(await read([delta("half")])).toMatchObject({ calls: [], passed: [delta("half")] });
  expect(await read([delta("half"), { type: "error", error: "gone" }, finish])).toMatchObject({ calls: [] });
});
