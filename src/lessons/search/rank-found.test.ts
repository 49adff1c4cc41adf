import fc from "fast-check";
import { expect, it } from "vitest";
import { contextWith } from "../../../tests/support/context-with.js";
import { directiveDrafts } from "../../../tests/support/directives.js";
import type { FoundCandidates } from "../../search/find-candidates.js";
import { aboutQuery } from "../../search/order/about-prompt.js";
import { rankLessons } from "../../search/order/rank-lessons.js";
import type { Candidate } from "../../search/order/signals.js";
import type { Context } from "../../verbs/call/context.js";
import { directiveId } from "../directive/rules/directive-id.js";
import { standingFacts } from "./lesson-facts.js";
import { rankFound } from "./rank-found.js";

const text = "retry the upload of a large file";
const lessons = 120;

/** Strategies, a few of them promoted, and rules, some critical, with texts of which some repeat each other. */
async function project() {
  const context = contextWith(() => Promise.reject(new Error("not used")));
  const by = { actor: "ada", origin: "human" } as const;
  const ids = await context.ledger.write(async (writer) => {
    const made: { readonly id: string; readonly critical: boolean }[] = [];
    for (let n = 0; n < lessons; n += 1) {
      const said = `Retry upload number ${n % 40} of the large file`;
      if (n % 6 === 0) {
        const critical = n % 12 === 0;
        const changes = critical ? ({ priority: "critical" } as const) : {};
        const drafts = directiveDrafts(`${said} always ${n}`, changes).slice(0, 2);
        for (const draft of drafts) await writer.append({ ...draft, ...by });
        made.push({ id: directiveId(`${said} always ${n}`), critical });
        continue;
      }
      const lesson = `strategy-${n}`;
      const data = { lesson, text: said, success: n % 4 > 0, outcome: "o" };
      await writer.append({ type: "strategy-observed", data, ...by });
      if (n % 10 === 1)
        await writer.append({ type: "lesson-promoted", data: { lesson, reason: "it holds" }, ...by });
      made.push({ id: lesson, critical: false });
    }
    return made;
  });
  return { context, ids };
}

/** The list as it comes out if everything is read. */
async function rankedOfAll(context: Context, { candidates, alike }: FoundCandidates, cap: number) {
  return context.ledger.read(async (reader) => {
    const ids = candidates.map(({ id }) => id);
    const facts = await standingFacts(context, reader, ids);
    const isAbout = aboutQuery(text);
    const about = candidates.filter(
      (found) => found.pinOnly === true || isAbout({ text: facts.get(found.id)?.text ?? "", found }),
    );
    const settings = context.ledger.config.retrieval;
    return rankLessons({ query: text, candidates: about, facts, cap, settings, alike });
  });
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const scores = fc.array(fc.record({ words: share, meaning: share, synonyms: share, trigger: fc.boolean() }), {
  minLength: lessons,
  maxLength: lessons,
});

it("a search lists the same as if it had read every row that came up", async () => {
  const { context, ids } = await project();
  await fc.assert(
    fc.asyncProperty(scores, fc.integer({ min: 1, max: 12 }), async (given, cap) => {
      const candidates = ids.map(
        ({ id, critical }, at): Candidate => ({
          id,
          words: 0,
          meaning: 0,
          trigger: false,
          synonyms: 0,
          ...given[at],
          ...(critical ? { critical } : {}),
        }),
      );
      const found: FoundCandidates = {
        by: "words",
        model: undefined,
        searched: () => lessons,
        candidates,
        alike: undefined,
      };
      const { ranked } = await context.ledger.read((reader) =>
        rankFound(context, reader, found, { text, cap }),
      );
      expect(ranked).toEqual(await rankedOfAll(context, found, cap));
    }),
    { numRuns: 60 },
  );
});

it("a search for a few lessons reads few of those that came up, where some fit much better", async () => {
  const { context, ids } = await project();
  const candidates = ids.map(({ id }, at): Candidate => {
    return { id, words: at < 30 ? 1 : 0.1, meaning: undefined, trigger: false, synonyms: 0 };
  });
  const found = {
    by: "words",
    model: undefined,
    searched: () => lessons,
    candidates,
    alike: undefined,
  } as const;
  const { facts } = await context.ledger.read((reader) =>
    rankFound(context, reader, found, { text, cap: 5 }),
  );
  expect(facts.size).toBeGreaterThanOrEqual(10);
  expect(facts.size).toBeLessThan(lessons / 2);
});

it("a search reads on while what it has not read could be worth more than the last of its list", async () => {
  const { context, ids } = await project();
  const candidates = ids.map(({ id }, at): Candidate => {
    // One that is promoted fits best; the others that are fit a little worse than all that are not.
    const words = at === 1 ? 1 : at % 10 === 1 ? 0.55 : 0.62;
    return { id, words, meaning: undefined, trigger: false, synonyms: 0 };
  });
  const found = {
    by: "words",
    model: undefined,
    searched: () => lessons,
    candidates,
    alike: undefined,
  } as const;
  const { ranked } = await context.ledger.read((reader) =>
    rankFound(context, reader, found, { text, cap: 2 }),
  );
  expect(ranked).toEqual(await rankedOfAll(context, found, 2));
});
