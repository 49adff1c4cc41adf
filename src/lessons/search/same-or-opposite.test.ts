import { describe, expect, it } from "vitest";
import { rule } from "../../../tests/support/directives.js";
import { eventsOf, openInsights, patterns } from "../../../tests/support/insights.js";
import { openInTemp } from "../../../tests/support/whetstone.js";

type Pair = readonly [one: string, other: string];

/** The same in other words: one lesson, confirmed. */
const same: readonly Pair[] = [
  ["Always close file handles before a rename", "Close the file handles before renaming"],
  ["Run the migrations before deploying", "Run migrations before you deploy"],
  ["Remove temporary files after every run", "Delete temp files after each run"],
  ["Never store passwords in plain text", "Do not store passwords in plaintext"],
  ["Use UTC for all timestamps", "All timestamps must be in UTC"],
  ["Log the request id with every error", "Every error must be logged with the request id"],
  ["Always pin dependency versions", "Dependency versions should be pinned"],
  ["Always retry failed uploads three times", "Failed uploads should be retried 3 times"],
  ["Check the return value of every system call", "Always check system call return values"],
  ["Always escape HTML in user comments", "HTML in user comments must be escaped"],
  ["Lock the row before you update the balance", "Before updating the balance, always lock the row"],
  ["Never commit secrets to the repository", "Do not commit secrets to the repo"],
];

/** Each denies the other: both stay, and it is said. */
const opposite: readonly Pair[] = [
  ["Always retry failed uploads", "Never retry failed uploads"],
  ["Always enable the query cache in production", "Always disable the query cache in production"],
  ["Always run lint before the build", "Always run lint after the build"],
  ["Always commit generated files", "Never commit generated files"],
  ["Mocks are always allowed in integration tests", "Mocks are always forbidden in integration tests"],
  ["Always use tabs for indentation", "Always use spaces for indentation"],
  ["Prefer composition over inheritance, always", "Prefer inheritance over composition, always"],
  ["Always include vendor files in the index", "Always exclude vendor files from the index"],
  ["Code must be reviewed before merging", "Code must not be reviewed before merging"],
];

/** Near in words or meaning, and not the same: both stay, and nothing is said. */
const different: readonly Pair[] = [
  ["Always retry the upload 3 times", "Always retry the upload 5 times"],
  ["Always time out after 30 seconds", "Always time out after 30 minutes"],
  ["Always limit uploads to 10 MB", "Always limit uploads to 10 GB"],
  ["Always validate every request body", "Always validate every response body"],
  ["Always close file handles before a rename", "Always close database connections before a rename"],
  ["Always use Python 3.11 in CI", "Always use Python 3.12 in CI"],
  ["Always validate user input", "Benutzereingaben müssen immer geprüft werden"],
  ["Всегда проверяй ввод пользователя", "Always check the input of the user"],
  ["Always run the tests in CI", "Always run the linter in CI"],
  ["Always set `maxRetries` to the default", "Always set `maxDelay` to the default"],
  ["Always encrypt backups at rest", "Always encrypt traffic in transit"],
  ["Always write docs for the public API", "Always write tests for the public API"],
  ["The api module must not import the store module", "The store module must not import the api module"],
  ["Always deploy on Mondays", "Always deploy on Tuesdays"],
];

const merged = "a confirmation";
const flagged = "a contradiction";
const kept = "two lessons";
const table = [
  ...same.map((pair) => [...pair, merged] as const),
  ...opposite.map((pair) => [...pair, flagged] as const),
  ...different.map((pair) => [...pair, kept] as const),
].flatMap(([one, other, what]) => [[one, other, what] as const, [other, one, what] as const]);

describe("a directive that comes in beside another", () => {
  it.each(table)("a directive beside another is compared: %s / %s: %s", async (one, other, what) => {
    const ws = await openInTemp({ set: ["store.kind=memory"] });
    const first = await ws.lessons.add(rule({ text: one }));
    const second = await ws.lessons.add(rule({ text: other }));
    expect(second.merged).toBe(what === merged);
    expect(second.contradicts).toBe(what === flagged ? first.lesson : null);
    expect((await ws.lessons.list({ kind: "directive" })).total).toBe(what === merged ? 1 : 2);
    expect(second.compared).not.toBe("text alone");
  });
});

describe("an insight that a role brings beside another", () => {
  it.each(table)("an insight beside another is compared: %s / %s: %s", async (one, other, what) => {
    const { ws } = await openInsights();
    const said = async (text: string, run: string) => {
      const { insights } = await ws.deliberate({ role: "judge", run, text: patterns(`${text}.`) });
      expect(insights).toHaveLength(1);
      return insights[0];
    };
    const first = await said(one, "r-1");
    const second = await said(other, "r-2");
    expect(second?.merged).toBe(what === merged);
    expect(second?.lesson === first?.lesson).toBe(what === merged);
    expect(second?.contradicts).toBe(what === flagged ? first?.lesson : null);
    expect((await ws.lessons.list({ kind: "insight" })).total).toBe(what === merged ? 1 : 2);
    if (what === merged) expect(second?.state).toBe("candidate");
    if (what === flagged)
      expect((await ws.explain({ id: first?.lesson ?? "" })).answer.join(" ")).toContain(
        `the opposite of ${second?.lesson}`,
      );
  });
});

describe("insights in other words", () => {
  const [one, other] = [
    "Always close file handles before a rename.",
    "Close the file handles before renaming.",
  ];

  it("insights in other words confirm nothing when the role was shown them in this run", async () => {
    const { ws } = await openInsights();
    const at = { labels: ["bug"], taskId: "bd-1" };
    await ws.deliberate({ role: "judge", run: "r-1", ...at, text: patterns(one) });
    await ws.deliberate({ role: "judge", run: "r-2", labels: ["auth"], taskId: "bd-2", text: patterns(one) });
    await ws.brief({ role: "judge", run: "r-3", labels: ["bug"] });
    const own = await ws.deliberate({ role: "judge", run: "r-3", ...at, text: patterns(other) });
    expect(own.insights).toMatchObject([{ echo: true, merged: true }]);
    const { shown } = await ws.brief({ role: "auditor", run: "r-4", labels: ["bug"] });
    expect(shown).toHaveLength(1);
    const borrowed = await ws.deliberate({ role: "auditor", run: "r-4", ...at, text: patterns(other) });
    expect(borrowed.insights).toMatchObject([{ echo: true, merged: true }]);
  });

  it("insights in other words are one sighting when one deliberation has them twice", async () => {
    const { ws } = await openInsights();
    const { insights } = await ws.deliberate({ role: "judge", text: patterns(one, other) });
    expect(insights.map(({ lesson }) => lesson)).toEqual([insights[0]?.lesson, insights[0]?.lesson]);
    expect(insights.map(({ echo }) => echo)).toEqual([false, true]);
    expect(insights[0]?.state).toBe("observed");
  });

  it("insights in other words do not bring back what a person deprecated", async () => {
    const { ws } = await openInsights();
    const { insights } = await ws.deliberate({ role: "judge", run: "r-1", text: patterns(one) });
    const lesson = insights[0]?.lesson ?? "";
    await ws.lessons.retire({ lessons: [lesson], reason: "it is wrong" });
    const again = await ws.deliberate({ role: "judge", run: "r-2", text: patterns(other) });
    expect(again.insights).toMatchObject([{ lesson, merged: true, state: "deprecated" }]);
  });

  it("insights in other words are forgotten in every wording", async () => {
    const { ws } = await openInsights();
    const { insights } = await ws.deliberate({ role: "judge", run: "r-1", text: patterns(one) });
    await ws.deliberate({ role: "judge", run: "r-2", text: patterns(other) });
    await ws.lessons.forget({ lesson: insights[0]?.lesson ?? "", reason: "a secret" });
    expect(JSON.stringify(await eventsOf(ws, "lesson-observed"))).not.toContain("renaming");
  });

  it("insights in other words are the same after a rebuild", async () => {
    const { ws } = await openInsights();
    for (const [run, text] of [one, other, "Never close file handles before a rename."].entries())
      await ws.deliberate({ role: "judge", run: `r-${run}`, text: patterns(text) });
    const before = await ws.lessons.list();
    await ws.rebuild();
    expect(await ws.lessons.list()).toEqual(before);
    expect(before.total).toBe(2);
  });
});

describe("two writers", () => {
  it("two writers of one store keep one lesson of what both say, whichever writes second", async () => {
    const ws = await openInTemp({ set: ["insights.captureLimitMs=60000"] });
    const others = await Promise.all(
      [1, 2, 3].map(() => openInTemp({ root: ws.folder, set: ["insights.captureLimitMs=60000"] })),
    );
    const wordings = same.slice(0, 4);
    for (const [index, [one, other]] of wordings.entries()) {
      const said = [one, other, one, other];
      await Promise.all(
        [ws, ...others].map((each, n) =>
          each.deliberate({ role: "judge", run: `r-${index}-${n}`, text: patterns(`${said[n]}.`) }),
        ),
      );
      await Promise.all([ws, ...others].map((each, n) => each.lessons.add(rule({ text: said[n] ?? "" }))));
    }
    expect((await ws.lessons.list({ kind: "insight" })).total).toBe(wordings.length);
    expect((await ws.lessons.list({ kind: "directive" })).total).toBe(wordings.length);
    expect((await ws.doctor()).checks.find(({ name }) => name === "views")?.state ?? "ok").toBe("ok");
  });
});

describe("without an index", () => {
  it("a directive is compared by its text alone without an index, and the answer reports it", async () => {
    const ws = await openInTemp({ set: ["retrieval.embedder=off"] });
    await ws.lessons.add(rule({ text: same[0]?.[0] ?? "" }));
    expect(await ws.lessons.add(rule({ text: same[0]?.[1] ?? "" }))).toMatchObject({
      merged: true,
      compared: "words",
    });
  });
});
