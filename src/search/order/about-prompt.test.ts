import { describe, expect, it } from "vitest";
import { aboutPrompt } from "./about-prompt.js";

const isAbout = (prompt: string, text: string, found: Partial<Found> = {}) =>
  aboutPrompt(prompt)({
    text,
    found: { id: "a", words: 0, meaning: undefined, trigger: false, synonyms: 0, ...found },
  });
type Found = Exclude<Parameters<ReturnType<typeof aboutPrompt>>[0]["found"], undefined>;

const beforeCommit = "Always run npm test before committing";

describe("aboutPrompt", () => {
  it.each([
    ["commit this", beforeCommit],
    ["Rename the column.\nThen commit, and push the tag.", "Never push a tag that is not signed"],
    ["Add a retry to the S3 upload in src/upload.ts", "Wrap every S3 upload in the retry of src/retry.ts"],
    ["请把数据库迁移脚本改成可重复执行", "数据库迁移脚本必须可以重复执行"],
  ])("the prompt '%s' is about the lesson '%s'", (prompt, text) => {
    expect(isAbout(prompt, text)).toBe(true);
  });

  it.each([
    ["Write a poem about the sea"],
    ["thanks, looks good"],
    ["continue"],
    ["yes"],
    [""],
    ["What time is it?"],
    ["Please add a test for the parser of dates and keep the old one"],
  ])("the prompt '%s' is not about a rule for commits", (prompt) => {
    expect(isAbout(prompt, beforeCommit)).toBe(false);
  });

  it("a lesson whose trigger stands in the prompt is about it", () => {
    expect(isAbout("ship it", beforeCommit, { trigger: true })).toBe(true);
  });

  it("a model's likeness in meaning is not enough without a shared topic", () => {
    expect(isAbout("Write a poem about the sea", beforeCommit, { meaning: 0.9 })).toBe(false);
    expect(isAbout("Publish a release of the npm package", beforeCommit, { meaning: 0.5 })).toBe(true);
    expect(isAbout("Publish a release of the npm package", beforeCommit, { meaning: 0.1 })).toBe(false);
  });

  it("a long prompt is about a lesson that one of its sentences is about", () => {
    const prompt = `${"The page of the shop shows a wrong price in the basket. ".repeat(40)}Run npm test.`;
    expect(isAbout(prompt, beforeCommit)).toBe(true);
  });
});
