import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { recordedEvents, recordedLines, recordings } from "../../../tests/support/recordings.js";
import { definitionOf, eventDefinitions, readEvent, upcast } from "./catalog.js";
import { defineEvent } from "./definition.js";
import type { RecordedEvent } from "./envelope.js";
import { eventLine } from "./envelope.js";

describe("events that older versions recorded", () => {
  it.each(recordings)("%s is read in today's version and fits today's schema", async (file) => {
    const recorded = recordedEvents(file);
    const events = recorded.map(readEvent);
    for (const event of events) {
      const { data, v } = definitionOf(event.type);
      expect(event.v).toBe(v);
      expect(data.safeParse(event.data), `event ${event.seq}`).toMatchObject({ success: true });
    }
    const lifted = events.filter(({ v }, index) => v !== recorded[index]?.v);
    if (lifted.length === 0) return;
    const lines = lifted.map(({ seq, type, v, data }) => `${JSON.stringify({ seq, type, v, data })}\n`);
    const snapshot = `recorded/${file.replace(".jsonl", ".today.jsonl.snap")}`;
    await expect(lines.join("")).toMatchFileSnapshot(snapshot);
  });

  it.each(recordings)("%s has the same bytes that would be written today", (file) => {
    expect(recordedEvents(file).map(eventLine)).toEqual(recordedLines(file).slice(1, -1));
  });

  it("the recordings cover every type in every version there has been", () => {
    const seen = new Set(
      recordings.flatMap((file) => recordedEvents(file)).map((event) => `${event.type} v${event.v}`),
    );
    const all = eventDefinitions.flatMap(({ type, v }) =>
      Array.from({ length: v }, (_, index) => `${type} v${index + 1}`),
    );
    expect([...seen].sort()).toEqual(all.sort());
  });
});

describe("a schema", () => {
  // Its file is written when the version is new. A changed schema under an old version number fails here:
  // raise the version by adding an upcast.
  it.each(eventDefinitions.map((each) => [`${each.type}.v${each.v}`, each] as const))(
    "the schema %s never changes",
    async (name, { data }) => {
      const schema = z.toJSONSchema(data as z.ZodMiniType, { unrepresentable: "any" });
      await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
        `recorded/schemas/${name}.json`,
      );
    },
  );
});

describe("upcasting", () => {
  const renamed = defineEvent("renamed", () => z.strictObject({ label: z.string(), count: z.number() }), {
    decidedBy: "nobody",
    upcasts: [
      ({ name, ...rest }) => ({ ...rest, title: name }),
      ({ title, ...rest }) => ({ ...rest, label: title, count: 0 }),
    ],
  });
  const [sample] = recordings.flatMap((file) => recordedEvents(file));

  it.each([
    [1, { name: "x", kept: true }, { kept: true, label: "x", count: 0 }],
    [2, { title: "x" }, { label: "x", count: 0 }],
    [3, { label: "x", count: 7 }, { label: "x", count: 7 }],
  ])("an event of version %i is lifted step by step to the newest", (v, written, expected) => {
    const event = { ...sample, type: "renamed", v, data: JSON.stringify(written) } as RecordedEvent;
    expect(upcast(renamed, event)).toMatchObject({ v: 3, data: expected });
  });

  it("an event whose type or version only a newer program knows is refused", () => {
    expect(() => definitionOf("something-else")).toThrow(expect.objectContaining({ code: "newer_format" }));
    expect(() => definitionOf("lesson-exposed", 99)).toThrow(
      expect.objectContaining({ code: "newer_format" }),
    );
  });
});
