import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Extraction, extractInsights } from "./extract-insights.js";

const texts = ({ insights }: Extraction) => insights.map(({ text }) => text);
const textsOf = (...lines: readonly string[]) => texts(extractInsights(lines.join("\n")));
const listed = (...items: readonly string[]) => ["## Accumulated Patterns", "", ...items].join("\n");

describe("a section of accumulated patterns", () => {
  it.each([
    "# Accumulated Patterns",
    "###### accumulated patterns",
    "## 5. Accumulated Patterns (2)",
    "## 🧠 Accumulated Patterns",
    "## **Accumulated Patterns**",
    "**Accumulated Patterns**",
    "**Accumulated patterns:**",
    "Accumulated Patterns:",
    "ACCUMULATED PATTERNS:",
    "Accumulated Patterns\n====",
    "Accumulated Patterns\n---",
  ])("a section is recognised by its title %j", (title) => {
    const extraction = extractInsights(
      `Callers must close the file.\n\n${title}\n\n- Never log tokens or passwords\n`,
    );
    expect(texts(extraction)).toEqual(["Never log tokens or passwords"]);
    expect(extraction.from).toBe("section");
  });

  it.each([
    "- Never log tokens or ids\n* Close every file handle\n+ Retry only idempotent calls\n• Cap the number of retries",
    "1. Never log tokens or ids\n2) Close every file handle\n3. Retry only idempotent calls\n4. Cap the number of retries",
    "- Never log tokens\n  or ids\n- Close every\nfile handle\n\n- Retry only idempotent calls\n-  Cap the number of retries",
    "- Never log tokens or ids\n\n  More on that.\n\nA paragraph must not count.\n\n- Close every file handle\n- Retry only idempotent calls\n- Cap the number of retries",
    "### Security\n- Never log tokens or ids\n### Files\n- Close every file handle\n- Retry only idempotent calls\n- Cap the number of retries",
    "Never log tokens or ids\n\nClose every file handle\n\nRetry only\nidempotent calls\n\nCap the number of retries",
  ])("all items are read from the section %j", (body) => {
    expect(textsOf(listed(body))).toEqual([
      "Never log tokens or ids",
      "Close every file handle",
      "Retry only idempotent calls",
      "Cap the number of retries",
    ]);
  });

  it("nested items that are statements are read, and a parent that only introduces them is not", () => {
    const items = [
      "- Handling of secrets in this code:",
      "    - Never log tokens or ids",
      "    - Tokens must be rotated weekly",
      "      - Evidence: src/auth.ts:14",
      "- Retries need a cap and a backoff",
      "\t- for example in the upload client",
      "\t- Without a cap they overload the backend",
    ];
    const extraction = extractInsights(listed(...items));
    expect(texts(extraction)).toEqual([
      "Never log tokens or ids",
      "Tokens must be rotated weekly",
      "Retries need a cap and a backoff",
      "Without a cap they overload the backend",
    ]);
    expect(extraction.skipped).toBe(2);
  });

  it.each([
    ["the next heading", "## Verdict\n- This must not be read at all"],
    ["a higher heading", "# Verdict\n- This must not be read at all"],
    ["a horizontal rule", "---\n- This must not be read at all"],
    ["a rule of stars", "* * *\n- This must not be read at all"],
  ])("a section ends at %s", (_, rest) => {
    expect(textsOf(listed("- Never log tokens or ids", "", rest))).toEqual(["Never log tokens or ids"]);
  });

  it("a section under a bold title ends at the next bold or bare title", () => {
    const first = ["**Accumulated Patterns**", "- Never log tokens or ids", ""];
    expect(textsOf(...first, "**Verdict**", "- This must not be read")).toEqual(["Never log tokens or ids"]);
    expect(textsOf(...first, "Open points:", "- This must not be read")).toEqual(["Never log tokens or ids"]);
  });

  it("a title inside a fence, a quotation, a comment or a sentence does not open a section", () => {
    const inner = "## Accumulated Patterns\n- Never log tokens or ids";
    const shown = [`~~~md\n${inner}\n~~~`, inner.replace(/^/gm, "> "), `<!--\n${inner}\n-->`];
    for (const text of [...shown, "I read the accumulated patterns: they are fine."]) {
      expect(extractInsights(text)).toMatchObject({ insights: [], from: "nothing" });
    }
  });

  it("the last section wins, even if it is empty", () => {
    expect(textsOf(listed("- Never log tokens or ids"), listed("- Close every file handle"))).toEqual([
      "Close every file handle",
    ]);
    expect(extractInsights(listed("Nothing new this time."))).toMatchObject({
      insights: [],
      from: "section",
    });
  });

  it("a code block is left out of an item, and inline code is kept", () => {
    const items = [
      "- Use `path.join()` and **never** `+` for paths",
      "  ```ts",
      "  - never read this line",
      "  ```",
    ];
    expect(textsOf(listed(...items))).toEqual(["Use `path.join()` and never `+` for paths"]);
  });
});

describe("an item", () => {
  it.each([
    ["[A1] Never log tokens or ids", ["A1"]],
    ["A1: Never log tokens or ids", ["A1"]],
    ["**A1** — Never log tokens or ids", ["A1"]],
    ["**A1:** Never log tokens or ids", ["A1"]],
    ["(A1) Never log tokens or ids", ["A1"]],
    ["Finding SEC12: Never log tokens or ids", ["SEC12"]],
    ["[A1, J2] Never log tokens or ids", ["A1", "J2"]],
    ["Never log tokens or ids (finding J2)", ["J2"]],
    ["[A1] Pattern: Never log tokens or ids [J2]", ["A1", "J2"]],
    ["Never log tokens or ids", []],
  ])("the findings of the item %j are read", (item, findings) => {
    const { insights } = extractInsights(listed(`- ${item}`));
    expect(insights).toEqual([
      {
        text: "Never log tokens or ids",
        normalised: "never log tokens or ids",
        category: "rule",
        findings,
        inPassing: false,
      },
    ]);
  });

  it.each([
    ["MD5: never use it for passwords", "MD5: never use it for passwords"],
    ["Store blobs in object storage (S3)", "Store blobs in object storage (S3)"],
    ["Pattern: **Error paths**: close the file first", "Error paths: close the file first"],
    [
      "“Never trust the client at all.” (confidence: 0.4, category: process)",
      "Never trust the client at all.",
    ],
    ["~~Old advice~~ Close every [file handle](https://example.com/x)", "Close every file handle"],
    ["I found that mocks leak between test files", "mocks leak between test files"],
    ["Close every file<!-- really --> handle at once", "Close every file handle at once"],
    ["Never let `*args` and __init__ hide a_b_c", "Never let `*args` and __init__ hide a_b_c"],
    ["Always\u200b check \u202ethe input", "Always check the input"],
  ])("the item %j becomes %j", (item, text) => {
    expect(textsOf(listed(`- ${item}`))).toEqual([text]);
  });

  it("a long item is cut at the end of a sentence, else of a clause, and never inside a word", () => {
    const long = "which is a long tail of words ".repeat(12).trim();
    expect(textsOf(listed(`- Close every file handle. Then ${long}.`))).toEqual(["Close every file handle."]);
    expect(textsOf(listed(`- Close every file handle at once, ${long}`))[0]).toMatch(/^Close .* words$/);
    expect(textsOf(listed(`- 必须关闭所有文件句柄。${"然后继续处理其他的事情".repeat(40)}`))).toEqual([
      "必须关闭所有文件句柄。",
    ]);
    const endless = extractInsights(listed(`- must_${"x".repeat(400)} go on and on`));
    expect(endless).toMatchObject({ insights: [], skipped: 1 });
  });

  it("a repeated item is extracted once, with all its findings", () => {
    const { insights } = extractInsights(
      listed("- [A1] Never log tokens or ids", "- **J2**: never log `tokens` or ids."),
    );
    expect(insights.map(({ findings }) => findings)).toEqual([["A1", "J2"]]);
  });

  it("at most fifty items are extracted", () => {
    const extraction = extractInsights(
      listed(...Array.from({ length: 60 }, (_, index) => `- Never open file number ${index}`)),
    );
    expect(extraction.insights).toHaveLength(50);
    expect(extraction.skipped).toBe(10);
  });
});

describe("free prose", () => {
  it("the general statements of free prose are extracted, and its story is left out", () => {
    const prose = [
      "# Audit of the upload plan",
      "Hi, I reviewed the plan and the diff. Let me walk through the findings.",
      "The diff changes line 4 of `upload.ts` and adds a retry. Tests pass. LGTM overall.",
      "The retry loop in `upload.ts:42` has no cap. Unbounded retries cause request storms when the backend is slow.",
      "- `parseSize` returns NaN when the header is missing, e.g. for streams. This is bad.",
      "> Always trust the client.",
      "```\nYou must never read this.\n```",
      "    You must never read this either.",
      "Overall this is a solid change. Should we also check the type? It returns null when empty.",
      "Error: ENOENT: no such file\n at open (fs.ts:1:2)",
      "Path comparisons break on Windows unless both sides\nare normalised. Next I will check the tests.",
      "| rule | must |\n|---|---|\n| a | never do this again |",
      "缓存失效会导致读取旧数据。我检查了测试。日志中禁止记录用户密码。",
    ];
    const extraction = extractInsights(prose.join("\n\n"));
    expect(texts(extraction)).toEqual([
      "Unbounded retries cause request storms when the backend is slow.",
      "`parseSize` returns NaN when the header is missing, e.g. for streams.",
      "Path comparisons break on Windows unless both sides are normalised.",
      "缓存失效会导致读取旧数据。",
      "日志中禁止记录用户密码。",
    ]);
    expect(extraction.from).toBe("sentences");
    expect(extraction.insights.every(({ inPassing }) => inPassing)).toBe(true);
  });

  it.each([
    "Use actual module parsers in tests, not copies",
    "When a lock is stale, check the owner before its removal",
    "Remove all empty catch blocks that hide failures",
    "The endpoint returns 422 when validation fails, not 400",
    "Do not call the store from a projection",
  ])("free prose yields the statement %j", (sentence) => {
    expect(textsOf(sentence)).toEqual([sentence]);
  });

  it.each([
    "It returns null when the list is empty.",
    "The implementation is clean and well-structured.",
    "The build failed because the cache was stale.",
    "See src/a.ts:14 for the missing check.",
    "We fixed the parser and ran the suite again.",
    "Overall the tests look good and complete.",
    "Two reviewers looked at the branch yesterday.",
  ])("free prose yields nothing from %j", (sentence) => {
    expect(extractInsights(sentence)).toMatchObject({ insights: [], from: "nothing" });
  });

  it("a finding is credited to the paragraph directly below its heading and to its own item", () => {
    const prose = [
      "### [A1] Retries without a cap overload the backend",
      "Every retry loop needs a cap.",
      "Temporary files must be removed in a finally block.",
      "- **A2** — Paths must be normalised before they are compared. Each platform differs, so case matters.",
    ];
    const { insights } = extractInsights(prose.join("\n\n"));
    expect(insights.map(({ findings }) => findings)).toEqual([["A1"], ["A1"], [], ["A2"], ["A2"]]);
  });
});

describe("the role's own verdict", () => {
  const issues = [
    { id: "A1", summary: "Retries need a cap and a backoff." },
    { id: "A2", summary: "Uploads are stored without a check of their size" },
    { id: "not an id", summary: "Done." },
    { id: 7 },
    null,
  ];
  const json = JSON.stringify({ verdict: "FAIL", issues });
  const found = [
    ["Retries need a cap and a backoff", ["A1"]],
    ["Uploads are stored without a check of their size", ["A2"]],
  ];

  it.each([
    ["a comment", `<!-- jkz:verdict-json ${json} -->`],
    ["a comment of several lines", `<!-- jkz:verdict-json\n${JSON.stringify({ issues }, null, 2)}\n-->`],
    ["a fence", `\`\`\`verdict-json\n${json}\n\`\`\``],
    [
      "the last that is JSON",
      `<!-- jkz:verdict-json {"issues":[]} -->\n\n<!-- jkz:verdict-json ${json} -->\n\n<!-- jkz:verdict-json {"issues": -->`,
    ],
  ])("the issues of a verdict in %s are extracted besides the section", (_, block) => {
    const { insights } = extractInsights(`${block}\n\n${listed("- Retries need a cap and a backoff")}`);
    expect(insights.map(({ text, findings }) => [text, findings])).toEqual(found);
  });

  it("a verdict that is only quoted yields nothing", () => {
    expect(
      textsOf(`~~~\n<!-- jkz:verdict-json ${json} -->\n~~~`, `> <!-- jkz:verdict-json ${json} -->`),
    ).toEqual([]);
  });

  it.each(["[]", "null", '{"issues":{}}', '{"issues":[[]]}', "{", '"x"'])(
    "a verdict with the body %s yields nothing",
    (body) => {
      expect(textsOf(`<!-- jkz:verdict-json ${body} -->`)).toEqual([]);
    },
  );
});

describe("the insights of any text", () => {
  const words = fc.constantFrom(
    ...'never|always|must|because|the|a file|returns|when|`x_y`|**bold**|[A1]|A2:|(finding J2)|- |1. |\n|\n\n|## Accumulated Patterns\n|**Accumulated Patterns**\n|```\n|> |<!-- |-->|. |? |: |, |“quote”|永远不要|导致。|Никогда|~~~|===|---\n|I found that |Pattern: |{"a": 1}|src/a.ts:4|\t|    |>= 3|*|_'.split(
      "|",
    ),
  );
  const wild = fc.oneof(
    fc.array(words, { maxLength: 60 }).map((parts) => parts.join(" ")),
    fc.array(words, { maxLength: 60 }).map((parts) => `## Accumulated Patterns\n- ${parts.join(" ")}`),
    fc.string({ unit: "grapheme", maxLength: 400 }),
  );

  it("every insight is a single line of at most 280 characters, appears once, and is not noise", () => {
    fc.assert(
      fc.property(wild, (text) => {
        const { insights } = extractInsights(text);
        for (const insight of insights) {
          expect(insight.text.length).toBeLessThanOrEqual(280);
          expect(insight.text).not.toMatch(/[\n\r\u2028\u2029]|^\s|\s$|^$/u);
          expect(insight.normalised).not.toBe("");
        }
        expect(new Set(insights.map(({ normalised }) => normalised)).size).toBe(insights.length);
      }),
      { numRuns: 500 },
    );
  });

  it("insights that are listed as accumulated patterns are extracted again", () => {
    fc.assert(
      fc.property(wild, (text) => {
        const normalised = ({ insights }: Extraction) => insights.map((insight) => insight.normalised);
        const once = extractInsights(text);
        const again = extractInsights(listed(...texts(once).map((each) => `- ${each}`)));
        expect(normalised(again)).toEqual(normalised(once));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    "Retry loops without backoff overload the service. ",
    "## Accumulated Patterns\n- never stop\n",
    "x <!-- ",
    "[A1]",
    "**a `b ",
    "永远不要在日志中记录密码。",
  ])("a megabyte of %j is read to its end", (part) => {
    const { insights } = extractInsights(part.repeat(Math.ceil(1_000_000 / part.length)));
    expect(insights.length).toBeLessThanOrEqual(50);
  });
});
