import * as fc from "fast-check";
import { expect, it } from "vitest";
import { oneLine } from "../../../base/text/one-line.js";
import {
  type Enrichment,
  enrichmentLists,
  lastJsonObject,
  listMax,
  readEnrichment,
  withEnrichment,
} from "./enrichment.js";
import { directive } from "./example-directive.contract.js";

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

const empty = Object.fromEntries(enrichmentLists.map((list) => [list, []]));

it("readEnrichment takes the lists that are present and leaves the others empty", () => {
  const answer =
    'Here it is:\n```json\n{"requiredActions":["bind  every\\nvalue"],"appliesToAgents":["Test Engineer"]}\n```';
  expect(readEnrichment(answer)).toEqual({
    fields: { ...empty, requiredActions: ["bind every value"], appliesToAgents: ["Test Engineer"] },
  });
  expect(readEnrichment("{}")).toEqual({ fields: empty });
  expect(readEnrichment('{"triggers":null}')).toEqual({ fields: empty });
});

it("readEnrichment takes a repeated entry once", () => {
  expect(readEnrichment('{"triggers":["sql","sql "]}')).toEqual({ fields: { ...empty, triggers: ["sql"] } });
});

it.each([
  ["there is no JSON object in it", "I cannot do that."],
  ['the key "verificationPredicate" is not allowed', '{"verificationPredicate":"grep:x:y"}'],
  ['the key "priority" is not allowed', '{"triggers":[],"priority":"critical"}'],
  ['the key "enforcement" is not allowed', '{"enforcement":"enforce"}'],
  ['the key "text" is not allowed', '{"text":"another rule"}'],
  ['the key "__proto__" is not allowed', '{"__proto__":["x"]}'],
  ["triggers: must be a list", '{"triggers":"sql"}'],
  ["triggers: entry 1 is not a string", '{"triggers":[1]}'],
  ["requiredActions: entry 2 says nothing", '{"requiredActions":["ok","\\u200b"]}'],
  ["requiredActions: entry 1 is longer than 200 characters", `{"requiredActions":["${"x".repeat(201)}"]}`],
  ["appliesToTools: entry 1 is longer than 64 characters", `{"appliesToTools":["${"x".repeat(65)}"]}`],
  ["triggers: has 11 entries, at most 10 are allowed", JSON.stringify({ triggers: Array(11).fill("x") })],
  ["appliesToAgents: entry 1 says nothing", '{"appliesToAgents":["*"]}'],
  ["appliesToAgents: entry 1 is a word for everyone", '{"appliesToAgents":["All Agents"]}'],
  ["appliesToTools: entry 1 is a word for everyone", '{"appliesToTools":["every"]}'],
  ["appliesToAgents: entry 1 is not a name", '{"appliesToAgents":["coder; rm -rf"]}'],
])("readEnrichment refuses an answer with the reason: %s", (error, answer) => {
  expect(readEnrichment(answer)).toEqual({ error });
});

it("readEnrichment lets only bounded, safe lines through, in the six lists", () => {
  const key = fc.constantFrom(...enrichmentLists, "verificationPredicate", "priority");
  const entry = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.integer());
  fc.assert(
    fc.property(fc.dictionary(key, fc.array(entry, { maxLength: 12 })), (object) => {
      const read = readEnrichment(JSON.stringify(object));
      const error = "error" in read ? read.error : "";
      expect(oneLine(error, 200)).toBe(error);
      if ("error" in read) return;
      expect(Object.keys(read.fields)).toEqual(enrichmentLists);
      for (const list of enrichmentLists) {
        expect(read.fields[list].length).toBeLessThanOrEqual(listMax);
        for (const line of read.fields[list]) expect(oneLine(line, 200)).toBe(line);
      }
    }),
  );
});

it.each([
  ['{"a":1}', { a: 1 }],
  ['Sure!\n```json\n{"a": 1}\n```\nAnything else?', { a: 1 }],
  ['First {"a":1}, better: {"b":2}', { b: 2 }],
  ['{"a":{"b":{}}}', { a: { b: {} } }],
  ['Mind {this}: {"a":"}{"} and {that}.', { a: "}{" }],
  ['{"a":1}}', { a: 1 }],
])("lastJsonObject finds the object in %j", (text, object) => {
  expect(lastJsonObject(text)).toEqual(object);
});

it.each([
  "",
  "no",
  "{",
  "}",
  "}{",
  "{a: 1}",
  "[1]",
  `{"a":"${"x".repeat(70_000)}"}`,
  "{".repeat(1000) + "}".repeat(1000),
])("lastJsonObject finds no object in text %#", (text) => {
  expect(lastJsonObject(text)).toBeUndefined();
});

it("lastJsonObject finds any object between prose without braces", () => {
  const prose = fc.string({ maxLength: 50 }).map((text) => text.replace(/[{}]/g, ""));
  fc.assert(
    fc.property(prose, fc.dictionary(fc.string(), fc.string()), prose, (before, object, after) => {
      expect(JSON.stringify(lastJsonObject(before + JSON.stringify(object) + after))).toBe(
        JSON.stringify(object),
      );
    }),
  );
});
