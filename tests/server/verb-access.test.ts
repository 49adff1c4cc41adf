import { describe, expect, it } from "vitest";
import { hasRole } from "../../src/hub/rights/roles.js";
import { speakerFor } from "../../src/surfaces/server/hub-caller.js";
import { catalog } from "../../src/verbs/catalog.js";
import { callVerb } from "../../src/verbs/frame/call-verb.js";
import type { Catalog } from "../../src/verbs/frame/catalog-entry.js";
import { contextAs } from "../../src/verbs/open/open-hub.js";
import { LedgerHub } from "../support/team.js";

const verbs = Object.entries(catalog as Catalog);

/** Nothing at all, and one field after the other with this value. */
function inputsWith(names: readonly string[], sample: unknown): readonly object[] {
  return sample === undefined ? [{}] : names.map((name) => ({ [name]: sample }));
}

describe("what a hub offers", () => {
  it("a verb that only a person may call needs a lead, because what it decides holds for everybody", async () => {
    for (const [name, { hub: role, load }] of verbs) {
      const { caller } = (await load()).verb;
      if (caller === "person" && role !== null) expect(hasRole(role, "lead"), name).toBe(true);
    }
  });

  it("a verb that a reader may call writes nothing", async () => {
    for (const [name, { hub, load }] of verbs) {
      if (hub !== "reader") continue;
      const { caller, mcp } = (await load()).verb;
      expect({ name, caller }).toEqual({ name, caller: "anyone" });
      if (mcp !== undefined) expect({ name, readOnly: mcp.readOnly }).toEqual({ name, readOnly: true });
    }
  });

  it("a verb that a reader may call leaves the log as it is, whatever it is asked", async () => {
    const hub = new LedgerHub();
    const { lesson } = await hub.ws.lessons.add({ text: "Never force-push a shared branch" });
    await hub.ws.record({ taskId: "bd-1", result: "failure", durationMs: 1, errorCount: 1, retryCount: 0 });
    const caller = { member: "eve", kind: "person", role: "reader" } as const;
    const roster = { membersOf: async () => [], keysIn: async () => [], machinesOf: async () => [] };
    const context = contextAs(hub.context, roster as never, { speaker: speakerFor(caller), caller });
    const headOf = () => hub.context.ledger.read((reader) => reader.head());
    const before = await headOf();
    const answered: string[] = [];
    for (const [name, { hub, load }] of verbs) {
      if (hub !== "reader") continue;
      const { verb } = await load();
      for (const sample of [undefined, true, lesson, "bd-1", 1, "json"])
        for (const given of inputsWith(Object.keys(verb.input.shape), sample)) {
          const call = callVerb(context, verb, given);
          await call.then(
            () => answered.push(name),
            () => undefined,
          );
          expect({ name, given, head: await headOf() }).toEqual({ name, given, head: before });
        }
    }
    expect(new Set(answered).size).toBeGreaterThan(20);
    const [, report] = verbs.find(([name]) => name === "report") ?? [];
    const { verb } = (await report?.load()) ?? {};
    if (verb === undefined) throw new Error("there is no report");
    await expect(callVerb(context, verb, { keep: true })).rejects.toMatchObject({ code: "not_allowed" });
  });
});
