import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSection, type Section, withSection } from "./published-section.js";
import { editedText, plainText, publishedText, readPublished } from "./published-text.js";

function sectionOf(content: string): Section | undefined {
  const read = readSection(content);
  if ("fault" in read) throw new Error(read.fault);
  return read.section;
}

const lesson = { id: "3f9a41c2", text: "Run npm test before every commit" };

/** Marks of Markdown, HTML and our own, and what surrounds them. */
const oddWords = fc.constantFrom(
  "-->",
  "<!--",
  "whetstone:begin",
  "<!-- whetstone:end -->",
  "`a`",
  "**b**",
  "# c",
  "- d",
  "1. e",
  "\n",
  "\r\n",
  "\t",
  "[must: x]",
  "| y |",
  "\\",
  "<b>",
  "é",
  "你好",
  "\u2028",
  "```",
  "===",
  "[ ]",
);
const oddText = fc
  .array(fc.oneof(oddWords, fc.string({ unit: "grapheme", maxLength: 8 })), { minLength: 1, maxLength: 8 })
  .map((words) => plainText(words.join(" ")))
  .filter((text) => text !== "");
const lessons = fc.uniqueArray(fc.record({ id: fc.stringMatching(/^[0-9a-f]{8}$/), text: oddText }), {
  selector: ({ id }) => id,
  maxLength: 6,
});
const surroundings = fc.record({
  before: fc.array(fc.constantFrom("# Title", "", "- a rule", "text", "```", "<!-- note -->"), {
    maxLength: 5,
  }),
  eol: fc.constantFrom("\n", "\r\n"),
  ended: fc.boolean(),
});

describe("the section of published lessons in a file", () => {
  it("lessons of any characters are read back as they were written, and none counts as edited", () => {
    fc.assert(
      fc.property(lessons, surroundings, (written, { before, eol, ended }) => {
        const content = before.join(eol) + (ended && before.length > 0 ? eol : "");
        const section = sectionOf(withSection(content, undefined, written));
        expect(section?.entries.map(({ id, text, edited }) => ({ id, text, edited }))).toEqual(
          written.map((each) => ({ ...each, edited: false })),
        );
      }),
    );
  });

  it("writing twice changes nothing, and nothing outside of the section is touched", () => {
    fc.assert(
      fc.property(lessons, lessons, surroundings, (first, second, { before, eol, ended }) => {
        const content = before.join(eol) + (ended && before.length > 0 ? eol : "");
        const once = withSection(content, undefined, first);
        expect(withSection(once, sectionOf(once), first)).toBe(once);
        expect(once.startsWith(content)).toBe(true);
        const tail = `${eol}Behind${eol}`;
        const changed = withSection(once + tail, sectionOf(once + tail), second);
        expect(changed.startsWith(content)).toBe(true);
        expect(changed.endsWith(tail)).toBe(true);
      }),
    );
  });

  it("a file keeps its line ends, and a last line without one stays without one", () => {
    const windows = withSection("# A\r\n\r\n- b", undefined, [lesson]);
    expect(windows.replaceAll("\r\n", "")).not.toContain("\n");
    expect(windows.endsWith("<!-- whetstone:end -->")).toBe(true);
    expect(withSection("# A\n", undefined, [lesson]).endsWith("<!-- whetstone:end -->\n")).toBe(true);
  });

  it.each([
    ["no line break at its end", "# A", "# A\n\n"],
    ["one", "# A\n", "# A\n\n"],
    ["an empty line", "# A\n\n", "# A\n\n"],
    ["an empty line of Windows", "# A\r\n\r\n", "# A\r\n\r\n"],
    ["one of Windows", "# A\r\n", "# A\r\n\r\n"],
    ["nothing in it", "", ""],
    ["a byte order mark only", "\uFEFF", "\uFEFF"],
  ])("one empty line stands before the section in a file with %s", (_what, content, before) => {
    const [written = ""] = withSection(content, undefined, [lesson]).split("<!-- whetstone:begin");
    expect(written).toBe(before);
  });

  it("an edited line, a wrapped line and an added line are told apart, each with its number", () => {
    const lines = withSection("", undefined, [lesson, { id: "8654dd93", text: "Never edit generated files" }])
      .replace("every commit", "each commit")
      .replace("Never edit generated", "Never edit\n  generated")
      .replace("<!-- whetstone:end", "* Use tabs in Makefiles\n<!-- whetstone:end");
    expect(sectionOf(lines)?.entries).toEqual([
      { line: 4, text: "Run npm test before each commit", id: "3f9a41c2", edited: true },
      { line: 5, text: "Never edit generated files", id: "8654dd93", edited: false },
      { line: 7, text: "Use tabs in Makefiles", id: undefined, edited: false },
    ]);
  });

  it.each([
    ["a begin mark without an end", "<!-- whetstone:begin -->\n- a", /line 1 has no end mark/],
    ["an end mark without a beginning", "a\n<!-- whetstone:end -->", /line 2 has no begin mark/],
    [
      "two sections",
      "<!-- whetstone:begin -->\n<!-- whetstone:end -->\n<!-- whetstone:begin -->\n<!-- whetstone:end -->",
      /line 3 is a second mark/,
    ],
    ["marks in the wrong order", "<!-- whetstone:end -->\n<!-- whetstone:begin -->", /stands before/],
    [
      "a merge conflict",
      "<!-- whetstone:begin -->\n<<<<<<< HEAD\n- a\n<!-- whetstone:end -->",
      /line 2 is a mark of a merge conflict/,
    ],
  ])("a file with %s is refused with the line", (_what, content, fault) => {
    expect(readSection(content)).toEqual({ fault: expect.stringMatching(fault) });
  });
});

describe("a directive as a line of a file", () => {
  const directive = {
    text: "Validate every request body",
    requiredActions: ["parse req.body with a schema"],
    forbiddenActions: [],
    verificationChecks: [],
    appliesToAgents: ["coder", "reviewer"],
    appliesToTools: ["Bash"],
  };
  const line =
    "Validate every request body [must: parse req.body with a schema | roles: coder; reviewer | tools: Bash]";

  it("the line holds the text and what stands behind it, and is read back", () => {
    expect(publishedText(directive)).toBe(line);
    expect(readPublished(line)).toEqual({
      text: "Validate every request body",
      lists: {
        requiredActions: ["parse req.body with a schema"],
        appliesToAgents: ["coder", "reviewer"],
        appliesToTools: ["Bash"],
      },
    });
    expect(readPublished("Use arrays [1, 2]")).toEqual({ text: "Use arrays [1, 2]", lists: {} });
  });

  it("an edited line gives its text, unless what stands in brackets was edited too", () => {
    expect(editedText(line.replace("every", "each"), directive)).toBe("Validate each request body");
    expect(editedText(line.replace("coder; ", ""), directive)).toBeUndefined();
    expect(editedText("Validate request bodies", directive)).toBe("Validate request bodies");
  });

  it("keys and marks of comments do not get into a file", () => {
    expect(plainText("Use <!-- x --> the token ghp_0123456789abcdefghijklmnopqrstuvwxyz")).not.toMatch(
      /ghp_0123|<!--|-->/,
    );
  });
});
