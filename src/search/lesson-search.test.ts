import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { defaults } from "../base/config/settings.js";
import { WhetstoneError } from "../base/errors.js";
import { digest } from "../base/text/digest.js";
import type { Embedder } from "./embedder.js";
import { LessonSearch } from "./lesson-search.js";
import { memoryEmbedder } from "./memory-embedder.contract.js";
import { rankLessons } from "./order/rank-lessons.js";
import type { IndexedLesson } from "./project-words.js";
import { openStaticEmbedder } from "./static-embedder.js";

const settings = defaults.retrieval;
const project = "one";
const models = resolve(import.meta.dirname, "../../models");

function lesson(id: string, text: string, changes: Partial<IndexedLesson> = {}): IndexedLesson {
  return { id, kind: "strategy", text, ...changes };
}

function search(
  folder?: string,
  embedder: Embedder | undefined = memoryEmbedder(),
  reopen?: (name: string) => Embedder,
) {
  return new LessonSearch({
    folder,
    settings,
    model: embedder && { setting: embedder.name, embedder },
    ...(reopen === undefined
      ? {}
      : { reopen: async (setting: string) => ({ setting, embedder: reopen(setting) }) }),
  });
}

function wordsOnly(folder?: string) {
  return new LessonSearch({ folder, settings, model: undefined });
}

async function filled(subject: LessonSearch, lessons: readonly IndexedLesson[], position = lessons.length) {
  await subject.apply(project, { upserts: lessons, removals: [], position });
  return subject;
}

const some = [
  lesson("a", "Retry the request three times with a longer timeout"),
  lesson("b", "Close the database handle in a finally block", { kind: "directive" }),
  lesson("c", "認証トークンをログに書かない", { triggers: ["add a login page"] }),
];

/** Prefixes of each other, quotes, slashes, and one name in two forms of Unicode. */
const owners = ["p", "p1", "P", "p'", "p/../q", "q", "__proto__", "caf\u00e9", "cafe\u0301"];

const ids = (found: { readonly candidates: readonly { readonly id: string }[] }) =>
  found.candidates.map(({ id }) => id);

describe("LessonSearch", () => {
  it("a search by words and meaning says so in its result", async () => {
    const found = await (await filled(search(), some)).find(project, { text: "close database handles" });
    expect(found).toMatchObject({ by: "words and meaning", model: "memory" });
    expect(found.candidates.find(({ id }) => id === "b")).toMatchObject({
      words: expect.closeTo(1, 0),
      meaning: expect.any(Number),
      trigger: false,
    });
    expect(found.alike?.("b", "b")).toBeCloseTo(1, 5);
  });

  it("a search without a model works by words and says so", async () => {
    const subject = await filled(wordsOnly(), some);
    const found = await subject.find(project, { text: "close the database" });
    expect(found).toMatchObject({ by: "words", model: undefined, alike: undefined });
    expect(found.candidates[0]).toMatchObject({ id: "b", meaning: undefined });
    expect(await subject.status(project)).toMatchObject({ by: "words", lessons: 3, position: 3, missing: 0 });
    expect(await subject.nearest(project, "close the database", { limit: 1 })).toMatchObject({
      by: "words",
      matches: [{ id: "b" }],
    });
    expect(await subject.health()).toBeUndefined();
  });

  it("a project without lessons is searched without asking the model", async () => {
    const asked: string[] = [];
    const embedder: Embedder = {
      ...memoryEmbedder(),
      embed: async (texts) => {
        asked.push(...texts);
        return [];
      },
    };
    const found = await search(undefined, embedder).find(project, { text: "close database handles" });
    expect(found).toMatchObject({ by: "words and meaning", model: "memory", candidates: [] });
    expect(found.searched()).toBe(0);
    expect(asked).toEqual([]);
  });

  it("a lesson in another script is found even when the model knows none of its words", async () => {
    const subject = await filled(search(undefined, openStaticEmbedder(join(models, "static-deb-256"))), some);
    expect(await subject.find(project, { text: "トークンをログに" })).toMatchObject({
      by: "words",
      candidates: [{ id: "c" }],
    });
  });

  it("triggers and synonyms find lessons that share no word with the text", async () => {
    const subject = await filled(wordsOnly(), some);
    const find = (query: object) => subject.find(project, { text: "zzz", ...query });
    expect(ids(await find({ title: "Please add a login page" }))).toEqual(["c"]);
    expect(
      ids(await find({ text: "zzz attempt", synonyms: [{ words: ["attempt", "retry"], count: 3 }] })),
    ).toEqual(["a"]);
    const bySynonym = await find({
      text: "zzz attempt",
      synonyms: [{ words: ["attempt", "retry"], count: 3 }],
    });
    expect(bySynonym.candidates[0]?.synonyms).toBe(0.5);
  });

  it.each([true, false])(
    "a related critical lesson is found whatever its rank (with a model: %s)",
    async (byMeaning) => {
      const subject = byMeaning ? search() : wordsOnly();
      const like = Array.from({ length: 10 }, (_, n) => lesson(`l${n}`, `Close database handle ${n}`));
      const [first, ...others] = some.map((each) => ({ ...each, critical: true }));
      await filled(subject, [...like, ...others, ...(first === undefined ? [] : [first])]);
      const find = (query: object) =>
        subject.find(project, { text: "close database handle", limit: 2, ...query });
      expect(ids(await find({}))).not.toContain("b");
      expect(ids(await find({ critical: true }))).toContain("b");
      expect(ids(await find({ critical: true }))).not.toContain("c");
      expect(ids(await find({ critical: true, kinds: ["strategy"] }))).not.toContain("b");
      await subject.apply(project, {
        upserts: [lesson("b", some[1]?.text ?? "")],
        removals: [],
        position: 20,
      });
      expect(ids(await find({ critical: true }))).not.toContain("b");
    },
  );

  it("removed and replaced lessons are not found any more", async () => {
    const subject = await filled(search(), some);
    await subject.apply(project, {
      upserts: [lesson("a", "Write the changelog")],
      removals: ["b"],
      position: 9,
    });
    expect(ids(await subject.find(project, { text: "changelog" }))[0]).toBe("a");
    expect(
      (await subject.find(project, { text: "retry request" })).candidates.find(({ id }) => id === "a")?.words,
    ).toBe(0);
    expect(ids(await subject.find(project, { text: "database handle", critical: true }))).not.toContain("b");
    expect(await subject.position(project)).toBe(9);
  });

  it.each([10, 1_000, 20_000])(
    "a verbatim lesson among %i is found by words and by meaning",
    async (count) => {
      const subject = search(undefined, openStaticEmbedder(join(models, "static-deb-256")));
      const text = (n: number) => `Lesson number ${n}: check module ${n % 97} before step ${n % 89}`;
      await filled(
        subject,
        Array.from({ length: count }, (_, n) => lesson(`l${n}`, text(n))),
      );
      for (let n = 0; n < count; n += Math.ceil(count / 10)) {
        const { candidates } = await subject.find(project, { text: text(n) });
        const best = [...candidates].sort(
          (a, b) => b.words + (b.meaning ?? 0) - a.words - (a.meaning ?? 0),
        )[0];
        expect(best?.id).toBe(`l${n}`);
        expect((await subject.nearest(project, text(n), { limit: 1 })).matches[0]?.similarity).toBeCloseTo(
          1,
          4,
        );
      }
    },
  );

  it("lessons of another project are never found", async () => {
    const name = fc.constantFrom(...owners);
    const step = fc.record({
      project: name,
      id: fc.constantFrom("a", "b", "c"),
      secret: fc.nat(5),
      remove: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), fc.boolean(), async (steps, meaning) => {
        const subject = meaning ? search(undefined, memoryEmbedder("memory", 8)) : wordsOnly();
        const owned = new Map<string, Map<string, string>>();
        for (const { project: owner, id, secret, remove } of steps) {
          const lessons = owned.get(owner) ?? new Map<string, string>();
          owned.set(owner, lessons);
          const text = `shared word secret${owner.length}x${secret}`;
          if (remove) lessons.delete(id);
          else lessons.set(id, text);
          const upserts = remove ? [] : [lesson(id, text, { triggers: ["a shared phrase"], critical: true })];
          await subject.apply(owner, { upserts, removals: remove ? [id] : [], position: 1 });
        }
        for (const owner of [...owners, "unknown"]) {
          const expected = [...(owned.get(owner)?.keys() ?? [])].sort();
          const query = { text: "shared word", title: "a shared phrase", critical: true };
          expect([...ids(await subject.find(owner, query))].sort()).toEqual(expected);
          const { matches } = await subject.nearest(owner, "shared word", { limit: 10, threshold: -1 });
          expect(matches.map(({ id }) => id).sort()).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("unrelated lessons never displace a pinned lesson", async () => {
    const words = fc.constantFrom(
      "render",
      "chart",
      "colour",
      "invoice",
      "holiday",
      "kernel",
      "it's",
      "日本語",
    );
    const noise = fc.array(fc.array(words, { minLength: 1, maxLength: 6 }), { maxLength: 30 });
    const text = "Close the database handle in a finally block";
    const query = "close database handles";
    await fc.assert(
      fc.asyncProperty(noise, fc.integer({ min: 1, max: 3 }), fc.boolean(), async (others, cap, meaning) => {
        const subject = meaning ? search() : wordsOnly();
        const critical = lesson("critical", text, { critical: true });
        const lessons = [critical, ...others.map((each, n) => lesson(`n${n}`, each.join(" ")))];
        await filled(subject, lessons);
        const { candidates, alike } = await subject.find(project, { text: query, critical: true, limit: 1 });
        const facts = new Map(
          lessons.map(({ id, text: said }) => [
            id,
            { id, text: said, maturity: 1, applied: 1, critical: id === "critical" },
          ]),
        );
        const [first] = rankLessons({ query, candidates, facts, cap, settings, alike });
        expect(first).toMatchObject({ id: "critical", pinned: true });
      }),
      { numRuns: 40 },
    );
  });

  it("a quote in any field does not change the result", async () => {
    const quoted = ["it's", 'say "no"', "x'; DROP TABLE lessons; --", "`x`", "\\'"];
    for (const quote of quoted) {
      const subject = search();
      await subject.apply(quote, {
        upserts: [
          lesson(quote, `close the handle ${quote}`, { kind: quote, triggers: [`${quote} one two`] }),
          lesson("z", "other"),
        ],
        removals: [],
        position: 1,
      });
      const found = await subject.find(quote, {
        text: `close ${quote}`,
        title: `${quote} one two`,
        kinds: [quote],
      });
      expect(ids(found)).toEqual([quote]);
      expect((await subject.find("another", { text: `close ${quote}` })).candidates).toEqual([]);
    }
  });
});

describe("the saved index of LessonSearch", () => {
  const many = Array.from({ length: 100 }, (_, n) =>
    lesson(`l${n}`, `Lesson ${n} about topic${n % 7}`, { kind: `k${n % 2}` }),
  );

  const grown = { upserts: [], removals: [], position: 5_000 };
  const indexIn = (folder: string) =>
    join(folder, readdirSync(folder).find((file) => file.endsWith(".bin")) ?? "");

  it("a saved index is restored completely without embedding again", async () => {
    const folder = tempFolder();
    const subject = await filled(search(folder), many);
    const query = { text: "lesson 7 about topic", kinds: ["k1"] };
    const before = await subject.find(project, query);
    await subject.close();
    const asked: string[] = [];
    const counted = {
      ...memoryEmbedder(),
      embed: async (texts: readonly string[]) => {
        asked.push(...texts);
        return memoryEmbedder().embed(texts);
      },
    };
    const again = search(folder, counted);
    expect((await again.find(project, query)).candidates).toEqual(before.candidates);
    expect(asked.filter((text) => text.startsWith("Lesson"))).toEqual([]);
    expect(await again.status(project)).toMatchObject({ lessons: 100, position: 100, missing: 0 });
    expect(await again.position("another")).toBe(0);
  });

  it.each<[string, (file: string) => void]>([
    ["truncated", (file) => truncateSync(file, 1000)],
    ["emptied", (file) => truncateSync(file, 0)],
    [
      "changed in one bit",
      (file) => {
        const bytes = readFileSync(file);
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
        writeFileSync(file, bytes);
      },
    ],
    ["replaced by something else", (file) => writeFileSync(file, "WSTI0006 hello")],
  ])("a saved index that was %s counts as missing", async (_, damage) => {
    const folder = tempFolder();
    await (await filled(search(folder), many)).close();
    damage(indexIn(folder));
    const again = search(folder);
    expect(await again.position(project)).toBe(0);
    expect((await again.find(project, { text: "lesson" })).candidates).toEqual([]);
    await filled(again, many);
    expect((await again.find(project, { text: "lesson 7" })).candidates.length).toBe(100);
  });

  it("reset removes the saved index", async () => {
    const folder = tempFolder();
    await (await filled(search(folder), many)).close();
    expect(readdirSync(folder)).toHaveLength(2);
    const again = search(folder);
    await again.reset(project);
    expect(readdirSync(folder)).toEqual([]);
    expect(await again.status(project)).toMatchObject({ lessons: 0, position: 0 });
  });

  it("a saved index keeps its place when the log grows and no lesson changes, without being written again", async () => {
    const folder = tempFolder();
    await (await filled(search(folder), many)).close();
    const written = statSync(indexIn(folder));
    const later = search(folder);
    await later.apply(project, grown);
    await later.close();
    const again = search(folder);
    expect(await again.status(project)).toMatchObject({ lessons: 100, position: 5_000, missing: 0 });
    expect(statSync(indexIn(folder))).toMatchObject({ ino: written.ino, mtimeMs: written.mtimeMs });
  });

  it("an index without lessons keeps its place too", async () => {
    const folder = tempFolder();
    const empty = search(folder);
    await empty.apply(project, grown);
    await empty.close();
    expect(await search(folder).status(project)).toMatchObject({ lessons: 0, position: 5_000 });
  });

  it("a saved index is written again when one lesson changed and the log has grown since", async () => {
    const folder = tempFolder();
    await (await filled(search(folder), many)).close();
    const later = search(folder);
    await later.apply(project, { ...grown, upserts: [lesson("new", "Drain the turbine")] });
    await later.close();
    expect(await search(folder).status(project)).toMatchObject({ lessons: 101, position: 5_000, missing: 0 });
  });

  it("the place of an index does not count for one that another process wrote since", async () => {
    const folder = tempFolder();
    await (await filled(search(folder), many)).close();
    const slow = search(folder);
    await slow.apply(project, grown);
    const other = await filled(search(folder), many.slice(0, 80), 101);
    await other.apply(project, { upserts: [], removals: many.slice(80).map(({ id }) => id), position: 102 });
    await other.apply(project, {
      upserts: [lesson("new", "Drain the turbine")],
      removals: [],
      position: 1_200,
    });
    await other.close();
    await slow.close();
    expect(await search(folder).status(project)).toMatchObject({ lessons: 81, position: 1_200 });
  });

  it("a saved index finds lessons by trigger phrases without containing their text", async () => {
    const folder = tempFolder();
    const triggers = ["a secret phrase", "another secret phrase", "添加登录页面"];
    const all = [
      ...many,
      lesson("x", "y", { triggers }),
      lesson("y", "z", { triggers: ["a secret phrase of it"] }),
    ];
    await (await filled(search(folder), all)).close();
    const [file = ""] = readdirSync(folder);
    expect(readFileSync(join(folder, file)).includes("secret")).toBe(false);
    const again = search(folder);
    const triggered = async (text: string) =>
      (await again.find(project, { text })).candidates.filter(({ trigger }) => trigger).map(({ id }) => id);
    expect(await triggered("This is another secret phrase")).toEqual(["x"]);
    expect((await triggered("A secret phrase of it")).sort()).toEqual(["x", "y"]);
    expect(await triggered("请添加登录页面")).toEqual(["x"]);
    await again.apply(project, { upserts: [], removals: ["x"], position: 200 });
    expect(await triggered("a secret phrase")).toEqual([]);
  });

  it.each([
    ["before it is written", [1]],
    ["while it is written", [0, 1]],
  ])("the index is not saved when a lesson was forgotten %s", async (_, counts) => {
    const folder = tempFolder();
    const left = [...counts];
    const forgotten = async () => left.shift() ?? 1;
    const subject = await filled(new LessonSearch({ folder, settings, model: undefined, forgotten }), many);
    await subject.close();
    expect(left).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("an index in the middle of the log is not saved while it may hold a forgotten lesson", async () => {
    const folder = tempFolder();
    const subject = new LessonSearch({ folder, settings, model: undefined, forgotten: async () => 1 });
    const upserts = Array.from({ length: 600 }, (_, n) => lesson(`m${n}`, `Lesson ${n}`));
    await subject.apply(project, {
      upserts: many,
      removals: [],
      position: 100,
      log: { head: 100, forgotten: 0 },
    });
    await subject.apply(project, { upserts, removals: [], position: 700, log: { head: 800, forgotten: 1 } });
    expect(readdirSync(folder)).toEqual([]);
    await subject.apply(project, {
      upserts: [],
      removals: ["l1"],
      position: 800,
      log: { head: 800, forgotten: 1 },
    });
    await subject.close();
    expect(await wordsOnly(folder).status(project)).toMatchObject({ lessons: 699, position: 800 });
  });

  it("a saved index of another project under the same file name is not used", async () => {
    const folder = tempFolder();
    await (await filled(search(folder), many)).close();
    const [file = ""] = readdirSync(folder);
    writeFileSync(join(folder, `lessons-${digest("another")}.bin`), readFileSync(join(folder, file)));
    expect(await search(folder).status("another")).toMatchObject({ lessons: 0, position: 0 });
  });
});

describe("LessonSearch when its index cannot be saved", () => {
  const many = Array.from({ length: 100 }, (_, n) => lesson(`l${n}`, `Lesson ${n} about topic${n % 7}`));
  const cases: readonly [string, (folder: string) => void][] = [
    ["a file is in place of its folder", (folder) => writeFileSync(folder, "a file")],
    [
      "a folder is in place of its file",
      (folder) => mkdirSync(join(folder, `lessons-${digest(project)}.bin`), { recursive: true }),
    ],
  ];

  it.each(cases)("search continues in memory with a note when %s", async (_, block) => {
    const folder = join(tempFolder(), "vectors");
    block(folder);
    const subject = await filled(search(folder), many);
    expect((await subject.find(project, { text: "lesson 7" })).candidates.length).toBe(100);
    await subject.close();
    expect((await subject.status(project)).notes).toEqual([
      expect.stringMatching(/in the way; move it away/),
    ]);
  });
});

describe("LessonSearch with a model that fails", () => {
  const failing = () => {
    const inner = memoryEmbedder();
    const state = { fails: false };
    const embed = async (texts: readonly string[]) => {
      if (state.fails) throw new WhetstoneError("model_unavailable", "the runtime is gone");
      return inner.embed(texts);
    };
    return { state, embedder: { ...inner, embed } };
  };

  it("search continues by words with a note, and uses the model again when it works", async () => {
    const { state, embedder } = failing();
    const subject = await filled(search(undefined, embedder), some);
    state.fails = true;
    expect(await subject.find(project, { text: "close the database" })).toMatchObject({ by: "words" });
    expect((await subject.status(project)).notes).toEqual(["the runtime is gone"]);
    expect(await subject.health()).toMatchObject({
      healthy: false,
      problem: expect.stringContaining("returned no vector"),
    });
    state.fails = false;
    expect(await subject.find(project, { text: "close the database" })).toMatchObject({
      by: "words and meaning",
    });
    expect((await subject.status(project)).notes).toEqual([]);
  });

  it("failed lessons are embedded later, and the vector of an older text is never kept", async () => {
    const { state, embedder } = failing();
    const subject = await filled(search(undefined, embedder), some);
    const changed = lesson("a", "Write the changelog before a release");
    state.fails = true;
    await subject.apply(project, { upserts: [changed], removals: [], position: 4 });
    state.fails = false;
    expect(await subject.status(project)).toMatchObject({ missing: 1, position: 4 });
    expect(ids(await subject.find(project, { text: "retry request timeout" }))).not.toContain("a");
    await subject.reembed(project, [changed, ...some.slice(1)]);
    expect(await subject.status(project)).toMatchObject({ missing: 0 });
    expect((await subject.nearest(project, changed.text, { limit: 1 })).matches[0]?.id).toBe("a");
  });
});

describe("LessonSearch while lessons are embedded again", () => {
  const many = Array.from({ length: 300 }, (_, n) => lesson(`l${n}`, `Lesson ${n} about topic${n % 7}`));

  it("lessons that are changed, added or removed meanwhile keep their last state", async () => {
    const folder = tempFolder();
    await (await filled(search(folder, memoryEmbedder("old", 8)), many)).close();
    const slow = memoryEmbedder("fresh", 24);
    const waiting = {
      ...slow,
      embed: async (texts: readonly string[]) => {
        await setTimeout(1);
        return slow.embed(texts);
      },
    };
    const subject = search(folder, waiting, () => memoryEmbedder("old", 8));
    const embedding = subject.reembed(project, many);
    await subject.apply(project, {
      upserts: [lesson("l299", "Something else entirely"), lesson("new", "A new one")],
      removals: ["l298"],
      position: 301,
    });
    await embedding;
    expect(await subject.status(project)).toMatchObject({ model: "fresh", lessons: 300, missing: 0 });
    const nearest = async (text: string) => (await subject.nearest(project, text, { limit: 1 })).matches[0];
    expect(await nearest("Something else entirely")).toMatchObject({
      id: "l299",
      similarity: expect.closeTo(1, 4),
    });
    expect((await nearest("Lesson 298 about topic4"))?.id).not.toBe("l298");
    await subject.close();
    const again = search(folder, slow);
    expect(await again.status(project)).toMatchObject({ model: "fresh", missing: 0 });
    expect((await again.nearest(project, "Lesson 0 about topic0", { limit: 1 })).matches[0]).toMatchObject({
      id: "l0",
      similarity: expect.closeTo(1, 4),
    });
  });

  it("changes at the same time are applied one after the other", async () => {
    const subject = search();
    await Promise.all(
      many.map((each, n) =>
        subject.apply(project, { upserts: [each], removals: n > 0 ? [`l${n - 1}`] : [], position: n + 1 }),
      ),
    );
    expect(await subject.status(project)).toMatchObject({ lessons: 1, missing: 0, position: 300 });
  });
});

describe("LessonSearch after a change of the model", () => {
  const many = Array.from({ length: 90 }, (_, n) => lesson(`l${n}`, `Lesson ${n} about topic${n % 7}`));
  const old = () => memoryEmbedder("old", 8);
  const fresh = () => memoryEmbedder("fresh", 24);

  it("the old model is used until the new one has embedded every lesson", async () => {
    const folder = tempFolder();
    await (await filled(search(folder, old()), many)).close();
    const subject = search(folder, fresh(), old);
    expect(await subject.status(project)).toMatchObject({
      by: "words and meaning",
      model: "old",
      missing: 90,
      position: 90,
    });
    await subject.apply(project, {
      upserts: [lesson("new", "Something new")],
      removals: ["l0"],
      position: 91,
    });
    expect((await subject.nearest(project, "Something new", { limit: 1 })).matches[0]?.id).toBe("new");
    const steps: number[] = [];
    const all = [...many.slice(1), lesson("new", "Something new")];
    const seen: (string | undefined)[] = [];
    await subject.reembed(project, all, (done, total) => {
      steps.push(done / total);
      void subject.status(project).then(({ model }) => seen.push(model));
    });
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.at(-1)).toBe(1);
    expect(seen[0]).toBe("old");
    expect(await subject.status(project)).toMatchObject({ model: "fresh", missing: 0, lessons: 90 });
    expect((await subject.nearest(project, "Lesson 5 about topic5", { limit: 1 })).matches[0]?.id).toBe("l5");
    await subject.close();
    expect(await search(folder, fresh()).status(project)).toMatchObject({ model: "fresh", missing: 0 });
  });

  it("search works by words when the old model cannot be opened", async () => {
    const folder = tempFolder();
    await (await filled(search(folder, old()), many)).close();
    const subject = search(folder, fresh());
    expect(await subject.find(project, { text: "Lesson 5" })).toMatchObject({ by: "words" });
    expect(await subject.status(project)).toMatchObject({ by: "words", missing: 90 });
    await subject.reembed(project, many);
    expect(await subject.find(project, { text: "Lesson 5" })).toMatchObject({
      by: "words and meaning",
      model: "fresh",
    });
  });
});
