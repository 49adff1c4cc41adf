import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDraft, draftOf } from "../../tests/support/arbitrary-events.js";
import { ledgerOver, movingClock } from "../../tests/support/ledger.js";
import type { EventType, WhetstoneEvent } from "../log/events/catalog.js";
import type { Ledger } from "../log/store/ledger.js";
import type { Draft } from "../log/store/ledger-writer.js";
import { worthOf } from "../search/order/signals.js";
import { isOfKind, keysChangedBy, type LessonKind, type LessonRow, type ListedLesson } from "./kind.js";

type Kind<Around extends Surrounded> = LessonKind<string, LessonRow, ListedLesson, Around>;

interface Surrounded {
  readonly ledger: Ledger;
  readonly clock: () => number;
}

export interface KindUnderTest<Around extends Surrounded> {
  readonly kind: Kind<Around>;
  readonly others: readonly Pick<LessonKind, "name" | "rowId">[];
  /** What makes two lessons of this kind that a search finds. */
  readonly made: readonly Draft<EventType>[];
  around(surrounded: Surrounded): Around;
}

const person = { actor: "ada", origin: "human" } as const;

/** What every kind of lesson promises, see `kind.ts`. */
export function lessonKindContract<Around extends Surrounded>({
  kind,
  others,
  made,
  around,
}: KindUnderTest<Around>): void {
  const course = async (more: readonly Draft<EventType>[] = []) => {
    const clock = movingClock();
    const ledger = ledgerOver({ clock: clock.read });
    const append = (...next: readonly Draft<EventType>[]) =>
      ledger.write(async (writer) => {
        for (const draft of next) await writer.append(draft);
      });
    const rows = () => ledger.read((reader) => reader.rows(kind.view));
    const events = () => ledger.read((reader) => reader.eventsAfter(0, 1_000));
    await append(...made, ...more);
    return { ledger, append, rows, events, around: around({ ledger, clock: clock.read }) };
  };
  type Course = Awaited<ReturnType<typeof course>>;

  const isOurs = (draft: Draft<EventType>) => keysChangedBy(kind.view, draft as WhetstoneEvent).length > 0;
  /** Events that change lessons of this kind. */
  const drafts = fc.array(anyDraft.filter(isOurs), { maxLength: 12 });

  /** Holds of every lesson after what makes some and any events behind it. */
  const always = (check: (row: LessonRow, course: Course) => Promise<void> | void) =>
    fc.assert(
      fc.asyncProperty(drafts, async (more) => {
        const now = await course(more);
        for (const row of await now.rows()) await check(row, now);
      }),
      { numRuns: 40 },
    );

  const first = async ({ rows }: Course): Promise<LessonRow> => {
    const [row] = await rows();
    if (row === undefined) throw new Error(`nothing makes a lesson of kind ${kind.name}`);
    return row;
  };

  describe(`the kind ${kind.name}`, () => {
    it("what makes two lessons makes two that are listed and found", async () => {
      const now = await course();
      const rows = await now.rows();
      const listed = rows.flatMap((row) => kind.listed(row, now.around, new Map()) ?? []);
      expect(listed).toHaveLength(2);
      expect(rows.filter((row) => kind.searchText(row) !== undefined)).toHaveLength(2);
    });

    it("the id that people see and the one that events name are of the same row, and of no other kind", () =>
      always(async (row, { ledger }) => {
        const { id } = kind.line(row);
        expect(kind.rowId(id)).toBe(row.lesson);
        expect(await ledger.read((reader) => reader.row(kind.view, row.lesson))).toEqual(row);
        for (const each of [id, row.lesson]) {
          expect(isOfKind(kind, each)).toBe(true);
          expect(others.filter((other) => isOfKind(other, each))).toEqual([]);
        }
      }));

    it("a lesson is called by one of its names and is in one of its states, wherever it is shown", () =>
      always((row, now) => {
        const line = kind.line(row);
        const { state } = kind.standing(row, now.around);
        expect(kind.calledAs).toContain(line.kind);
        expect(kind.states).toContain(state);
        const listed = kind.listed(row, now.around, new Map());
        if (listed !== undefined) expect(listed).toMatchObject({ ...line, state });
        const facts = kind.facts(row, now.around, 0);
        if (facts !== undefined) expect(facts).toMatchObject({ id: row.lesson, text: line.text });
      }));

    it("no lesson is worth more to a search than the best that its kind says of one", () =>
      always((row, now) => {
        const facts = kind.facts(row, now.around, 0);
        if (facts === undefined) return;
        const { retrieval } = now.around.ledger.config;
        for (const [words, meaning] of [
          [0, undefined],
          [1, undefined],
          [0.4, 0.9],
        ] as const) {
          const candidate = { id: row.lesson, words, meaning, trigger: false, synonyms: 0 };
          const worth = worthOf(candidate, facts, retrieval);
          expect(worth).toBeLessThanOrEqual(worthOf(candidate, kind.bestFacts(now.around), retrieval));
        }
      }));

    it("of two lessons of a list, one always comes first", async () => {
      const now = await course();
      const [one, other] = (await now.rows()).flatMap((row) => kind.listed(row, now.around, new Map()) ?? []);
      if (one === undefined || other === undefined) throw new Error("one lesson has no order");
      expect(Math.sign(kind.compare(one, other))).toBe(-Math.sign(kind.compare(other, one)));
      expect(kind.compare(one, other)).not.toBe(0);
    });

    it("words that nobody stands behind are quoted, and quoting them again changes nothing", () =>
      always((row, now) => {
        const listed = kind.listed(row, now.around, new Map());
        if (listed === undefined) return;
        const quoted = kind.quoted(listed);
        expect(kind.quoted(quoted)).toEqual(quoted);
        expect(quoted).toMatchObject({ id: listed.id, kind: listed.kind, state: listed.state });
        if (!listed.confirmed) expect(quoted.text).toMatch(/^[^\r\n]*"[^\r\n]*"[^\r\n]*$/);
      }));

    it("what stands in a file is one line that somebody stands behind, and is shown to agents too", () =>
      always((row, { around: surroundings }) => {
        const published = kind.published(row, surroundings);
        if (published === undefined) return;
        expect(published.text).not.toMatch(/[\r\n]/);
        expect(published.firstSeenAt).toMatch(/^\d{4}-\d\d-\d\dT/);
        expect(kind.listed(row, surroundings, new Map())).toMatchObject({ confirmed: true });
        expect(kind.facts(row, surroundings, 0)).toMatchObject({ confirmed: true });
      }));

    it("the events behind a lesson are in the log, oldest first", () =>
      always(async (row, { ledger }) => {
        const seqs = kind.events(row);
        const head = await ledger.read((reader) => reader.head());
        expect(seqs.length).toBeGreaterThan(0);
        expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
        expect(seqs.every((seq) => seq >= 1 && seq <= head)).toBe(true);
      }));

    it("a lesson is explained in sentences, numbers and a rule, and nothing is written", () =>
      always(async (row, { ledger, around: surroundings }) => {
        const { answer, numbers, rule } = await ledger.read((reader) =>
          kind.explain(row, surroundings, reader),
        );
        expect(answer.length).toBeGreaterThan(0);
        expect([...answer, rule].every((sentence) => sentence.trim() !== "")).toBe(true);
        expect(Object.values(numbers).every(Number.isFinite)).toBe(true);
      }));

    const changing = (Object.keys(kind.view.on) as EventType[]).map((type) => ({
      type,
      isSaid: kind.searchTextChangesWith.includes(type),
    }));
    it.each(changing)(
      "after $type a search finds lessons by other words at most where that is said: $isSaid",
      ({ type, isSaid }) =>
        fc.assert(
          fc.asyncProperty(drafts, draftOf(type), fc.nat(2), async (more, any, nth) => {
            const now = await course(more);
            const draft = aimedAt((await now.rows())[nth]?.lesson, any);
            const before = await foundBy(now);
            await now.append(draft);
            const after = await foundBy(now);
            const changed = [...before, ...after].filter(
              ([lesson]) => before.get(lesson) !== after.get(lesson),
            );
            const said = isSaid ? keysChangedBy(kind.view, draft as WhetstoneEvent) : [];
            expect(said).toEqual(expect.arrayContaining(changed.map(([lesson]) => lesson)));
          }),
          { numRuns: 60 },
        ),
    );

    /** The same about this lesson, where it is about one at all. */
    function aimedAt(lesson: string | undefined, draft: Draft<EventType>): Draft<EventType> {
      if (lesson === undefined || !("lesson" in draft.data)) return draft;
      return { ...draft, data: { ...draft.data, lesson } } as Draft<EventType>;
    }

    /** What a search finds each lesson by. */
    async function foundBy({ rows }: Course): Promise<ReadonlyMap<string, string>> {
      const texts = (await rows()).map((row) => [row.lesson, kind.searchText(row)] as const);
      return new Map(texts.flatMap(([id, text]) => (text === undefined ? [] : [[id, JSON.stringify(text)]])));
    }

    it("a lesson that a person retired is not shown", async () => {
      const now = await course();
      const { lesson } = await first(now);
      const reason = "it is wrong";
      expect(kind.facts(await first(now), now.around, 0)).toBeDefined();
      if (kind.acts.retiredBy === "lesson-retired")
        await now.append({ type: "lesson-retired", data: { lesson, reason }, ...person });
      else await now.append({ type: "lesson-deprecated", data: { lesson, by: "person", reason }, ...person });
      expect(kind.facts(await first(now), now.around, 0)).toBeUndefined();
    });

    const refused = (["reset", "sleep", "mute", "trial"] as const).flatMap((act) => {
      const allowed = kind.acts[act];
      return allowed === true ? [] : [{ act, refusal: allowed(`${kind.name}-a`, kind.name) }];
    });
    it.each(refused)("the refusal to $act it says why, and what to do instead", ({ refusal }) => {
      expect(refusal.message).not.toBe("");
      expect(refusal.next).not.toBe("");
      expect(`${refusal.message} ${refusal.next}`).toContain(`${kind.name}-a`);
    });

    it("a lesson that may start again or sleep does so", async () => {
      const now = await course();
      const { lesson } = await first(now);
      const named = { lesson, reason: "we know more" };
      await now.append({ type: "lesson-put-to-sleep", data: named, ...person });
      const { state } = kind.standing(await first(now), now.around);
      expect(state === "asleep").toBe(kind.acts.sleep === true);
      const before = await first(now);
      const data = { ...named, kind: kind.name as "strategy" };
      await now.append({ type: "lesson-reset", data, ...person });
      expect(JSON.stringify(await first(now)) !== JSON.stringify(before)).toBe(kind.acts.reset === true);
    });

    it("forgetting a lesson knows the words of the events that said it, and of no other", async () => {
      const now = await course();
      const { lesson } = await first(now);
      const events = await now.events();
      const texts = events.map((event) => kind.textsIn(event, [lesson]));
      expect(texts.flat().length).toBeGreaterThan(0);
      for (const [at, event] of events.entries()) {
        const data = JSON.stringify(event.data);
        for (const text of texts[at] ?? []) expect(data).toContain(JSON.stringify(text).slice(1, -1));
        expect(kind.textsIn(event, [`${kind.name}-of-nobody`])).toEqual([]);
      }
      const same = await now.ledger.read(async (reader) => kind.sameWords?.(reader, lesson) ?? [lesson]);
      expect(same).toContain(lesson);
    });

    it("a lesson that was forgotten is gone", async () => {
      const now = await course();
      const { lesson } = await first(now);
      const data = { lesson, kind: kind.name as "strategy", reason: "a name", blankedEvents: 1 };
      await now.append({ type: "lesson-forgotten", data, ...person });
      expect((await now.rows()).map((row) => row.lesson)).not.toContain(lesson);
    });
  });
}
