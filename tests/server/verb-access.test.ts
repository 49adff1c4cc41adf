import { describe, expect, it } from "vitest";
import { hasRole } from "../../src/team/roles.js";
import { roleForVerb, verbAccess } from "../../src/team/verb-access.js";
import { catalog } from "../../src/verbs/catalog.js";
import type { Catalog } from "../../src/verbs/frame/catalog-entry.js";

const verbs = Object.entries(catalog as Catalog);

describe("what a hub offers", () => {
  it("every verb says which role it needs on a hub or that no hub offers it, and nothing else does", () => {
    expect([...verbAccess.keys()].toSorted()).toEqual(verbs.map(([name]) => name).toSorted());
  });

  it("a verb that only a person may call needs a lead, because what it decides holds for everybody", async () => {
    for (const [name, { load }] of verbs) {
      const role = roleForVerb(name);
      const { caller } = (await load()).verb;
      if (caller === "person" && role !== undefined) expect(hasRole(role, "lead"), name).toBe(true);
    }
  });

  it("a verb that a reader may call writes nothing", async () => {
    for (const [name, { load }] of verbs) {
      if (roleForVerb(name) !== "reader") continue;
      const { caller, mcp } = (await load()).verb;
      expect({ name, caller }).toEqual({ name, caller: "anyone" });
      if (mcp !== undefined) expect({ name, readOnly: mcp.readOnly }).toEqual({ name, readOnly: true });
    }
  });

  it("a name that is no verb needs a role that nobody has", () => {
    expect(roleForVerb("no such verb")).toBeUndefined();
  });
});
