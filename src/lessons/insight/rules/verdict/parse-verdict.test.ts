import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseVerdict } from "./parse-verdict.js";

const pass = '{"verdict":"PASS","issues":[],"must_fix":[],"false_positives":["A1"]}';
const fail =
  '{"verdict":"FAIL","issues":[{"id":"J1","severity":"HIGH","summary":"leaks"}],"must_fix":["J1"]}';
const comment = (json: string) => `<!-- jkz:verdict-json\n${json}\n-->`;
const fence = (json: string, mark = "```", info = "verdict-json") => `${mark}${info}\n${json}\n${mark}`;
const lines = (...all: readonly string[]) => all.join("\n");
const indented = (text: string, by: string) => text.replace(/^/gm, by);

/** "PASS", "FAIL", "none", or the beginning of "invalid: …". */
function summary(text: string): string {
  const parsed = parseVerdict(text);
  if (parsed.kind === "verdict") return parsed.verdict.verdict;
  return parsed.kind === "invalid" ? `invalid: ${parsed.reason}` : "none";
}

const forms: readonly (readonly [string, string, string])[] = [
  // Said.
  ["a comment", comment(pass), "PASS"],
  ["a comment in one line", `<!-- jkz:verdict-json ${pass} -->`, "PASS"],
  ["a comment without spaces", `<!--jkz:verdict-json${pass}-->`, "PASS"],
  ["without jkz", `<!-- verdict-json ${fail} -->`, "FAIL"],
  ["between paragraphs", `Some prose.\n\n${comment(fail)}\n\nMore prose.`, "FAIL"],
  ["right below a paragraph", `Some prose.\n${comment(fail)}`, "FAIL"],
  ["a fence", fence(pass), "PASS"],
  ["a fence with tildes", fence(pass, "~~~"), "PASS"],
  ["a long fence", fence(pass, "``````"), "PASS"],
  ["a closing fence longer than the opening one", `\`\`\`verdict-json\n${pass}\n\`\`\`\`\`  `, "PASS"],
  ["a space before the info string", fence(pass, "```", " verdict-json "), "PASS"],
  ["three spaces of indent", indented(comment(pass), "   "), "PASS"],
  ["CRLF", comment(pass).replaceAll("\n", "\r\n"), "PASS"],
  ["CR alone", comment(pass).replaceAll("\n", "\r"), "PASS"],
  ["a byte order mark", `\uFEFF${comment(pass)}`, "PASS"],
  ["a byte order mark before the JSON", comment(`\uFEFF${pass}`), "PASS"],
  ["lower case", comment('{"verdict":"pass"}'), "PASS"],
  ["mixed case and spaces", comment('{"verdict":" Pass "}'), "PASS"],
  ["pretty JSON", comment(JSON.stringify(JSON.parse(fail), null, 2)), "FAIL"],
  ["extra keys", comment('{"verdict":"PASS","score":9,"issues":[],"__proto__":{"x":1}}'), "PASS"],
  [
    "nulls for nothing",
    comment('{"verdict":"PASS","issues":null,"must_fix":null,"deliberation":null}'),
    "PASS",
  ],
  ["-- in a string", comment(fail.replace("leaks", "a -- b")), "FAIL"],
  ["--> in a string", comment(fail.replace("leaks", "draws --> wrongly")), "FAIL"],
  ["--> behind an escaped quote", comment(fail.replace("leaks", 'says \\"--> x\\" -->')), "FAIL"],
  ["<!-- in a string", comment(fail.replace("leaks", "<!-- jkz:verdict-json {} ")), "FAIL"],
  ["a fence mark in a string", fence(fail.replace("leaks", "```")), "FAIL"],
  ["below a quote", `> as the judge said\n\n${comment(pass)}`, "PASS"],
  ["below a closed fence", `\`\`\`ts\nconst a = 1;\n\`\`\`\n${comment(pass)}`, "PASS"],
  ["below a closed comment", `<!-- note -->\n${comment(pass)}`, "PASS"],
  ["below the shortest comment", `<!-->\n${comment(pass)}`, "PASS"],
  ["below a list", `- one\n- two\n\n${comment(pass)}`, "PASS"],
  ["below inline code with three marks", `Use \`\`\`x\`\`\` here.\n\n${comment(pass)}`, "PASS"],

  // Which of several.
  ["two: the last", `${comment(pass)}\n${comment(fail)}`, "FAIL"],
  ["two of different forms", `${fence(fail)}\n\n${comment(pass)}`, "PASS"],
  ["a broken last one hides nothing", `${comment(fail)}\n${comment('{"verdict":')}`, "FAIL"],
  ["an unclosed last one hides nothing", `${comment(fail)}\n<!-- jkz:verdict-json {"verdict":`, "FAIL"],
  ["an unclosed first one hides nothing", `<!-- jkz:verdict-json\n{"verdict":\n\n${comment(fail)}`, "FAIL"],
  ["an unclosed comment before a fence", `<!-- jkz:verdict-json\n{"verdict":\n\n${fence(fail)}`, "FAIL"],
  [
    "an invalid last one decides",
    `${comment(pass)}\n${comment('{"verdict":"PASS|FAIL"}')}`,
    "invalid: 'verdict' must be",
  ],
  ["a quoted last one is not looked at", `${comment(fail)}\n\n\`\`\`html\n${comment(pass)}\n\`\`\``, "FAIL"],

  // Shown or mentioned.
  ["nothing", "", "none"],
  ["prose", "The verdict is PASS.", "none"],
  ["prose with the marker", "The jkz:verdict-json block says PASS.", "none"],
  [
    "prose with a whole block in the line",
    `It ends with <!-- jkz:verdict-json ${pass} --> as always.`,
    "none",
  ],
  ["in quotes at the start of a line", `"<!-- jkz:verdict-json ${pass} -->"`, "none"],
  ["inline code", `Write \`<!-- jkz:verdict-json ${pass} -->\` at the end.`, "none"],
  ["a line of inline code", `\`<!-- jkz:verdict-json ${pass} -->\``, "none"],
  ["double backticks", `\`\`<!-- jkz:verdict-json ${pass} -->\`\``, "none"],
  ["in an html fence", `\`\`\`html\n${comment(pass)}\n\`\`\``, "none"],
  ["in a plain fence", `\`\`\`\n${comment(pass)}\n\`\`\``, "none"],
  ["in a fence of tildes", `~~~\n${comment(pass)}\n~~~`, "none"],
  ["a short fence does not close a long one", `\`\`\`\`\n\`\`\`\n${comment(pass)}\n\`\`\`\n\`\`\`\``, "none"],
  ["tildes do not close backticks", `\`\`\`\n~~~\n${comment(pass)}\n\`\`\``, "none"],
  ["a fence with an info string closes none", `\`\`\`\n\`\`\`js\n${comment(pass)}\n\`\`\``, "none"],
  ["a deeply indented mark closes none", `\`\`\`\n    \`\`\`\n${comment(pass)}\n\`\`\``, "none"],
  ["a verdict fence in a longer fence", `\`\`\`\`md\n${fence(pass)}\n\`\`\`\``, "none"],
  ["below an unclosed fence", `\`\`\`\n${comment(pass)}`, "none"],
  ["in a fence of a list item", `- so:\n  \`\`\`html\n  ${comment(pass)}\n  \`\`\``, "none"],
  ["in a fence that begins a list item", `- \`\`\`html\n${comment(pass)}\n\`\`\``, "none"],
  ["in a deep fence of a list", `1. so:\n    \`\`\`html\n${comment(pass)}\n    \`\`\``, "none"],
  ["as a list item", `- <!-- jkz:verdict-json ${pass} -->`, "none"],
  ["a fence as a list item", `- ${fence(pass)}`, "none"],
  ["in a quote", indented(comment(pass), "> "), "none"],
  ["in a quote without a space", indented(comment(pass), ">"), "none"],
  ["in a quote of a quote", indented(fence(pass), "> > "), "none"],
  ["in an indented quote", indented(comment(pass), "  > "), "none"],
  ["a fence in a quote", indented(fence(pass), "> "), "none"],
  ["indented by four", indented(comment(pass), "    "), "none"],
  ["indented by a tab", indented(comment(pass), "\t"), "none"],
  ["indented by two and a tab", indented(fence(pass), "  \t"), "none"],
  ["in a pre", `<pre>\n${comment(pass)}\n</pre>`, "none"],
  ["in another comment", `<!--\n${comment(pass)}\n-->`, "none"],
  ["in another comment's line", `<!-- was: <!-- jkz:verdict-json ${pass} -->`, "none"],
  ["below an unclosed comment", `<!-- to do\n${comment(pass).replace("-->", "")}`, "none"],
  ["another marker", `<!-- jkz:verdict-jsonl ${pass} -->`, "none"],
  ["another owner", `<!-- evil:verdict-json ${pass} -->`, "none"],
  ["another info string", fence(pass, "```", "json"), "none"],
  ["an info string that goes on", fence(pass, "```", "verdict-json-example"), "none"],
  ["JSON alone", pass, "none"],

  // Broken.
  ["broken JSON", comment('{"verdict":"PASS"'), "invalid: the verdict-json block holds no valid JSON"],
  ["an odd quote", comment('{"verdict: "PASS"}'), "invalid: the verdict-json block holds no valid JSON"],
  ["a comma too many", comment('{"verdict":"PASS",}'), "invalid: the verdict-json block holds no valid JSON"],
  ["an empty block", "<!-- jkz:verdict-json -->", "invalid: the verdict-json block holds no valid JSON"],
  ["a list", comment(`[${pass}]`), "invalid: the verdict-json block holds no JSON object"],
  ["null", fence("null"), "invalid: the verdict-json block holds no JSON object"],
  [
    "an unclosed comment",
    `<!-- jkz:verdict-json\n${pass}`,
    "invalid: the verdict-json comment is not closed",
  ],
  ["an unclosed fence", `\`\`\`verdict-json\n${pass}`, "invalid: the verdict-json fence is not closed"],
  ["text behind it", `<!-- jkz:verdict-json ${pass} --> as said`, "invalid: text follows"],
  ["two objects", comment(`${pass}\n${pass}`), "invalid: the verdict-json block holds no valid JSON"],

  // Against the rules.
  ["no verdict", comment("{}"), "invalid: 'verdict' must be PASS or FAIL"],
  ["the template itself", comment('{"verdict":"PASS|FAIL"}'), "invalid: 'verdict' must be PASS or FAIL"],
  ["a boolean", comment('{"verdict":true}'), "invalid: 'verdict' must be PASS or FAIL"],
  [
    "a deliberation of a wrong type",
    comment('{"verdict":"PASS","deliberation":7}'),
    "invalid: 'deliberation'",
  ],
  [
    "a deliberation that is too long",
    comment(`{"verdict":"PASS","deliberation":"${"d".repeat(201)}"}`),
    "invalid: 'deliberation'",
  ],
];

describe("the verdict in a text", () => {
  it.each(forms)("the verdict is read as expected from %s", (_what, text, expected) => {
    expect(summary(text).slice(0, expected.length)).toBe(expected);
  });

  const issue = { id: "J1", severity: "HIGH", summary: "leaks" };
  const rest = { verdict: "FAIL", false_positives: ["A1"] };
  it.each<[string, object, readonly object[], readonly string[], readonly string[]]>([
    [
      "an issue without a severity",
      { issues: [{ id: "C1", summary: "no rollback" }], must_fix: ["C1"] },
      [{ id: "C1", severity: "", summary: "no rollback" }],
      ["C1"],
      [],
    ],
    [
      "an issue that is a text",
      { issues: ["no rollback"] },
      [{ id: "#1", severity: "", summary: "no rollback" }],
      [],
      [],
    ],
    [
      "an issue with a number for an id",
      { issues: [{ ...issue, id: 7 }], must_fix: [7] },
      [{ ...issue, id: "7" }],
      ["7"],
      [],
    ],
    [
      "an issue that is a number",
      { issues: [5, issue] },
      [issue],
      [],
      ["'issues[0]' must be an object or a text"],
    ],
    [
      "a severity of a wrong type",
      { issues: [{ ...issue, severity: 3 }] },
      [{ ...issue, severity: "" }],
      [],
      ["'issues[0].severity' must be a text"],
    ],
    [
      "an id with a line break",
      { issues: [{ ...issue, id: "J\n1" }] },
      [{ ...issue, id: "#1" }],
      [],
      ["'issues[0].id' must be an id of 1 to 40 visible characters"],
    ],
    ["an id twice", { issues: [issue, issue] }, [issue], [], ["'issues' holds the id J1 twice"]],
    ["issues that are an object", { issues: {} }, [], [], ["'issues' must be a list"]],
    [
      "a must_fix that names no issue",
      { issues: [issue], must_fix: ["J2", "J1"] },
      [issue],
      ["J1"],
      ["'must_fix' names \"J2\", which is not an issue"],
    ],
    ["a must_fix without brackets", { issues: [issue], must_fix: "J1" }, [issue], ["J1"], []],
    ["a FAIL without must_fix", { issues: [issue] }, [issue], [], []],
    ["the words of a pull request", { verdict: "REQUEST_CHANGES", issues: [issue] }, [issue], [], []],
    [
      "a PASS with must_fix",
      { verdict: "PASS", issues: [issue], must_fix: ["J1"] },
      [issue],
      ["J1"],
      ["'must_fix' is not empty although the verdict is PASS: it counts as FAIL"],
    ],
    [
      "names in camelCase",
      { false_positives: undefined, falsePositives: ["A1"], issues: [issue], mustFix: ["J1"] },
      [issue],
      ["J1"],
      [],
    ],
    ["a false positive without brackets", { false_positives: "A1" }, [], [], []],
    [
      "false positives of nothing",
      { false_positives: [1, " ", {}, "A1"] },
      [],
      [],
      [
        "'false_positives[0]' must be an id, a text or an object",
        "'false_positives[1]' must not be empty",
        "'false_positives[2]' must have an id or a text",
      ],
    ],
  ])("a verdict with %s is read but for that", (_what, fields, issues, mustFix, unread) => {
    expect(parseVerdict(comment(JSON.stringify({ ...rest, ...fields })))).toEqual({
      kind: "verdict",
      verdict: { verdict: "FAIL", issues, mustFix, falsePositives: [{ finding: "A1" }] },
      unread,
    });
  });

  it("a verdict holds everything that its block states", () => {
    const json = `{ "verdict": "FAIL", "issues": [ { "id": "J1", "severity": "CRITICAL", "summary": "…",
      "location": "path/to/file.ts:42", "root_cause": "r", "fix_hint": "f" } ],
      "must_fix": ["J1", "J1"], "false_positives": ["A1"], "deliberation": "d-7" }`;
    expect(parseVerdict(comment(json))).toEqual({
      kind: "verdict",
      verdict: {
        verdict: "FAIL",
        issues: [
          {
            id: "J1",
            severity: "CRITICAL",
            summary: "…",
            location: "path/to/file.ts:42",
            rootCause: "r",
            fixHint: "f",
          },
        ],
        mustFix: ["J1"],
        falsePositives: [{ finding: "A1" }],
        deliberation: "d-7",
      },
      unread: [],
    });
  });

  it.each([
    ["A1", { finding: "A1" }],
    ["#12", { finding: "12" }],
    ["SEC-003", { finding: "SEC-003" }],
    ["the input is checked upstream", { text: "the input is checked upstream" }],
    ["未验证输入", { text: "未验证输入" }],
    ["A1: it is checked upstream", { finding: "A1", text: "it is checked upstream" }],
    ["[A1] – it is checked", { finding: "A1", text: "it is checked" }],
    ["http2: frames are bounded", { text: "http2: frames are bounded" }],
    ["unvalidated", { text: "unvalidated" }],
    [{ id: "A1" }, { finding: "A1" }],
    [
      { id: "A1", summary: "s" },
      { finding: "A1", text: "s" },
    ],
    [
      { finding: "A1", text: " t " },
      { finding: "A1", text: "t" },
    ],
    [{ text: "t" }, { text: "t" }],
  ])("the false positive %j is read as %j", (entry, expected) => {
    const parsed = parseVerdict(comment(JSON.stringify({ verdict: "PASS", false_positives: [entry] })));
    expect(parsed).toMatchObject({ verdict: { falsePositives: [expected] } });
  });

  it("long texts are cut between characters, and long lists after 200 entries", () => {
    const issue = (at: number) => ({ id: `J${at}`, severity: "LOW", summary: "🚀".repeat(3_000) });
    const issues = Array.from({ length: 200 }, (_, at) => issue(at));
    const parsed = parseVerdict(comment(JSON.stringify({ verdict: "PASS", issues })));
    expect(parsed).toMatchObject({ verdict: { issues: { 199: { summary: "🚀".repeat(2_000) } } } });
    const tooMany = { verdict: "PASS", issues: [...issues, issue(200)] };
    expect(parseVerdict(comment(JSON.stringify(tooMany)))).toMatchObject({
      verdict: { issues: { length: 200 } },
      unread: ["'issues' has more than 200 entries: the rest is left out"],
    });
  });

  const megabyte = 1_000_000;
  it.each([
    ["prose", "word ".repeat(megabyte / 5)],
    ["lines", "a line\n".repeat(megabyte / 7)],
    ["carriage returns", "\r".repeat(megabyte)],
    ["opening marks", "<!-- jkz:verdict-json\n".repeat(megabyte / 22)],
    ["opening marks in one line", "<!-- jkz:verdict-json ".repeat(megabyte / 22)],
    ["closing marks", "-->".repeat(megabyte / 3)],
    ["quotes", `<!-- jkz:verdict-json ${'"'.repeat(megabyte)}`],
    ["escaped quotes", `<!-- jkz:verdict-json "${'\\"'.repeat(megabyte / 2)}`],
    ["strings before the end", `<!-- jkz:verdict-json ${'"a" '.repeat(megabyte / 4)}-->`],
    ["marks in strings", `<!-- jkz:verdict-json ${'"-->" '.repeat(megabyte / 6)}-->`],
    ["nested lists", `<!-- jkz:verdict-json ${"[".repeat(megabyte)} -->`],
    ["fences", "```verdict-json\n{\n```\n".repeat(megabyte / 22)],
    ["backticks", "`".repeat(megabyte)],
    ["list markers", "- ".repeat(megabyte / 2)],
    ["spaces", " ".repeat(megabyte)],
  ])("a megabyte of %s is read to its end", (_what, noise) => {
    expect(summary(`${noise}\n\n${comment(fail)}`)).toMatch(/^(?:FAIL|none|invalid: )/);
    expect(summary(`${comment(fail)}\n\n${noise}`)).toBe("FAIL");
  });

  const piece = fc.constantFrom(
    ...'<!--|-->|jkz:verdict-json|verdict-json|```|~~~|````|\n|\r\n| |    |\t|> |- |1. |`|"|\\|{|}|[|]|,|:|<pre>|</pre>|x'.split(
      "|",
    ),
    pass,
    fail,
    comment(pass),
    fence(fail),
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary", maxLength: 200 }),
  );

  it("any text is parsed without an error, to one of three results", () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(["verdict", "invalid", "none"]).toContain(parseVerdict(each).kind);
      }),
      { numRuns: 3_000 },
    );
  });

  it("a verdict in a quotation, a fence or an indented block is not read", () => {
    fc.assert(
      fc.property(text, (each) => {
        const shown = each.split(/\r\n|\n|\r/);
        expect(parseVerdict(shown.map((line) => `> ${line}`).join("\n"))).toEqual({ kind: "none" });
        expect(parseVerdict(lines("x", "", ...shown.map((line) => `    ${line}`)))).toEqual({ kind: "none" });
        const mark = "`".repeat(Math.max(3, ...[...each.matchAll(/`+/g)].map(([run]) => run.length + 1)));
        expect(parseVerdict(lines(mark, ...shown, mark))).toEqual({ kind: "none" });
      }),
      { numRuns: 1_000 },
    );
  });

  it("a verdict is found below any prose without marks", () => {
    const prose = fc.string({ unit: fc.constantFrom(..."ab .,\n\"'*_#"), maxLength: 80 });
    fc.assert(
      fc.property(
        prose,
        prose,
        (before, after) => summary(`${before}\n${comment(fail)}\n${after}`) === "FAIL",
      ),
    );
  });
});
