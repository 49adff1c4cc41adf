import { describe, expect, it } from "vitest";
import { openInsights, patterns, refuting, verdictOn } from "../support/insights.js";

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
