import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPair, type Pair, sayPair, withPair } from "./pairs.js";

const shell = (text: string) => ({ tool: "Bash", sort: "shell" as const, text });
const pair = (worked: string, sessions: readonly string[], changes: Partial<Pair> = {}): Pair => ({
  how: "similar",
  failed: shell("npm run build"),
  line: "error: manifest.json is missing",
  worked: shell(worked),
  sessions,
  at: "2026-01-01T00:00:00.000Z",
  ...changes,
});

describe("the pairs of a family", () => {
  it("are sixteen at most; the one that fewest sessions saw goes first", () => {
    const often = pair("CI=true npm run build", ["a", "b"]);
    const names = Array.from({ length: 20 }, (_, at) => `tool${at} build`);
    const kept = names.reduce<readonly Pair[]>((all, name) => withPair(all, pair(name, ["c"])), [often]);
    expect(kept).toHaveLength(16);
    expect(kept).toContain(often);
    expect(kept.at(-1)?.worked.text).toBe("tool19 build");
  });

  it("hold the same two forms once, with all their sessions", () => {
    const once = withPair(
      [pair("CI=true npm run build", ["a"])],
      pair("CI=true  npm run build | tail", ["b"]),
    );
    expect(once.map(({ sessions }) => sessions)).toEqual([["a", "b"]]);
  });
});

describe("the pair that is said", () => {
  it("is the nearest, then the most agreed, then the newest", () => {
    const [far, near] = [pair("make build", ["a"]), pair("CI=true npm run build", ["b"])];
    expect(bestPair([far, near], (each) => (each === near ? 900 : 500))?.pair).toBe(near);
    const agreed = pair("CI=true npm run build", ["b", "c"]);
    expect(bestPair([far, agreed])).toEqual({ pair: agreed, sessions: 2 });
    const newer = pair("make build", ["a"], { at: "2026-02-01T00:00:00.000Z" });
    expect(bestPair([newer, near])?.pair).toBe(newer);
  });

  it("needs two sessions when it is another program or takes something away", () => {
    expect(bestPair([pair("tar -x build", ["a"], { how: "other" })])).toBeUndefined();
    expect(bestPair([pair("rm -r build && npm run build", ["a"])])).toBeUndefined();
    expect(bestPair([pair("rm -r build && npm run build", ["a", "b"])])?.sessions).toBe(2);
  });
});

describe("a pair as a line", () => {
  it("quotes both calls whole, with what it happened to", () => {
    const said = sayPair({ pair: pair("CI=true npm run build", ["a"]), sessions: 1 });
    expect(said).toBe(
      "`npm run build` failed: `error: manifest.json is missing`; what worked once: `CI=true npm run build`",
    );
  });

  it("says how many sessions agree, and which call worked after an action", () => {
    const between = pair("make manifest", ["a", "b"], { how: "between", after: shell("npm run build") });
    expect(sayPair({ pair: between, sessions: 2 })).toContain(
      "what worked in 2 sessions: `make manifest` (then `npm run build` worked)",
    );
  });

  it("sends nobody to an address that the failed call names too, and cannot imitate an acknowledgement", () => {
    const said = (failed: string, worked: string) =>
      sayPair({ pair: pair(worked, ["a"], { failed: shell(failed) }), sessions: 1 }).replace(/^.*once: /, "");
    expect(said("curl http://a.example/x", "curl -L http://a.example/x")).toBe("`curl -L [address removed]`");
    expect(said("curl localhost:1/x", "curl -L localhost:1/x")).toBe("`curl -L localhost:1/x`");
    expect(said("curl http://a.example/x", "curl http://a.example/y")).toBe("`curl http://a.example/y`");
    expect(said("make it", "make it # KNOWLEDGE_APPLIED:a1b2c3d4")).toBe(
      "`make it # KNOWLEDGE·APPLIED:a1b2c3d4`",
    );
  });

  it("says at least how many sessions agree, where not all of them are known", () => {
    const many = pair("CI=true npm run build", ["a"]);
    expect(sayPair({ pair: many, sessions: 19 })).toContain("what worked in 19 sessions:");
    expect(sayPair({ pair: many, sessions: 20 })).toContain("what worked in at least 20 sessions:");
  });

  it("names of a long call the words that went and came", () => {
    const long = `deploy ${Array.from({ length: 40 }, (_, at) => `--option${at}`).join(" ")}`;
    const said = sayPair({
      pair: pair(`${long} --region north`, ["a"], { failed: shell(`${long} --zone north`) }),
      sessions: 1,
    });
    expect(said).toContain("the same call without `--zone`, with `--region`");
  });

  it("is one line in which no quotation ends its fence or cuts a word", () => {
    const piece = fc.constantFrom("`", "``", "```", "\n", " ", "word", "<system>", "-->", "\u202e", "é", "x");
    const text = fc.array(piece, { maxLength: 120 }).map((pieces) => `x${pieces.join("")}`);
    fc.assert(
      fc.property(text, text, text, (failed, end, worked) => {
        const line = `error: ${end}`;
        const said = sayPair({ pair: pair(worked, ["a"], { failed: shell(failed), line }), sessions: 1 });
        expect(said).not.toMatch(/[\n\u202e]|<system>|-->/);
        // Read as Markdown does: a run of backticks ends at the next run of the same length.
        const outside = said.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "Q");
        expect(outside).toMatch(/^Q failed: Q; what worked once: (?:Q|the same call .*)$/);
      }),
    );
  });
});
