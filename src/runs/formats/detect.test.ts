import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectFormat } from "./detect.js";

describe("detectFormat", () => {
  it.each([
    ["vitest.xml", "junit"],
    ["node-test.xml", "junit"],
    ["pytest.xml", "junit"],
    ["biome.xml", "junit"],
    ["biome.sarif", "sarif"],
  ])("the recorded %s is detected as %s", (file, format) => {
    const text = readFileSync(join(import.meta.dirname, "recorded", file), "utf8");
    expect(detectFormat(text, file)).toBe(format);
    expect(detectFormat(text)).toBe(format);
    expect(detectFormat(`\uFEFF\n ${text}`, "misnamed.json")).toBe(format);
  });

  it.each([
    ['{"result":"success"}', undefined, "json"],
    ['{\n "result": "success"\n}\n', undefined, "json"],
    ['[{"result":"success"}]', undefined, "json"],
    ['{"result":"success"}\n{"result":"failure"}\n', undefined, "jsonl"],
    ['{"result":"success"}\n{"result":"failure"}\n', "outcomes.json", "json"],
    ['{"result":"success"}', "outcomes.jsonl", "jsonl"],
    ['{"result":"success"}', "OUTCOMES.NDJSON", "jsonl"],
    ['{"version":"2.1.0","runs":[]}', undefined, "sarif"],
    ['{"$schema":"https://x/sarif-2.1.0.json","runs":[]}', undefined, "sarif"],
    ['{"runs":[]}', undefined, "json"],
    ['{"version": ', "scan.sarif", "sarif"],
    ['{"version": ', "scan.sarif.json", "sarif"],
    ["{}", "scan.sarif", "sarif"],
    ["", undefined, "jsonl"],
    ["", "report.xml", "junit"],
    ["not json", "outcome.json", "json"],
    ["null", undefined, "json"],
  ] as const)("the text %j in the file %s is detected as %s", (text, name, format) => {
    expect(detectFormat(text, name)).toBe(format);
  });

  it("any text is detected as one of the four formats", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (text, name) => {
        expect(["jsonl", "json", "junit", "sarif"]).toContain(detectFormat(text, name));
      }),
    );
  });
});
