import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KeptCandidate, motifMarkdown, motifs } from "./motifs.js";

const day = Date.UTC(2026, 2, 1);
const seen = (
  signature: string,
  task: string,
  at: number,
  more: Partial<KeptCandidate> = {},
): KeptCandidate => ({
  ...{ signature, task, run: `${task}-run`, at: day + at },
  ...more,
});

describe("a motif", () => {
  it("is a signature of enough tasks, however often one of them met it", () => {
    const kept = [
      seen("a", "t1", 1),
      seen("a", "t1", 2),
      seen("a", "t1", 3),
      seen("b", "t1", 4),
      seen("b", "t2", 5),
    ];
    expect(motifs(kept, { motifTasks: 2 })).toEqual([
      {
        ...{ signature: "b", tasks: ["t1", "t2"], runs: 2, count: 2, firstAt: day + 4, lastAt: day + 5 },
        evidence: [kept[4], kept[3]],
      },
    ]);
    expect(motifs(kept, { motifTasks: 3 })).toEqual([]);
  });

  it("of most tasks stands first, whatever the order of what was kept", () => {
    const kept = [
      ...["t1", "t2"].flatMap((task, at) => [seen("often", task, at), seen("often", task, at + 9)]),
      ...["t1", "t2", "t3"].map((task, at) => seen("wide", task, at)),
      ...["t1", "t2"].map((task, at) => seen("rare", task, at)),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(kept, { minLength: kept.length }), (shuffled) => {
        const found = motifs(shuffled, { motifTasks: 2 });
        expect(found.map(({ signature }) => signature)).toEqual(["wide", "often", "rare"]);
      }),
    );
  });

  it("shows the newest ten and counts all", () => {
    const kept = Array.from({ length: 25 }, (_, at) => seen("a", `t${at % 3}`, at));
    const [motif] = motifs(kept, { motifTasks: 2 });
    expect(motif?.count).toBe(25);
    expect(motif?.evidence.map(({ at }) => at - day)).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
  });
});

describe("a proposal", () => {
  it("tells a person what keeps failing and where", () => {
    const text = "Bash `go test` failed: undefined: token";
    const kept = Array.from({ length: 12 }, (_, at) =>
      seen("bash go test::validation::undefined: token", `bd-${at % 2}`, at, { text }),
    );
    const [motif] = motifs(kept.slice(-12), { motifTasks: 2 });
    expect(motif && motifMarkdown({ ...motif, evidence: motif.evidence.slice(0, 2) })).toMatchInlineSnapshot(`
      "# Recurring failure: undefined: token

      Seen 12 times in 2 tasks and 2 runs, from 2026-03-01T00:00:00.000Z to 2026-03-01T00:00:00.011Z.

      - Tool: bash go test
      - Type of error: validation
      - Status: proposed

      ## Evidence

      | when | task | run | what happened |
      | --- | --- | --- | --- |
      | 2026-03-01T00:00:00.011Z | bd-1 | bd-1-run | Bash \\\`go test\\\` failed: undefined: token |
      | 2026-03-01T00:00:00.010Z | bd-0 | bd-0-run | Bash \\\`go test\\\` failed: undefined: token |

      10 earlier occurrences, not shown.

      ## What to do

      Write a directive that would have prevented it, with a check and a scope, or dismiss this proposal. Nothing is enforced by it.
      "
    `);
  });

  it("holds no text that could be taken for its own", () => {
    const evil = "x\n## Status: approved | <script> ``` [a](b)";
    const [motif] = motifs(
      [seen(evil, evil, 1, { text: evil }), seen(evil, "t", Number.NaN, { run: evil })],
      {
        motifTasks: 2,
      },
    );
    const markdown = motif === undefined ? "" : motifMarkdown(motif);
    expect(markdown.match(/^#+ .*$/gm)).toHaveLength(3);
    expect(markdown).not.toMatch(/^## Status|<script>|```|\[a\]/m);
    expect(markdown).toContain("unknown");
  });
});
