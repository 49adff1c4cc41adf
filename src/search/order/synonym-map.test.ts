import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { learnSynonyms, readSynonymText, synonymsOf, synonymText } from "./synonym-map.js";

const settings = { synonymMaxPairs: 500 };

describe("the synonym map", () => {
  it("words that are tags of the same lessons become synonyms from the second time on", () => {
    const map = learnSynonyms(
      [
        ["auth", "login"],
        ["login", "auth", "oauth"],
        ["oauth", "tokens"],
      ],
      settings,
    );
    expect(map).toEqual([{ words: ["auth", "login"], count: 2 }]);
    expect([...synonymsOf(["login", "page"], map)]).toEqual([["login", ["auth"]]]);
    expect(synonymsOf(["login", "auth"], map).size).toBe(0);
  });

  it("at most four synonyms of a word are tried, the most frequent ones", () => {
    const lists = ["a1", "b1", "c1", "d1", "e1"].flatMap((word, n) =>
      Array.from({ length: n + 2 }, () => ["login", word.repeat(2)]),
    );
    const found = synonymsOf(["login"], learnSynonyms(lists, settings));
    expect(found.get("login")).toEqual(["e1e1", "d1d1", "c1c1", "b1b1"]);
  });

  it("the most recently seen pairs are kept", () => {
    const lists = [
      ["aa", "bb"],
      ["cc", "dd"],
      ["cc", "dd"],
      ["ee", "ff"],
      ["ee", "ff"],
      ["aa", "bb"],
    ];
    const map = learnSynonyms(lists, { ...settings, synonymMaxPairs: 2 });
    expect(map.map(({ words }) => words.join())).toEqual(["ee,ff", "aa,bb"]);
  });

  it("one lesson with a thousand tags does not fill the map", () => {
    const tags = Array.from(
      { length: 1000 },
      (_, n) => `tag${String.fromCharCode(97 + (n % 26)).repeat(1 + n / 26)}`,
    );
    expect(learnSynonyms([tags, tags], { ...settings, synonymMaxPairs: 100_000 }).length).toBe(66);
  });

  it("a map is read back from its text", () => {
    const map = learnSynonyms(
      [
        ["größe", "länge"],
        ["größe", "länge"],
        ["認証", "ログイン"],
        ["認証", "ログイン"],
      ],
      settings,
    );
    expect(map.length).toBe(2);
    expect(readSynonymText(synonymText(map), settings)).toEqual(map);
  });

  it.each([
    ["", 0],
    ["null", 0],
    ["[[]]", 0],
    ['{"pairs":{"length":3}}', 0],
    [
      '{"pairs":[["auth","login"],["auth","login",0],["auth","login",1.5],["auth",7,2],["auth","auth",2]]}',
      0,
    ],
    ['{"pairs":[["<script>","login",2],["a b","login",2],["x\\u0000y","login",2],["a","login",2]]}', 0],
    [
      '{"pairs":[["__proto__","login",2],["constructor","login",2],["LOGIN","Auth",2],["auth","login",9]]}',
      2,
    ],
    [`{"pairs":[["${"x".repeat(41)}","login",2],["${"x".repeat(5000)}","login",2]]}`, 0],
  ])("only clean pairs of the forged map %# are kept", (text, kept) => {
    expect(readSynonymText(text, settings).length).toBe(kept);
  });

  it("the map never keeps or tries more than its limits, whatever the file holds", () => {
    const word = fc.string({ unit: "grapheme", maxLength: 6 });
    const forged = fc.array(fc.tuple(word, word, fc.oneof(fc.integer(), fc.double(), word)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(forged, fc.array(word), (pairs, query) => {
        const tight = { synonymMaxPairs: 10 };
        const map = readSynonymText(JSON.stringify({ pairs }), tight);
        expect(map.length).toBeLessThanOrEqual(10);
        expect(map.every(({ words }) => words.every((each) => /^[\p{L}\p{M}\p{N}]{2,40}$/u.test(each)))).toBe(
          true,
        );
        for (const found of synonymsOf(query, map).values()) expect(found.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});
