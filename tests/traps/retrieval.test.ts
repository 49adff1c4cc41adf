import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../src/base/config/settings.js";
import type { Embedder } from "../../src/search/embedder.js";
import { LessonSearch } from "../../src/search/lesson-search.js";
import { memoryEmbedder } from "../../src/search/memory-embedder.contract.js";
import { MemoryIndex } from "../../src/search/memory-index.js";
import { rankLessons } from "../../src/search/order/rank-lessons.js";
import { openStaticEmbedder } from "../../src/search/static-embedder.js";
import { openInsights, patterns, refuting, verdictOn } from "../support/insights.js";

const settings = defaults.retrieval;
const project = "one";

function open(embedder?: Embedder): LessonSearch {
  return new LessonSearch({
    folder: undefined,
    settings,
    model: embedder && { setting: embedder.name, embedder },
  });
}

function builtIn(): Embedder {
  return openStaticEmbedder(resolve(import.meta.dirname, "../../models/static-deb-256"));
}

async function filled(search: LessonSearch, texts: readonly string[]): Promise<LessonSearch> {
  const upserts = texts.map((text, n) => ({ id: `l${n}`, kind: "strategy", text }));
  await search.apply(project, { upserts, removals: [], position: texts.length });
  return search;
}

async function ranked(search: LessonSearch, texts: readonly string[], query: string, cap = 8) {
  const { candidates, alike } = await search.find(project, { text: query });
  const facts = new Map(texts.map((text, n) => [`l${n}`, { id: `l${n}`, text, maturity: 1, applied: 1 }]));
  return rankLessons({ query, candidates, facts, cap, settings, alike });
}

const many = Array.from(
  { length: 1_000 },
  (_, n) => `Lesson ${n}: check module${n % 31} before release ${n}`,
);

describe("retrieval", () => {
  it("trap 16: a cut by metadata before the text was looked at; here every lesson is compared", async () => {
    const texts = [...many, "Rotate the signing keys before the certificate expires"];
    for (const search of [open(), open(builtIn())]) {
      await filled(search, texts);
      expect((await ranked(search, texts, "the certificate's signing keys expire", 1))[0]?.id).toBe("l1000");
    }
  });

  it("trap 17: near-duplicates were looked for on every read; here a read embeds its query and nothing else", async () => {
    const asked: string[] = [];
    const inner = memoryEmbedder();
    const counting: Embedder = {
      ...inner,
      embed: (texts) => {
        asked.push(...texts);
        return inner.embed(texts);
      },
    };
    const search = await filled(open(counting), many);
    await search.find(project, { text: "warm" });
    asked.length = 0;
    await search.find(project, { text: "module7" });
    await search.nearest(project, "module7", { limit: 5 });
    expect(asked).toEqual(["module7", "module7"]);
  });

  it("trap 18: scores clamped to 1 tied the right lesson with noise; here sums stay as they are", () => {
    const candidate = { id: "right", words: 1.4, meaning: 1, trigger: true, synonyms: 1 };
    const other = { id: "also", words: 1, meaning: 1, trigger: true, synonyms: 1 };
    const facts = new Map(["right", "also"].map((id) => [id, { id, text: id, maturity: 1.5, applied: 1 }]));
    const [first, second] = rankLessons({
      query: "x",
      candidates: [other, candidate],
      facts,
      cap: 2,
      settings,
    });
    expect(first?.id).toBe("right");
    expect(second?.score).toBeGreaterThan(1);
    expect(first?.score).toBeGreaterThan(second?.score ?? 0);
  });

  it("trap 19: reads stopped at ten rows; here the limit is the caller's", async () => {
    const search = await filled(open(memoryEmbedder()), many);
    expect((await search.nearest(project, "lesson", { limit: 700, threshold: -1 })).matches.length).toBe(700);
    const byWords = await (await filled(open(), many)).find(project, { text: "module7 release" });
    expect(byWords.candidates.length).toBe(200);
  });

  it("trap 20: a quote in a name returned everything; here it is a name like any other", async () => {
    const search = await filled(open(memoryEmbedder()), ["one text"]);
    const evil = "x' OR '1'='1";
    expect((await search.find(evil, { text: "one text" })).candidates).toEqual([]);
    expect((await search.find(project, { text: "one text", kinds: [evil] })).candidates).toEqual([]);
    expect((await search.nearest(evil, "one text", { limit: 5 })).matches).toEqual([]);
  });

  it("trap 21: stale versions of one row were found; here a lesson has one row", async () => {
    const search = open(memoryEmbedder());
    for (const text of ["close the file", "close the handle", "close the socket"])
      await filled(search, [text]);
    const { candidates } = await search.find(project, { text: "close the file handle socket" });
    expect(candidates.map(({ id }) => id)).toEqual(["l0"]);
    expect((await search.nearest(project, "close the file", { limit: 5 })).matches.length).toBe(1);
  });

  it("trap 22: the model was loaded for each text; here it is opened once and given batches", async () => {
    const sizes: number[] = [];
    const inner = memoryEmbedder();
    const counting: Embedder = {
      ...inner,
      embed: (texts) => {
        sizes.push(texts.length);
        return inner.embed(texts);
      },
    };
    await filled(open(counting), many.slice(0, 40));
    expect(sizes).toEqual([16, 16, 8]);
  });

  it("trap 23: a text over the model's limit failed; here it is cut, and the caller is told which", async () => {
    const search = open(memoryEmbedder("short", 16, 5));
    const upserts = [
      { id: "long", kind: "strategy", text: "one two three four five six seven" },
      { id: "short", kind: "strategy", text: "one two" },
    ];
    expect(await search.apply(project, { upserts, removals: [], position: 1 })).toEqual(["long"]);
    expect((await search.find(project, { text: "six seven" })).candidates.map(({ id }) => id)).toContain(
      "long",
    );
  });

  it("trap 24: fixed dimensions broke with another model; here the index takes those of its model", async () => {
    for (const dimensions of [3, 256, 1024]) {
      const search = await filled(open(memoryEmbedder("any", dimensions)), [
        "close the file",
        "write the changelog",
      ]);
      expect((await search.nearest(project, "write the changelog", { limit: 1 })).matches[0]?.id).toBe("l1");
    }
    const index = new MemoryIndex({ name: "any", dimensions: 3 });
    await expect(
      index.upsert(project, [{ id: "a", kind: "x", vector: new Float32Array(4) }]),
    ).rejects.toThrow(/dimensions/);
  });

  it("trap 25: lessons of other scripts were all the same; here each is found, and none by another's words", async () => {
    const texts = [
      "認証トークンをログに書かない",
      "データベースを閉じる",
      "Не хранить пароли в журнале",
      "أغلق الملف بعد القراءة",
      "로그에 비밀번호를 쓰지 않는다",
      "🚀🔥",
      "🔒",
    ];
    for (const search of [open(), open(builtIn())]) {
      await filled(search, texts);
      for (const [n, text] of texts.entries()) {
        const found = await ranked(search, texts, text);
        expect(found[0]?.id).toBe(`l${n}`);
        expect(found[0]?.score).toBeGreaterThan(3 * (found[1]?.score ?? 0));
      }
    }
  });

  it("trap 26: 'always X' confirmed 'never X'; here they are two lessons, and the one that forbids is shown as such", async () => {
    const texts = ["Always mock the clock in tests", "Never mock the clock in tests"];
    const search = await filled(open(builtIn()), texts);
    const { candidates, alike } = await search.find(project, { text: "mock the clock in tests" });
    const facts = new Map(
      texts.map((text, n) => [`l${n}`, { id: `l${n}`, text, maturity: 1, applied: 1, negative: n === 1 }]),
    );
    const found = rankLessons({
      query: "mock the clock in tests",
      candidates,
      facts,
      cap: 8,
      settings,
      alike,
    });
    expect(found.map(({ id, avoid }) => [id, avoid]).sort()).toEqual([
      ["l0", false],
      ["l1", true],
    ]);
  });
});

/** Different statements in scripts without Latin letters, some without spaces. */
const statements = [
  "缓存必须在写入之后立即失效",
  "重试没有上限会压垮队列服务器",
  "リトライに上限がないとキューサーバーが落ちる",
  "キャッシュは書き込みの後に必ず無効にする",
  "Повторы без предела перегружают сервер очереди",
  "Кеш нужно очищать сразу после записи",
  "إعادة المحاولة بلا حد ترهق خادم الطابور",
  "कैश को लिखने के तुरंत बाद साफ़ करना चाहिए",
  "캐시는 쓰기 직후에 반드시 비워야 한다",
];

describe("every lesson is itself", () => {
  it("trap 25: non-Latin lessons all collapsed into one; here each is its own, is shown, and is refuted alone", async () => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "judge", run: "r-0", text: patterns(...statements) });
    const { deliberation, insights } = await ws.deliberate({
      role: "judge",
      run: "r-1",
      text: patterns(...statements),
    });
    expect(insights.map(({ text }) => text)).toEqual(statements);
    expect(new Set(insights.map(({ lesson }) => lesson)).size).toBe(statements.length);
    const { text } = await ws.brief({ role: "judge", run: "r-2" });
    for (const each of statements) expect(text).toContain(`- ${each} [`);
    for (const each of statements) {
      const { penalised, unmatched } = await ws.review({
        output: verdictOn(deliberation, refuting(each)),
        validatorRole: `reader-${statements.indexOf(each)}`,
      });
      expect(unmatched).toEqual([]);
      expect(penalised.map((one) => one.text)).toEqual([each]);
    }
  });

  it("trap 25: the same words in other clothes are the same, in any script", async () => {
    const { ws } = await openInsights();
    for (const [run, each] of statements.entries()) {
      await ws.deliberate({ role: "judge", run: `a-${run}`, text: patterns(each) });
      const again = await ws.deliberate({ role: "judge", run: `b-${run}`, text: patterns(`**${each}**。`) });
      expect(again.insights).toMatchObject([{ state: "candidate" }]);
    }
    expect((await ws.status()).lessons.insights).toBe(statements.length);
  });
});
