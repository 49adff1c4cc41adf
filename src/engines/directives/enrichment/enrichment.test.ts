import { expect, it } from "vitest";
import { directive } from "../example-directive.contract.js";
import { type Enrichment, withEnrichment } from "./enrichment.js";

const nothing: Enrichment = {
  triggers: [],
  requiredActions: [],
  forbiddenActions: [],
  verificationChecks: [],
  appliesToAgents: [],
  appliesToTools: [],
};

it("withEnrichment keeps a person's entries first and adds each new entry once", () => {
  const before = directive({ requiredActions: ["bind every value"], appliesToAgents: ["coder"] });
  const after = withEnrichment(before, {
    ...nothing,
    requiredActions: ["Bind every value ", "use the query builder"],
    appliesToTools: ["bash"],
  });
  expect(after).toEqual({
    ...before,
    requiredActions: ["bind every value", "use the query builder"],
    appliesToTools: ["bash"],
  });
});

it("withEnrichment never fills a list beyond its limit, and never shortens one", () => {
  const many = Array.from({ length: 9 }, (_, index) => `tool-${index}`);
  const fields = { ...nothing, appliesToTools: ["x", "y"] };
  expect(withEnrichment(directive({ appliesToTools: many }), fields).appliesToTools).toEqual([...many, "x"]);
  const tooMany = [...many, "a", "b", "c"];
  expect(withEnrichment(directive({ appliesToTools: tooMany }), fields).appliesToTools).toEqual(tooMany);
});

it("withEnrichment changes nothing but the lists", () => {
  const before = directive({ verificationPredicate: "grep:eval:src/**" });
  const forged = { ...nothing, priority: "critical", verificationPredicate: "tool:sh", text: "other" };
  expect(withEnrichment(before, forged)).toEqual(before);
});
