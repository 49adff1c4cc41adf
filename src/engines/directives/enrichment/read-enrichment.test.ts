import * as fc from "fast-check";
import { expect, it } from "vitest";
import { oneLine } from "../../../text/one-line.js";
import { enrichmentLists, listMax } from "./enrichment.js";
import { readEnrichment } from "./read-enrichment.js";

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
  ["triggers: entry 1 is no string", '{"triggers":[1]}'],
  ["requiredActions: entry 2 says nothing", '{"requiredActions":["ok","\\u200b"]}'],
  ["requiredActions: entry 1 is longer than 200 characters", `{"requiredActions":["${"x".repeat(201)}"]}`],
  ["appliesToTools: entry 1 is longer than 64 characters", `{"appliesToTools":["${"x".repeat(65)}"]}`],
  ["triggers: has 11 entries, at most 10 are allowed", JSON.stringify({ triggers: Array(11).fill("x") })],
  ["appliesToAgents: entry 1 says nothing", '{"appliesToAgents":["*"]}'],
  ["appliesToAgents: entry 1 is a word for everyone", '{"appliesToAgents":["All Agents"]}'],
  ["appliesToTools: entry 1 is a word for everyone", '{"appliesToTools":["every"]}'],
  ["appliesToAgents: entry 1 is no name", '{"appliesToAgents":["coder; rm -rf"]}'],
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
