import { expect, it } from "vitest";
import { madeUpStream } from "./made-up.mjs";
import { pooled, recognition, score, tokensIn } from "./score.mjs";

/**
 * Two sessions fail the same way; a person labelled in the first that `deploy --slow` is the remedy. The
 * host's own tool fails in both.
 */
const calls = [
  ["one", "a1", "deploy --fast app", "deploy: no flag --fast"],
  ["one", "a2", "deploy --slow app"],
  ["one", "a3", "x", "File not read", { tool: "Edit" }],
  ["two", "b1", "ls"],
  ["two", "b2", "deploy --fast app", "deploy: no flag --fast"],
  ["two", "b3", "x", "File not read", { tool: "Edit" }],
  ["two", "b4", "deploy --fast app", "deploy: no flag --fast"],
];
const labels = {
  a1: { sig: "flag" },
  a3: { sig: "read" },
  b2: { sig: "flag", rep: 1 },
  b3: { sig: "read", rep: 1 },
  b4: { sig: "flag", rep: 1 },
};
const byHand = { a1: { kind: "misuse", cause: "no flag --fast", remedyId: "a2" } };
const stream = madeUpStream(calls, { labels, byHand });

const nothing = { said: [], claims: {}, causes: {}, heard: [], context: {} };
const right = '"deploy" fails: "deploy: no flag --fast". What worked once: "`deploy --slow app`"';
const wrong = '"deploy" fails: "deploy: no flag --fast". What worked once: "`sleep 9`"';
const atStart = (text) => ({ session: "two", index: 3, moment: "start", text });
const at = (id, moment, text) => {
  const { index, session } = stream.calls.get(id);
  return { session, index, id, moment, text };
};
const scored = (said, more = {}) => score(stream, { ...nothing, said, ...more });

it("counts what there is to meet, and nothing met when nothing is said", () => {
  expect(scored([])).toMatchObject({
    sessions: 2,
    failures: 5,
    lines: 0,
    met: { misuse: { part: 0, said: 0, of: 2 }, environment: { of: 0 }, work: { of: 0 } },
    metAll: { part: 0, of: 2 },
    metHost: { part: 0, of: 1 },
    announced: { part: 0, of: 2 },
    moments: {},
    tokens: { sessions: 2, lines: 0, worst: 0 },
    stops: { of: 0 },
    unsolved: { of: 0 },
  });
});

it("a right line at the start meets and announces both repeats", () => {
  const { met, metAll, announced, metHost, lines } = scored([atStart(right)]);
  expect({ met: met.misuse, metAll, announced, metHost, lines }).toEqual({
    met: { part: 2, of: 2, said: 2 },
    metAll: { part: 2, of: 2 },
    announced: { part: 2, of: 2 },
    metHost: { part: 0, of: 1 },
    lines: 1,
  });
});

it("a line with another remedy is said but does not meet", () => {
  expect(scored([atStart(wrong)]).met.misuse).toEqual({ part: 0, of: 2, said: 2 });
});

it("a line at the failure meets it and announces only the one after it", () => {
  const { met, announced } = scored([
    at("b2", "failure", "This failed before. What worked once: `deploy --slow app`"),
  ]);
  expect(met.misuse).toEqual({ part: 2, of: 2, said: 2 });
  expect(announced).toEqual({ part: 1, of: 2 });
});

it("a line after a failure, in another session or about something else does not meet it", () => {
  const late = scored([at("b4", "failure", right)]);
  expect(late.met.misuse.part).toBe(1);
  expect(scored([{ ...atStart(right), session: "one", index: 0 }]).met.misuse.part).toBe(0);
  expect(scored([atStart('"make" fails: "no rule". What worked: `deploy --slow app`')]).met.misuse.part).toBe(
    0,
  );
});

it("a line at the failure that quotes another failure is not about the one at hand", () => {
  const other = at("b2", "failure", "`make all` failed: no rule. What worked: `deploy --slow app`");
  const { met, metAll, moments } = scored([other]);
  expect([met.misuse.part, metAll.part]).toEqual([0, 0]);
  expect(moments.failure.came).toEqual({ part: 0, of: 1 });
});

it("a line that says that nothing worked meets nothing", () => {
  expect(scored([at("b2", "unsolved", right)]).metAll.part).toBe(0);
});

it("the kind of a repeat is the one that most labels of its signature have", () => {
  const more = {
    a1: byHand.a1,
    b2: { kind: "environment", remedyId: "" },
    b4: { kind: "environment", remedyId: "" },
  };
  const { met } = score(madeUpStream(calls, { labels, byHand: more }), nothing);
  expect([met.misuse.of, met.environment.of]).toEqual([0, 2]);
});

it("a remedy that edits a file is nothing to be said", () => {
  const edited = calls.map((call) =>
    call[1] === "a2" ? [...call.slice(0, 3), undefined, { tool: "Edit" }] : call,
  );
  const scoredHere = score(madeUpStream(edited, { labels, byHand }), nothing);
  expect(scoredHere.met.misuse.of).toBe(0);
  expect(scoredHere.remedies.labelled).toBe(0);
});

it("calls that were refused are no failures", () => {
  const refused = { ...labels, b4: { genuine: 0 } };
  expect(score(madeUpStream(calls, { labels: refused, byHand }), nothing)).toMatchObject({
    failures: 4,
    metAll: { of: 1 },
  });
});

it("meets the host's own failures apart", () => {
  expect(scored([at("b3", "failure", "What worked: read it again")]).metHost).toEqual({ part: 1, of: 1 });
});

it("relevance is by moment: what came, what named the remedy, what it cost", () => {
  const other = '"make" fails: "no rule for it". What worked: `x`';
  const tokens = (...texts) => {
    const lines = texts.reduce((sum, text) => sum + tokensIn(text), 0);
    return { sessions: 2, lines, worst: lines };
  };
  const { moments } = scored([
    atStart(right),
    atStart(other),
    at("b2", "failure", wrong),
    at("b1", "success", right),
  ]);
  expect(moments).toEqual({
    start: {
      came: { part: 1, of: 2 },
      right: { part: 1, of: 1 },
      tokens: tokens(right, other),
    },
    failure: { came: { part: 1, of: 1 }, right: { part: 0, of: 1 }, tokens: tokens(wrong) },
    success: { came: { part: 0, of: 1 }, right: { part: 0, of: 0 }, tokens: tokens(right) },
  });
});

it("a line at a prompt after the last such failure has not come", () => {
  const prompt = (index) => ({ session: "two", index, moment: "prompt", text: right });
  expect(scored([prompt(6), prompt(7)]).moments.prompt.came).toEqual({ part: 1, of: 2 });
});

it("tokens are those of the lines, and of all context, by session", () => {
  const { tokens } = scored([atStart("x fails ".repeat(5)), { ...atStart("x fails!"), session: "one" }], {
    context: { one: 7, two: 90 },
  });
  expect(tokens).toEqual({ sessions: 2, lines: 12, worst: 10, context: 97, worstContext: 90 });
});

it("a stop is right when the host flagged the call that was stopped", () => {
  const said = [at("b2", "call", right), at("b1", "call", right)];
  expect(scored(said).stops).toEqual({ part: 1, of: 2, printed: 1 });
});

it("a call that a pipe made look well counts as failed when it printed the error that a line quotes", () => {
  const piped = ["two", "b1", "deploy --fast app | tail", undefined, { output: "deploy: no flag --fast" }];
  const hidden = madeUpStream(
    calls.map((call) => (call[1] === "b1" ? piped : call)),
    { labels, byHand },
  );
  const said = [at("b1", "call", right), at("b1", "success", right)];
  const { stops, moments } = score(hidden, { ...nothing, said });
  expect(stops).toEqual({ part: 0, of: 1, printed: 1 });
  expect(moments.success.came).toEqual({ part: 1, of: 1 });
});

it("a stop comes before its own call", () => {
  expect(scored([at("b2", "call", right)]).announced.part).toBe(2);
  expect(scored([at("b4", "call", right)]).announced.part).toBe(1);
});

it('"nothing worked" is false when a label or the very same call says that something did', () => {
  const claim = [at("b2", "unsolved", "failed in 5 sessions and nothing worked")];
  expect(scored(claim).unsolved).toEqual({ part: 0, of: 1 });
  const unlabelled = madeUpStream(calls, { labels });
  expect(score(unlabelled, { ...nothing, said: claim }).unsolved).toEqual({ part: 1, of: 1 });
  const again = calls.map((call) => (call[1] === "a2" ? ["one", "a2", "cd app && deploy --fast app"] : call));
  expect(score(madeUpStream(again, { labels }), { ...nothing, said: claim }).unsolved.part).toBe(0);
});

it("a claimed remedy is right by the labelled call or its words", () => {
  const claimed = (text, found = []) => scored([], { claims: { a1: { calls: found, text } } }).remedies;
  expect(claimed("`ls`", ["a2"])).toEqual({ right: 1, claimed: 1, labelled: 1 });
  expect(claimed("`deploy --slow api`")).toEqual({ right: 1, claimed: 1, labelled: 1 });
  expect(claimed("`ls`")).toEqual({ right: 0, claimed: 1, labelled: 1 });
  expect(scored([]).remedies).toEqual({ right: 0, claimed: 0, labelled: 1 });
});

it('what works later in the same session does not make "nothing worked" false', () => {
  const own = madeUpStream([...calls, ["two", "b5", "deploy --fast app"]], { labels });
  const claim = [at("b4", "unsolved", "failed in 5 sessions and nothing worked")];
  expect(score(own, { ...nothing, said: claim }).unsolved).toEqual({ part: 1, of: 1 });
  const retried = calls.map((call) => (call[1] === "b3" ? ["two", "b3", "deploy --fast app"] : call));
  expect(score(madeUpStream(retried, { labels }), { ...nothing, said: claim }).unsolved.part).toBe(1);
});

it("remedies of the host's own failures are not counted", () => {
  const hosts = { ...byHand, a3: { kind: "misuse", remedyId: "a2" }, b2: { kind: "host", remedyId: "a2" } };
  const claims = { a3: { calls: ["a2"], text: "" }, b2: { calls: ["a2"], text: "" } };
  const found = score(madeUpStream(calls, { labels, byHand: hosts }), { ...nothing, claims }).remedies;
  expect(found).toEqual({ right: 0, claimed: 0, labelled: 1 });
});

it("a claim where the person saw no remedy is not right", () => {
  const none = madeUpStream(calls, { labels, byHand: { ...byHand, b2: { remedyId: "" } } });
  const claims = { b2: { calls: ["b4"], text: "`deploy --slow app`" } };
  expect(score(none, { ...nothing, claims }).remedies).toEqual({ right: 0, claimed: 1, labelled: 1 });
});

it("the causing line is compared with the labelled one", () => {
  expect(scored([], { causes: { a1: "deploy: no flag --fast" } }).cause).toEqual({ part: 1, of: 1, read: 1 });
  expect(scored([], { causes: { a1: "usage: deploy" } }).cause).toEqual({ part: 0, of: 1, read: 1 });
  expect(scored([]).cause).toEqual({ part: 0, of: 1, read: 0 });
});

it("corrections are counted by the labelled prompts of the stream", () => {
  const prompts = [
    { session: "one", ts: "t1", correction: 1, lasting: 1 },
    { session: "one", ts: "t2", correction: 1, lasting: 0 },
    { session: "one", ts: "t3", correction: 0, lasting: 0 },
    { session: "elsewhere", ts: "t4", correction: 1, lasting: 1 },
  ];
  const heard = ["one t1", "one t3", "one t9"];
  expect(score(madeUpStream(calls, { labels, prompts }), { ...nothing, heard }).prompts).toEqual({
    heard: 2,
    right: 1,
    corrections: 2,
    lastingHeard: 1,
    lasting: 1,
  });
});

it("recognition holds a reader of text against the host's flag, refused calls apart", () => {
  const refused = madeUpStream(calls, { labels: { ...labels, b4: { genuine: 0 } } });
  const reader = ({ id }) => id === "a1" || id === "a2" || id === "b4";
  expect(recognition(refused, reader)).toEqual({ hit: 1, falseAlarm: 1, missed: 3 });
});

it("pooled adds counts, compares worst ones and keeps moments that only one stream has", () => {
  const one = scored([atStart(right)], { context: { two: 30 } });
  const other = scored([at("b2", "failure", wrong)], { context: { two: 50 } });
  const both = pooled([one, other]);
  expect(both.met.misuse).toEqual({ part: 2, of: 4, said: 4 });
  expect(both.tokens.worstContext).toBe(50);
  expect(both.tokens.context).toBe(80);
  expect(Object.keys(both.moments)).toEqual(["start", "failure"]);
});
