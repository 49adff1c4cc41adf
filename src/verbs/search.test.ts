import { describe, expect, it } from "vitest";
import { judged, passPhase, rule, topics } from "../../tests/support/directives.js";
import { openInsights, patterns } from "../../tests/support/insights.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import type { OpenOptions, Whetstone } from "../index.js";

const limits = ["insights.briefLimitMs=60000", "insights.captureLimitMs=60000"];

/**
 * Tasks, and what should be found for them: no word is in both. Checked below, for the model must do the
 * work.
 */
const bothWays = [
  ["Speed up the slow database queries", "Add an index so that SQL lookups are faster"],
  ["Encrypt passwords before storing", "Hash credentials with a salt"],
  ["Translate all messages into German", "Use gettext for localisation"],
] as const;

const words = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu));

async function opened(options: OpenOptions = {}) {
  return openInTemp({ ...options, set: [...limits, ...(options.set ?? [])] });
}

/** Every kind of lesson with the same text, among others. */
async function taught(ws: Whetstone, texts: readonly string[]): Promise<void> {
  for (const [n, text] of texts.entries()) {
    await ws.record(outcome({ strategy: text }));
    await ws.lessons.add(rule({ text }));
    await ws.deliberate({ role: "judge", run: `learn-${n}`, text: patterns(`${text}.`) });
  }
}

describe("lessons that are not about what is looked up", () => {
  const texts = [
    "Never force-push a shared branch of git",
    "Use pnpm install and never npm install here",
    "Start docker with service docker start",
    "Validate every request body with a schema",
  ];

  it.each([["with a model", []] as const, ["by words alone", ["retrieval.embedder=off"]] as const])(
    "they are not listed, %s",
    async (_how, set) => {
      const ws = await openInTemp({ set: [...set] });
      for (const text of texts) await ws.lessons.add(rule({ text }));
      const found = async (text: string) => (await ws.search({ text })).lessons.map((each) => each.text);
      expect(await found("a poem about the sea")).toEqual([]);
      const ofGit = await found("git checkout develop");
      expect(texts.slice(1).filter((text) => ofGit.includes(text))).toEqual([]);
      expect(await found("pnpm")).toEqual([texts[1]]);
      expect((await found("the docker service does not start"))[0]).toBe(texts[2]);
    },
  );
});

describe("a lesson that shares no word with the task", () => {
  it.each(bothWays)(
    "a lesson that shares no word with the task is found by meaning: %s: %s",
    async (task, text) => {
      expect([...words(task)].filter((word) => words(text).has(word))).toEqual([]);
      const ws = await opened();
      await taught(ws, [...topics.slice(0, 8), text]);
      const { by, model, lessons } = await ws.search({ text: task });
      expect(by).toBe("words and meaning");
      expect(model).toContain("static-deb-256");
      expect(lessons[0]?.text.replace(/\.$/, "")).toBe(text);
      for (const kind of ["strategy", "insight", "directive"] as const) {
        const [first] = (await ws.search({ text: task, kinds: [kind] })).lessons;
        expect({ kind: first?.kind, text: first?.text.replace(/\.$/, "") }).toEqual({ kind, text });
      }
      const coder = await ws.brief({ role: "coder", task, run: "r-1" });
      expect(coder.shown[0]?.text).toContain(text);
      expect(coder).toMatchObject({ by, model });
      const judge = await ws.brief({ role: "judge", task, run: "r-2" });
      expect(judge.shown[0]?.text).toContain(text);
      const { prompt, ...plan } = await ws.plan({ task });
      expect(prompt).toMatch(new RegExp(`Track Record\\n\\n- ${text}`));
      expect(plan).toMatchObject({ by, model });
    },
  );

  it.each(bothWays)(
    "a lesson that shares no word with the task does not come first when words alone are compared: %s",
    async (task, text) => {
      const ws = await opened({ set: ["retrieval.embedder=off"] });
      await taught(ws, [...topics.slice(0, 9), text]);
      const { lessons, by, model } = await ws.search({ text: task });
      expect({ by, model }).toEqual({ by: "words", model: null });
      expect(lessons[0]?.text ?? "").not.toContain(text);
      expect(await ws.plan({ task })).toMatchObject({ by, model });
      expect(await ws.brief({ role: "coder", task })).toMatchObject({ by, model });
    },
  );
});

describe("a lesson that the task says word for word", () => {
  it.each(topics)(
    "a lesson that the task has word for word comes first in a search, a brief and a plan: %s",
    async (text) => {
      const ws = await opened({ set: ["store.kind=memory"] });
      await taught(ws, topics);
      const [first] = (await ws.search({ text })).lessons;
      expect(first?.text.replace(/\.$/, "")).toBe(text);
      expect((await ws.brief({ role: "coder", task: text })).shown[0]?.text).toContain(text);
      expect((await ws.brief({ role: "judge", task: text })).shown[0]?.text).toContain(text);
      expect((await ws.plan({ task: text })).prompt).toMatch(new RegExp(`Track Record\\n\\n- ${text}`));
    },
  );
});

describe("the places in a brief", () => {
  it("the places in a brief are not taken by other roles' directives, however many are like the task", async () => {
    const ws = await opened({ set: ["store.kind=memory", "retrieval.candidates=5"] });
    for (let n = 0; n < 40; n += 1)
      await ws.lessons.add(
        rule({ text: `Round the prices of shop ${n} when shown`, appliesToAgents: ["designer"] }),
      );
    const { lesson } = await ws.lessons.add(rule({ text: "Prices are kept as whole cents" }));
    for (const text of topics.slice(0, 9)) await ws.lessons.add(rule({ text, priority: "high" }));
    const { shown } = await ws.brief({
      role: "coder",
      task: "Round the prices of the shop when they are shown",
    });
    expect(shown[0]?.lesson).toBe(lesson);
  });

  it("the places in a brief are not taken by insights, and a repetition comes after what is different", async () => {
    const { ws } = await openInsights({ set: ["store.kind=memory", "directives.briefMax=2"] });
    for (let n = 0; n < 30; n += 1)
      await ws.deliberate({
        role: "coder",
        run: `r-${n}`,
        text: patterns(`Always round the prices of shop ${n}.`),
      });
    const texts = [
      "Round the prices of the shop in cents only",
      "Round the prices of the shop in cents",
      "Check the shop's taxes",
    ];
    const lessons = [];
    for (const text of texts) lessons.push((await ws.lessons.add(rule({ text }))).lesson);
    const { shown } = await ws.brief({ role: "coder", task: "Round the prices of the shop, and its taxes" });
    const directives = shown.filter(({ kind }) => kind === "directive").map(({ text }) => text);
    expect(directives).toHaveLength(2);
    expect(directives.join()).toContain("taxes");
  });

  it("the places in a brief begin with the critical ones, like the task or not, inside the cap", async () => {
    const ws = await opened({ set: ["store.kind=memory", "directives.briefMax=3"] });
    for (const text of topics) await ws.lessons.add(rule({ text }));
    const { lesson } = await ws.lessons.add(
      rule({ text: "Zero the counters of the watchdog", priority: "critical" }),
    );
    const { shown } = await ws.brief({ role: "coder", task: topics[9] });
    expect(shown).toHaveLength(3);
    expect(shown[0]?.lesson).toBe(lesson);
    expect(shown[1]?.text).toContain(topics[9]);
  });
});

describe("a critical lesson that is about the query", () => {
  const query = "Round the prices of the shop when they are shown";
  /**
   * More lessons than are taken from words and from meaning, each more like the query than the critical one.
   */
  async function crowded(set: readonly string[] = []) {
    const ws = await opened({ set: ["store.kind=memory", "retrieval.candidates=5", ...set] });
    for (let n = 0; n < 20; n += 1)
      await ws.lessons.add(rule({ text: `Round the prices of shop ${n} when they are shown` }));
    return ws;
  }
  const about = "Cents decide: prices of the shop are never kept as fractions";
  const first = async (ws: Whetstone, text = query) => (await ws.search({ text, limit: 3 })).lessons[0];

  it.each([["by words alone", ["retrieval.embedder=off"]] as const, ["by words and meaning", []] as const])(
    "a critical lesson about the query is pinned whatever its rank, %s",
    async (_, set) => {
      const ws = await crowded(set);
      const { lesson } = await ws.lessons.add(rule({ text: about, priority: "critical" }));
      expect(await first(ws)).toMatchObject({ id: lesson, pinned: true });
      expect((await ws.search({ text: query, kinds: ["strategy"] })).lessons).toEqual([]);
    },
  );

  it("a critical lesson about the query is pinned from when a person makes it critical until a person changes it", async () => {
    const ws = await crowded();
    const { lesson } = await ws.lessons.add(rule({ text: about }));
    expect((await first(ws))?.pinned).toBe(false);
    await ws.lessons.set({ lesson, priority: "critical", reason: "it cost money" });
    expect(await first(ws)).toMatchObject({ id: lesson, pinned: true });
    await ws.lessons.set({ lesson, priority: "low", reason: "the shop is closed" });
    expect((await first(ws))?.pinned).toBe(false);
  });

  it("a critical lesson about the query is pinned from when it escalated", async () => {
    const ws = await crowded();
    const { lesson } = await ws.lessons.add(rule({ text: about }));
    await first(ws);
    for (const run of ["r-1", "r-2"]) await judged(ws, lesson, run);
    expect(await first(ws)).toMatchObject({ id: lesson, pinned: true });
  });

  it("a critical lesson is also pinned by a reader of the index file, and not when it is about something else", async () => {
    const set = ["retrieval.candidates=5", "retrieval.embedder=off"];
    const ws = await opened({ set });
    for (let n = 0; n < 80; n += 1)
      await ws.lessons.add(rule({ text: `Round the prices of shop ${n} when they are shown` }));
    const { lesson } = await ws.lessons.add(rule({ text: about, priority: "critical" }));
    await ws.search({ text: query });
    await ws.close();
    const again = await opened({ root: ws.folder, set });
    expect(await first(again)).toMatchObject({ id: lesson, pinned: true });
    const { lessons } = await again.search({
      text: "Round the prices of turbines when they are drained",
      limit: 100,
    });
    expect(lessons.length).toBeGreaterThan(1);
    expect(lessons.map(({ id }) => id)).not.toContain(lesson);
  });
});

describe("similar past tasks", () => {
  async function done(ws: Whetstone, taskId: string, task: string) {
    await ws.plan({ task, taskId });
    await ws.complete({ taskId: taskId, success: true });
  }
  const similar = (prompt: string) =>
    prompt
      .split("## Similar Past Tasks")[1]
      ?.split("##")[0]
      ?.match(/bd-\d+/g) ?? [];

  it("similar past tasks are found by meaning as well as by words, each once and never the task itself", async () => {
    const ws = await opened();
    await done(ws, "bd-1", "Add an index so that SQL lookups are faster");
    await done(ws, "bd-2", "Write the changelog entry");
    await done(ws, "bd-3", "Speed up the slow report");
    await ws.plan({ task: "Speed up the slow database queries", taskId: "bd-4" });
    const { prompt } = await ws.plan({ task: "Speed up the slow database queries", taskId: "bd-5" });
    expect([...similar(prompt)].sort()).toEqual(["bd-1", "bd-3"]);
    await ws.complete({ taskId: "bd-5", success: false });
    expect(
      similar((await ws.plan({ task: "Speed up the slow database queries", taskId: "bd-6" })).prompt)[0],
    ).toBe("bd-5");
    expect((await ws.search({ text: "Speed up the slow database queries" })).memory_queried).toBe(0);
  });

  it("similar past tasks are found by words when there is no model", async () => {
    const ws = await opened({ set: ["retrieval.embedder=off"] });
    await done(ws, "bd-1", "Add an index so that SQL lookups are faster");
    await done(ws, "bd-2", "Speed up the slow report");
    expect(similar((await ws.plan({ task: "Speed up the slow database queries" })).prompt)).toEqual(["bd-2"]);
  });

  it("similar past tasks are only those of the project", async () => {
    const [one, two] = [await opened(), await opened()];
    await done(one, "bd-1", "Speed up the slow report");
    expect(similar((await two.plan({ task: "Speed up the slow report" })).prompt)).toEqual([]);
  });
});

describe("projects", () => {
  it("projects never see each other's lessons, also in one data folder", async () => {
    const [one, two] = [await opened(), await opened()];
    await taught(one, [topics[0]]);
    await taught(two, [topics[1]]);
    expect(
      (await one.search({ text: `${topics[0]} ${topics[1]}` })).lessons.map(({ text }) =>
        text.replace(/\.$/, ""),
      ),
    ).toEqual(Array(3).fill(topics[0]));
    expect((await two.search({ text: topics[0] })).memory_queried).toBe(3);
    expect((await two.plan({ task: topics[0] })).prompt).not.toContain("Track Record\n\n- Close");
  });
});

describe("words that stand together as tags", () => {
  it("words that are tags together find each other's lessons once a phase has ended", async () => {
    const ws = await opened({ set: ["retrieval.embedder=off"] });
    const tags = ["ledger", "bookkeeping"];
    await ws.lessons.add(rule({ text: "Close the quarter in one go", tags }));
    await ws.lessons.add(rule({ text: "Ask the owner before a write-off", tags }));
    const { lesson } = await ws.lessons.add(rule({ text: "Never reopen an entry of bookkeeping by hand" }));
    const found = async () => (await ws.search({ text: "ledger" })).lessons.find(({ id }) => id === lesson);
    expect(await found()).toBeUndefined();
    await passPhase(ws, "build");
    expect((await found())?.why).toMatchObject({ synonyms: 0.15 });
    const { shown } = await ws.brief({ role: "coder", task: "ledger" });
    expect(shown.map((each) => each.lesson)).toContain(lesson);
  });

  it("words that are tags together are learned from two lessons and not from one", async () => {
    const ws = await opened({ set: ["retrieval.embedder=off"] });
    await ws.lessons.add(rule({ text: "Close the quarter in one go", tags: ["ledger", "bookkeeping"] }));
    await ws.lessons.add(rule({ text: "Never reopen an entry of bookkeeping by hand" }));
    await passPhase(ws, "build");
    expect((await ws.search({ text: "ledger" })).lessons).toHaveLength(1);
  });
});

describe("an anti-pattern in a search", () => {
  it("search warns with the prefix of the settings, as plan does", async () => {
    const ws = await opened({ set: ["antiPatterns.prefix=SHUN: "] });
    for (let n = 0; n < 3; n += 1)
      await ws.record(outcome({ strategy: "Split by file type", result: "failure" }));
    const { prompt } = await ws.plan({ task: "Add OAuth" });
    expect(prompt).toContain("- SHUN: Split by file type. Failed 3/3 times (100% failure rate)");
    const { lessons } = await ws.search({ text: "split by file" });
    expect(lessons).toMatchObject([{ kind: "anti_pattern", text: "SHUN: Split by file type." }]);
  });
});
