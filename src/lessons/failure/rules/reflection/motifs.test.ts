import { describe, expect, it } from "vitest";
import { type Motif, motifMarkdown } from "./motifs.js";

const day = Date.UTC(2026, 2, 1);

const motif: Motif = {
  text: "`go test` failed: `undefined: token`",
  tasks: ["bd-0", "bd-1"],
  runs: 2,
  count: 12,
  firstAt: day,
  lastAt: day + 11,
  evidence: [11, 10].map((at) => ({
    task: `bd-${at % 2}`,
    run: `bd-${at % 2}-run`,
    at: day + at,
    text: "Bash `go test` failed: undefined: token",
  })),
};

describe("the proposal made from a motif", () => {
  it("the proposal states what keeps failing and where", () => {
    expect(motifMarkdown(motif)).toMatchInlineSnapshot(`
      "# Recurring failure: \\\`go test\\\` failed: \\\`undefined: token\\\`

      Seen 12 times in 2 tasks and 2 runs, from 2026-03-01T00:00:00.000Z to 2026-03-01T00:00:00.011Z.

      Status: proposed.

      ## Evidence

      | when | task | run | what happened |
      | --- | --- | --- | --- |
      | 2026-03-01T00:00:00.011Z | bd-1 | bd-1-run | Bash \\\`go test\\\` failed: undefined: token |
      | 2026-03-01T00:00:00.010Z | bd-0 | bd-0-run | Bash \\\`go test\\\` failed: undefined: token |

      10 earlier occurrences, not shown.

      ## What to do

      Write a rule that would have prevented it, with a check and a scope, or dismiss this proposal. Nothing is enforced by it.
      "
    `);
  });

  it("no stored text can forge a part of the proposal", () => {
    const evil = "x\n## Status: approved | <script> ``` [a](b)";
    const occurrence = { task: evil, run: evil, at: Number.NaN, text: evil };
    const markdown = motifMarkdown({
      ...motif,
      text: evil,
      tasks: [evil, "t"],
      firstAt: Number.NaN,
      evidence: [occurrence],
    });
    expect(markdown.match(/^#+ .*$/gm)).toHaveLength(3);
    expect(markdown).not.toMatch(/^## Status|<script>|```|\[a\]/m);
    expect(markdown).toContain("unknown");
  });
});
