import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { codeTokens } from "../../reading/language/words.js";
import { wordSaturation } from "./score-words.js";
import { gramKeys, wordKey as wordKeyOf } from "./term-key.js";
import { WordIndex } from "./word-index.js";

const settings = defaults.retrieval;

function indexOf(texts: Readonly<Record<string, string>>): WordIndex {
  const index = new WordIndex(settings);
  for (const [id, text] of Object.entries(texts)) index.upsert(id, text);
  return index;
}

/** The definition, term by term, without any index. */
function slowScores(texts: Readonly<Record<string, string>>, query: string): Record<string, number> {
  const fields = [
    { weight: 1, terms: (text: string): readonly (string | number)[] => codeTokens(text).words },
    {
      weight: settings.gramWeight,
      terms: (text: string) => codeTokens(text).parts.flatMap((part) => gramKeys(part)),
    },
  ];
  const scores = new Map(Object.keys(texts).map((id) => [id, 0]));
  let whole = 0;
  for (const { weight, terms } of fields) {
    const all = Object.entries(texts).map(([id, text]) => ({ id, found: terms(text) }));
    const average = Math.max(
      1,
      all.reduce((sum, { found }) => sum + found.length, 0) / Math.max(1, all.length),
    );
    for (const term of new Set(terms(query))) {
      const having = all.filter(({ found }) => found.includes(term)).length;
      const rarity = weight * Math.log(1 + (all.length - having + 0.5) / (having + 0.5));
      whole += rarity;
      for (const { id, found } of all) {
        const count = found.filter((each) => each === term).length;
        const norm = wordSaturation * (0.25 + (0.75 * found.length) / average);
        const gain = (rarity * (wordSaturation + 1) * count) / (count + norm);
        scores.set(id, (scores.get(id) ?? 0) + gain);
      }
    }
  }
  return Object.fromEntries([...scores].map(([id, score]) => [id, whole === 0 ? 0 : score / whole]));
}

const someText = fc
  .array(
    fc.constantFrom("retry", "retries", "cache", "getUser", "user_name", "==", "ошибка", "日本語", "x1"),
    {
      maxLength: 8,
    },
  )
  .map((words) => words.join(" "));
const someTexts = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "e"), someText);
const step = fc.record({
  id: fc.constantFrom("a", "b", "c", "d", "e"),
  text: fc.option(someText),
  ask: fc.boolean(),
});

describe("the word index", () => {
  it("the scores agree with their definition", () => {
    fc.assert(
      fc.property(someTexts, someText, (texts, query) => {
        const scores = indexOf(texts).score(query);
        for (const [id, expected] of Object.entries(slowScores(texts, query))) {
          expect(scores.of(id)).toBeCloseTo(expected, 10);
        }
      }),
    );
  });

  it("the index answers by its present content, whatever was written, replaced, removed, asked or saved before", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), someText, (steps, query) => {
        const lived = new WordIndex(settings);
        const texts: Record<string, string> = {};
        for (const { id, text, ask } of steps) {
          if (text === null) {
            lived.remove(id);
            delete texts[id];
          } else {
            lived.upsert(id, text);
            texts[id] = text;
          }
          if (ask) lived.score("user");
        }
        const expected = indexOf(texts).score(query).best(10);
        expect(lived.score(query).best(10)).toEqual(expected);
        expect(lived.size).toBe(Object.keys(texts).length);
        expect(new WordIndex(settings, lived.pack()).score(query).best(10)).toEqual(expected);
      }),
    );
  });

  it.each([10, 1_000, 20_000])("a verbatim lesson is found first among %i", (count) => {
    const index = new WordIndex(settings);
    const lesson = (n: number) =>
      `Lesson ${n}: retry ${n % 97} times, then read file${n % 89}.ts before module${n % 83}`;
    for (let n = 0; n < count; n += 1) index.upsert(`lesson-${n}`, lesson(n));
    for (let n = 0; n < count; n += Math.ceil(count / 20)) {
      expect(index.score(lesson(n)).best(1)[0]?.id).toBe(`lesson-${n}`);
    }
  });

  it("an unseen form of a word is found by its parts", () => {
    const index = indexOf({ a: "Serialise dates in UTC", b: "Close the file handle" });
    expect(index.score("serialisation").best(1)[0]?.id).toBe("a");
  });

  it.each([
    ["重试没有上限", "重试没有上限会压垮队列服务器", "缓存必须在写入之后立即失效"],
    ["キャッシュを無効", "キャッシュは書き込みの後に必ず無効にする", "リトライに上限がないと落ちる"],
    ["очищать кеш", "Кеш нужно очищать сразу после записи", "Повторы без предела"],
    ["أغلق الملف", "أغلق الملف بعد القراءة", "إعادة المحاولة بلا حد"],
    ["캐시", "캐시는 쓰기 직후에 반드시 비워야 한다", "로그에 비밀번호를 쓰지 않는다"],
    ["ship it 🚀", "🚀", "🔥"],
    ["⚠️", "⚠ production", "❤️ tests"],
  ])("the query %j finds a lesson with these words, in any script", (query, right, wrong) => {
    const found = indexOf({ wrong, right }).score(query).best(5);
    expect(found[0]?.id).toBe("right");
    expect(found[0]?.score).toBeGreaterThan(2 * (found[1]?.score ?? 0));
  });

  it("only the beginning of a query of a megabyte is looked at", () => {
    const index = indexOf({ a: "Close the file handle", b: "Write the changelog" });
    const padding = Array.from({ length: 100_000 }, (_, n) => `zz${n}`).join(" ");
    expect(index.score(`close the handle ${padding}`).best(1)[0]?.id).toBe("a");
  });

  it("a text without words finds nothing, and such texts are told apart from each other", () => {
    const index = indexOf({ a: "!!!", b: "???", c: "words" });
    expect(index.score("!!!").best(5)).toEqual([]);
    expect(index.score("").best(5)).toEqual([]);
  });

  it("contains answers whether a text has a word", () => {
    fc.assert(
      fc.property(someTexts, fc.constantFrom("retry", "cache", "==", "日本"), (texts, word) => {
        const index = indexOf(texts);
        for (const [id, text] of Object.entries(texts)) {
          expect(index.contains(id, indexKey(word))).toBe(
            codeTokens(text).words.includes(codeTokens(word).words[0] ?? ""),
          );
        }
        expect(index.contains("nobody", indexKey(word))).toBe(false);
      }),
    );
  });
});

function indexKey(word: string): number {
  return wordKeyOf(codeTokens(word).words[0] ?? "");
}
