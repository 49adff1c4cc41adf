import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCompliance, resolveCompliance } from "./compliance.js";

const a = "a1b2c3d4";
const b = "0f9e8d7c";
const read = (output: string) => parseCompliance(output).map(({ id, verdict }) => `${verdict} ${id}`);
const section = (lines: string) => `DIRECTIVE_COMPLIANCE\n${lines}`;

describe("compliance verdicts", () => {
  it.each([
    [`VERIFIED:${a} evidence=src/db.ts:42`, `verified ${a}`],
    [`VIOLATED: ${a} evidence="string, concatenated"`, `violated ${a}`],
    [`N-A:${a}`, `n_a ${a}`],
    [`N/A: ${a}`, `n_a ${a}`],
    [`N_A:${a}`, `n_a ${a}`],
    [`NA: ${a}`, `n_a ${a}`],
    [`Not applicable: ${a}`, `n_a ${a}`],
    [`- **VERIFIED**: \`${a}\` — seen`, `verified ${a}`],
    [`1. verified:${a}.`, `verified ${a}`],
    [`- [x] VERIFIED:<${a}>`, `verified ${a}`],
    [`✅ VERIFIED: ${a}`, `verified ${a}`],
    [`### VIOLATED: ${a}`, `violated ${a}`],
    [`| ${a} | VERIFIED | src/db.ts |`, `verified ${a}`],
    [`| VIOLATED | ${a} | src/db.ts |`, `violated ${a}`],
    [`${a}: VIOLATED`, `violated ${a}`],
    [`VERIFIED:${a}, VIOLATED:${b}`, `verified ${a}`, `violated ${b}`],
    [`VERIFIED:\n- ${a}\n- ${b}`, `verified ${a}`, `verified ${b}`],
  ])("a reviewer's line is read as its verdict: %j", (lines, ...expected) => {
    expect(read(section(lines))).toEqual(expected);
  });

  it.each([
    `UNVERIFIED: ${a}`,
    `NOT VERIFIED: ${a}`,
    `NOT_VERIFIED: ${a}`,
    `non-VERIFIED: ${a}`,
    `${a}: NOT VERIFIED`,
    `VERIFIED: NO, ${a}`,
    "VERIFIED:<id> evidence=<where>",
    `\`\`\`\nVERIFIED:${a}\n\`\`\``,
    `> VERIFIED:${a}`,
    `<!-- VERIFIED:${a} -->`,
    `VERIFIED·:${a}`,
  ])("the line %j is not a verdict", (lines) => {
    expect(read(section(lines))).toEqual([]);
  });

  it("a verdict keeps its evidence and its line number", () => {
    expect(parseCompliance(section(`VERIFIED:${a} evidence=src/db.ts:42, src/user.ts:7`))).toEqual([
      { id: a, verdict: "verified", evidence: "src/db.ts:42, src/user.ts:7", line: 2 },
    ]);
  });
});

describe("the compliance section", () => {
  it.each([
    `DIRECTIVE_COMPLIANCE\nVERIFIED:${a}`,
    `DIRECTIVE_COMPLIANCE:\n\nVERIFIED:${a}`,
    `## DIRECTIVE_COMPLIANCE\n\nMy verdicts:\n\n- VERIFIED:${a}`,
    `### 4. Directive Compliance (phase 2)\n- VERIFIED:${a}`,
    `**DIRECTIVE_COMPLIANCE**\n* VERIFIED:${a}`,
    `**DIRECTIVE_COMPLIANCE:**\n\n| id | verdict |\n|---|---|\n| ${a} | VERIFIED |`,
    `[DIRECTIVE_COMPLIANCE]\nVERIFIED:${a}`,
    `DIRECTIVE_COMPLIANCE: VERIFIED:${a} evidence=x`,
    `DIRECTIVE-COMPLIANCE section:\nVERIFIED:${a}`,
    `SKILL_COMPLIANCE\nok\n\nDIRECTIVE_COMPLIANCE\nVERIFIED:${a}`,
    `DIRECTIVE_COMPLIANCE\nVERIFIED:${a}\n\nDone.\n\n## DIRECTIVE_COMPLIANCE\nsee above`,
    `DIRECTIVE_COMPLIANCE\nVERIFIED:${a}\n  more about it\n\nSummary\nVIOLATED:${b}`,
    `DIRECTIVE_COMPLIANCE\nVERIFIED:${a}\n## Next\nVIOLATED:${b}`,
    `DIRECTIVE_COMPLIANCE\nVERIFIED:${a}\nSKILL_COMPLIANCE: full\nVIOLATED:${b}`,
    `DIRECTIVE_COMPLIANCE\nVERIFIED:${a}\n**Risks**\nVIOLATED:${b}`,
  ])("the section in %j holds one verdict", (output) => {
    expect(read(output)).toEqual([`verified ${a}`]);
  });

  it("the section continues after an empty line when more verdicts follow", () => {
    expect(read(section(`VERIFIED:${a}\n\n\nVIOLATED:${b}`))).toEqual([`verified ${a}`, `violated ${b}`]);
  });

  it.each([
    `VERIFIED:${a}`,
    `The DIRECTIVE_COMPLIANCE section follows.\nVERIFIED:${a}`,
    `I see no DIRECTIVE_COMPLIANCE\nVERIFIED:${a}`,
    `> DIRECTIVE_COMPLIANCE\nVERIFIED:${a}`,
    `\`\`\`\nDIRECTIVE_COMPLIANCE\n\`\`\`\nVERIFIED:${a}`,
    `SKILL_COMPLIANCE\nVERIFIED:${a}`,
    `DIRECTIVE·COMPLIANCE\nVERIFIED:${a}`,
    `DIRECTIVE_COMPLIANCE\n${"prose\n".repeat(20)}VERIFIED:${a}`,
  ])("the text %j has no section, so it holds no verdict", (output) => {
    expect(read(output)).toEqual([]);
  });

  it("any text is parsed without an error, even a megabyte", () => {
    const piece = fc.constantFrom(
      "DIRECTIVE_COMPLIANCE",
      "VERIFIED:",
      "N/A",
      "\n",
      "\n\n",
      "## ",
      a,
      "|",
      "**",
      "```",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 50 }), (pieces) => {
        for (const { id } of parseCompliance(pieces.join(""))) expect(id.length).toBeLessThanOrEqual(100);
      }),
    );
    for (const text of [
      "DIRECTIVE_COMPLIANCE\n",
      `DIRECTIVE_COMPLIANCE\nVERIFIED:${a}\n`,
      "VERIFIED:",
      "VERIFIED:\n",
      "#",
    ]) {
      expect(read(section(text.repeat(1_000_000 / text.length))).length).toBeLessThan(500_000);
    }
  });
});

describe("the directives that verdicts belong to", () => {
  it("verdicts are sorted by directive, and directives without one are listed", () => {
    const shown = [
      `directive-${a}0000`,
      `directive-${b}0000`,
      `directive-${b}1111`,
      "directive-99887766aaaa",
    ];
    const output = section(`VERIFIED:${a} evidence=x\nN-A:${b}\nVIOLATED:ffffffff`);
    const { known, unknown, ambiguous, omitted } = resolveCompliance(parseCompliance(output), shown);
    expect(known).toEqual([{ lesson: shown[0], verdict: "verified", evidence: "x" }]);
    expect(unknown.map(({ id }) => id)).toEqual(["ffffffff"]);
    expect(ambiguous.map(({ id }) => id)).toEqual([b]);
    expect(omitted).toEqual(shown.slice(1));
  });

  it.each([`VIOLATED:${a}\nVERIFIED:${a}`, `VERIFIED:${a}\nVIOLATED:${a}`])(
    "the lines %j are a violation",
    (lines) => {
      const { known } = resolveCompliance(parseCompliance(section(lines)), [`directive-${a}`]);
      expect(known.map(({ verdict }) => verdict)).toEqual(["violated"]);
    },
  );
});
