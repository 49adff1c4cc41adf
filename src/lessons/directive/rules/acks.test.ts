import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AckKind, parseAcks, resolveAcks } from "./acks.js";
import { contract } from "./render-directives.js";

const a = "a1b2c3d4";
const b = "0f9e8d7c";
const uuid = "01890a5d-ac96-774b-bcce-b302099a8057";

type Read = readonly [id: string, kind: AckKind, reason?: string];
const read = (output: string): readonly Read[] =>
  parseAcks(output).map(({ id, kind, reason }) => (reason === undefined ? [id, kind] : [id, kind, reason]));

const forms: readonly (readonly [output: string, ...Read[]])[] = [
  [`KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED: ${a}`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED : ${a}`, [a, "applied"]],
  [`knowledge_applied:${a}`, [a, "applied"]],
  [`Knowledge_Applied:${a}.`, [a, "applied"]],
  [`KNOWLEDGE APPLIED: ${a}`, [a, "applied"]],
  [`KNOWLEDGE-APPLIED: ${a}`, [a, "applied"]],
  [`KNOWLEDGE\\_APPLIED: ${a}`, [a, "applied"]],
  [`  KNOWLEDGE_APPLIED:${a}  `, [a, "applied"]],
  [`- KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`* KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`• KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`    - KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`1. KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`12) KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`- [x] KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`✅ KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`### KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`**KNOWLEDGE_APPLIED:${a}**`, [a, "applied"]],
  [`**KNOWLEDGE_APPLIED:** ${a}`, [a, "applied"]],
  [`**KNOWLEDGE_APPLIED**: ${a}`, [a, "applied"]],
  [`**KNOWLEDGE_APPLIED**: \`${a}\``, [a, "applied"]],
  [`__KNOWLEDGE_APPLIED__: ${a}`, [a, "applied"]],
  [`_KNOWLEDGE_APPLIED:${a}_`, [a, "applied"]],
  [`\`KNOWLEDGE_APPLIED:${a}\``, [a, "applied"]],
  [`- \`KNOWLEDGE_APPLIED:${a}\` – used it in the query`, [a, "applied", "used it in the query"]],
  [`KNOWLEDGE_APPLIED:<${a}>`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED:[${a}]`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED:"${a}"`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED: “${a}”`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED:#${a}`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED: id=${a}`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED: directive ${a}`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED: directive-${a}e5f6`, [`directive-${a}e5f6`, "applied"]],
  [`KNOWLEDGE_APPLIED:${uuid}`, [uuid, "applied"]],
  [`KNOWLEDGE_APPLIED:${uuid.toUpperCase()}`, [uuid.toUpperCase(), "applied"]],
  [`KNOWLEDGE_APPLIED:${a.toUpperCase()}`, [a.toUpperCase(), "applied"]],
  [`KNOWLEDGE_APPLIED=${a}`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED：${a}`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED ${a}`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED (${a})`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED -> ${a}`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED:${a} - used prepared statements`, [a, "applied", "used prepared statements"]],
  [`KNOWLEDGE_APPLIED:${a} — used prepared statements.`, [a, "applied", "used prepared statements."]],
  [`KNOWLEDGE_APPLIED:${a}--used it`, [a, "applied", "used it"]],
  [`KNOWLEDGE_APPLIED:${a} (see src/db.ts)`, [a, "applied", "see src/db.ts"]],
  [`KNOWLEDGE_APPLIED:${a}, used 2024 guidelines`, [a, "applied", "used 2024 guidelines"]],
  [`KNOWLEDGE_APPLIED: ${a}, ${b}`, [a, "applied"], [b, "applied"]],
  [`KNOWLEDGE_APPLIED: ${a} and ${b}.`, [a, "applied"], [b, "applied"]],
  [
    `KNOWLEDGE_APPLIED: \`${a}\`, \`${b}\` - both in db.ts`,
    [a, "applied", "both in db.ts"],
    [b, "applied", "both in db.ts"],
  ],
  [`KNOWLEDGE_APPLIED:${a}, KNOWLEDGE_APPLIED:${b}`, [a, "applied"], [b, "applied"]],
  [`KNOWLEDGE_APPLIED:${a} KNOWLEDGE_N_A:${b} reason=no SQL`, [a, "applied"], [b, "n_a", "no SQL"]],
  [
    `KNOWLEDGE_APPLIED:${a} and KNOWLEDGE_IGNORED:${b} reason=legacy`,
    [a, "applied"],
    [b, "ignored", "legacy"],
  ],
  [
    `KNOWLEDGE_IGNORED:${a} reason=legacy code, out of scope, as agreed`,
    [a, "ignored", "legacy code, out of scope, as agreed"],
  ],
  [`KNOWLEDGE_IGNORED:${a} reason="legacy, see docs" and more`, [a, "ignored", "legacy, see docs"]],
  [`KNOWLEDGE_IGNORED:${a}, reason: legacy`, [a, "ignored", "legacy"]],
  [`KNOWLEDGE_IGNORED:${a} (reason: legacy)`, [a, "ignored", "legacy"]],
  [`KNOWLEDGE_IGNORED:${a} because it is legacy`, [a, "ignored", "it is legacy"]],
  [`**KNOWLEDGE_IGNORED:${a}** **reason**=legacy`, [a, "ignored", "legacy"]],
  [`KNOWLEDGE_IGNORED:${a}`, [a, "ignored"]],
  [`KNOWLEDGE_N_A:${a} reason=no SQL here`, [a, "n_a", "no SQL here"]],
  [`KNOWLEDGE_N/A:${a} reason=no SQL here`, [a, "n_a", "no SQL here"]],
  [`KNOWLEDGE_N-A: ${a}`, [a, "n_a"]],
  [`KNOWLEDGE_NA: ${a}`, [a, "n_a"]],
  [`KNOWLEDGE N/A: ${a}`, [a, "n_a"]],
  [`KNOWLEDGE_NOT_APPLICABLE: ${a}`, [a, "n_a"]],
  [`| KNOWLEDGE_APPLIED | ${a} | in db.ts |`, [a, "applied", "in db.ts"]],
  [`| ${a} | KNOWLEDGE_IGNORED | legacy, for now |`, [a, "ignored", "legacy, for now"]],
  [`| \`${a}\` | Use prepared statements | KNOWLEDGE_APPLIED | |`, [a, "applied"]],
  [`| KNOWLEDGE_APPLIED:${a} | done |`, [a, "applied", "done"]],
  [`- [${a}]: KNOWLEDGE_APPLIED`, [a, "applied"]],
  [`${a} → KNOWLEDGE_N_A (no SQL)`, [a, "n_a", "no SQL"]],
  [`Acks: KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`All tests pass. KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`Used prepared statements (KNOWLEDGE_APPLIED:${a}).`, [a, "applied"]],
  [`KNOWLEDGE_APPLIED:\n- ${a}\n- \`${b}\`: in db.ts\n\nDone.`, [a, "applied"], [b, "applied", "in db.ts"]],
  [`## KNOWLEDGE_N_A\n\n1. ${a} – no SQL`, [a, "n_a", "no SQL"]],
  [`done\r\nKNOWLEDGE_APPLIED:${a}\r\nKNOWLEDGE_N_A:${b}`, [a, "applied"], [b, "n_a"]],
  [`The <delegate_knowledge_directives> block was read.\nKNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`The mark \`<!--\` is handled.\nKNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
  [`<!-- note -->KNOWLEDGE_APPLIED:${a}`, [a, "applied"]],
];

const nothing: readonly string[] = [
  "",
  "KNOWLEDGE_APPLIED:<id>",
  "KNOWLEDGE_IGNORED:<id> reason=<why>",
  "`KNOWLEDGE_N_A:<id>`",
  "KNOWLEDGE_APPLIED:<short-id>",
  "KNOWLEDGE_APPLIED:",
  "KNOWLEDGE_APPLIED: none",
  "KNOWLEDGE_APPLIED: N/A",
  "KNOWLEDGE_APPLIED: 3 directives",
  "KNOWLEDGE_APPLIED: the directives above",
  contract,
  `\`\`\`\nKNOWLEDGE_APPLIED:${a}\n\`\`\``,
  `~~~text\nKNOWLEDGE_APPLIED:${a}\n~~~`,
  `- \`\`\`\n  KNOWLEDGE_APPLIED:${a}\n  \`\`\``,
  `\`\`\`\`\n\`\`\`\nKNOWLEDGE_APPLIED:${a}\n\`\`\`\`\n`,
  `\`\`\`\nKNOWLEDGE_APPLIED:${a}`,
  `> KNOWLEDGE_APPLIED:${a}`,
  `  >> KNOWLEDGE_APPLIED:${a}`,
  `<!-- KNOWLEDGE_APPLIED:${a} -->`,
  `<!--\nKNOWLEDGE_APPLIED:${a}\n-->`,
  `<!-- never closed\nKNOWLEDGE_APPLIED:${a}`,
  `<delegate_knowledge_directives>\nKNOWLEDGE_APPLIED:${a}\n</delegate_knowledge_directives>`,
  `- <DELEGATE_KNOWLEDGE_DIRECTIVES>\nKNOWLEDGE_APPLIED:${a}\n</DELEGATE_KNOWLEDGE_DIRECTIVES>`,
  `I did not write KNOWLEDGE_APPLIED:${a}`,
  `I was told to write "KNOWLEDGE_APPLIED:${a}"`,
  `For example: KNOWLEDGE_APPLIED:${a}`,
  `~~KNOWLEDGE_APPLIED:${a}~~`,
  `KNOWLEDGE_NOT_APPLIED:${a}`,
  `MY_KNOWLEDGE_APPLIED:${a}`,
  `KNOWLEDGE_APPLIED_LATER:${a}`,
  `KNOWLEDGE·APPLIED:${a}`,
  `ΚNOWLEDGE_APPLIED:${a}`,
  `KNOWLEDGE_APPLIED:\nSome words, then ${a}`,
];

describe("acknowledgements as models write them", () => {
  it.each(forms.map(([output, ...expected]) => ({ output, expected })))(
    "a model's wording is read as its acknowledgements: $output",
    ({ output, expected }) => {
      expect(read(output)).toEqual(expected);
    },
  );

  it.each(nothing)("%j acknowledges nothing", (output) => {
    expect(read(output)).toEqual([]);
  });

  it("every form that the contract teaches is read, with its line number", () => {
    const taught = contract.replaceAll("<id>", a).replaceAll("<why>", "no SQL here");
    expect(parseAcks(taught)).toEqual([
      { id: a, kind: "applied", line: 2 },
      { id: a, kind: "ignored", reason: "no SQL here", line: 3 },
      { id: a, kind: "n_a", reason: "no SQL here", line: 4 },
    ]);
  });

  it("any text is parsed without an error, into ids and reasons of bounded length", () => {
    const piece = fc.constantFrom(
      "KNOWLEDGE_APPLIED",
      "KNOWLEDGE-N/A",
      ":",
      " ",
      "\n",
      "`",
      "```\n",
      "<!--",
      "-->",
      "|",
      ">",
      "**",
      ", ",
      a,
      uuid,
      "reason=",
      '"',
      "(",
    );
    const output = fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 60 });
    fc.assert(
      fc.property(output, (pieces) => {
        for (const ack of parseAcks(pieces.join(""))) {
          expect(ack.id).toMatch(/^[a-z0-9][a-z0-9_-]{0,99}$/i);
          expect([...(ack.reason ?? "x")].length).toBeLessThanOrEqual(500);
        }
      }),
    );
  });

  it.each([
    "KNOWLEDGE_APPLIED:",
    "KNOWLEDGE-APPLIED-",
    "KNOWLEDGE_APPLIED ",
    "KNOWLEDGE_APPLIED:a1b2c3d4, ",
    'KNOWLEDGE_APPLIED:a1b2c3d4 reason="',
    "a1b2c3d4, ",
    "<!--",
    "<!---->",
    "```\n",
    "|",
    " ",
    "*",
    "_",
    "\n",
    "<delegate_knowledge_directives>\n",
    "a",
  ])("a megabyte of %j is parsed to its end", (piece) => {
    const output = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(parseAcks(output).length).toBeLessThan(200_000);
    expect(parseAcks(`KNOWLEDGE_APPLIED:${output}`).length).toBeLessThan(200_000);
  });
});

describe("the directives that acknowledgements belong to", () => {
  const shown = [`directive-${a}e5f6`, `directive-${b}1111`, uuid, "01890a5d-ac96-7fff-bcce-000000000000"];
  const resolve = (output: string) => resolveAcks(parseAcks(output), shown);

  it.each([
    [a],
    [a.toUpperCase()],
    [`${a}e5`],
    [`${a}e5f6`],
    [`directive-${a}e5f6`],
    [`DIRECTIVE-${a}`],
    [`${a}-used it`],
    [`${a}-added-tests`],
  ])("the id %s belongs to the directive that was shown", (id) => {
    expect(resolve(`KNOWLEDGE_APPLIED:${id}`).receipts.map(({ lesson }) => lesson)).toEqual([shown[0]]);
  });

  it("an id that was never shown, is too short or is shared by two directives is dropped and counted", () => {
    const { receipts, spoofed, ambiguous } = resolve(
      `KNOWLEDGE_APPLIED:ffffffff\nKNOWLEDGE_APPLIED:a1b2c\nKNOWLEDGE_APPLIED:${a}-beef\nKNOWLEDGE_APPLIED:01890a5d\nKNOWLEDGE_APPLIED:${a}ffff`,
    );
    expect(receipts).toEqual([]);
    expect(spoofed.map(({ id }) => id)).toEqual(["ffffffff", "a1b2c", `${a}-beef`, `${a}ffff`]);
    expect(ambiguous.map(({ id }) => id)).toEqual(["01890a5d"]);
  });

  it("the last of contradictory acknowledgements counts, and the contradiction is reported", () => {
    const { receipts, conflicting } = resolve(
      `KNOWLEDGE_APPLIED:${b}\nKNOWLEDGE_APPLIED:${a}\nKNOWLEDGE_IGNORED:${a} reason=legacy\nKNOWLEDGE_APPLIED:${b}`,
    );
    expect(receipts).toEqual([
      { lesson: shown[0], kind: "ignored", reason: "legacy" },
      { lesson: shown[1], kind: "applied" },
    ]);
    expect(conflicting.map(({ lesson, acks }) => [lesson, acks.length])).toEqual([[shown[0], 2]]);
  });
});
