import { describe, expect, it } from "vitest";
import { directiveOf, rule, topics } from "../../../tests/support/directives.js";
import { eventsOf, openInsights } from "../../../tests/support/insights.js";
import type { Input } from "../../index.js";

const text = "Validate every request body with a schema";

const agent = "agent:coder";

describe("a new directive", () => {
  it.each([
    ["both", rule(), []],
    ["a forbidden action and a tool", { text, forbiddenActions: ["eval"], appliesToTools: ["Bash"] }, []],
    ["a check in words", rule({ requiredActions: [], verificationChecks: ["the tests cover it"] }), []],
    ["no check", rule({ requiredActions: [] }), ["missing_predicate"]],
    ["blank checks", rule({ requiredActions: [" "], verificationChecks: ["-"] }), ["missing_predicate"]],
    ["no scope", rule({ appliesToAgents: [] }), ["missing_scope"]],
    ["neither", { text }, ["missing_predicate", "missing_scope"]],
  ] as const)(
    "an agent's directive with %s is a proposal, or in quarantine with the reason",
    async (_what, input, missing) => {
      const { ws } = await openInsights();
      const state = missing.length === 0 ? "proposed" : "quarantined";
      const { lesson, ...added } = await ws.lessons.add({ ...input, origin: agent } as Input<"lessons add">);
      expect(added).toMatchObject({
        status: state,
        missing,
        merged: false,
        contradicts: null,
        capped: false,
      });
      const { lessons } = await ws.lessons.list({ kind: "directive", state });
      expect(lessons).toMatchObject([{ id: lesson, text, state, missing }]);
      const shown = await ws.brief({ role: "coder", tools: ["Bash"] });
      expect(shown.shown.map((each) => each.lesson)).toEqual(missing.length === 0 ? [lesson] : []);
      expect(shown.text).not.toMatch(/delegate_knowledge_directives|KNOWLEDGE_APPLIED|MUST:|AVOID:/);
    },
  );

  it.each([
    ["both", rule(), []],
    [
      "a predicate",
      rule({ requiredActions: [], verificationPredicate: "grep:eval:**/*.ts", filesComeLater: true }),
      [],
    ],
    ["no check", rule({ requiredActions: [] }), ["check"]],
    ["no scope", rule({ appliesToAgents: [] }), ["scope"]],
    ["neither", { text }, ["check", "scope"]],
    ["nothing to enforce", rule({ enforcement: "enforce" }), ["forbidden_action"]],
  ] as const)(
    "a person's directive with %s is active, and the list says what it lacks",
    async (_, input, lacks) => {
      const { ws } = await openInsights();
      const { lesson, ...added } = await ws.lessons.add(input as Input<"lessons add">);
      expect(added).toMatchObject({ status: "active", missing: [], priority: "medium", merged: false });
      expect(await directiveOf(ws, lesson)).toMatchObject({ state: "active", lacks });
      const { shown, text: block } = await ws.brief({ role: "coder" });
      expect(shown.map((each) => each.lesson)).toEqual([lesson]);
      expect(block).toContain(`medium: ${text}`);
    },
  );

  it.each(["................", "TODO TODO TODO TODO", "🚀".repeat(16), "a".repeat(40)])(
    "an agent's text without sense, such as %j, is refused",
    async (junk) => {
      const { ws } = await openInsights();
      await expect(ws.lessons.add(rule({ text: junk, origin: agent }))).rejects.toMatchObject({
        field: "text",
        message: expect.stringContaining("says nothing that could be followed"),
      });
    },
  );

  it("a key or token in a directive is blanked before it is kept", async () => {
    const { ws } = await openInsights();
    const key = `sk-proj-${"aB3".repeat(12)}`;
    const added = await ws.lessons.add(
      rule({ text: `Call the API with ${key} as the key`, requiredActions: [`export KEY=${key}`] }),
    );
    expect(added.text).toBe("Call the API with [secret removed] as the key");
    expect(JSON.stringify(await eventsOf(ws, "lesson-proposed"))).not.toContain(key);
  });

  it("a new directive is never lost: in quarantine it is listed, counted and can be edited until it is active", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add({ text, origin: agent });
    expect((await ws.report()).directives).toMatchObject({ total: 1, proposed: 0, quarantined: 1 });
    const curator = { lesson, origin: "agent:curator" };
    expect(await ws.lessons.harden({ ...curator, appliesToAgents: ["coder"] })).toMatchObject({
      status: "quarantined",
      missing: ["missing_predicate"],
    });
    expect(await ws.lessons.harden({ ...curator, requiredActions: ["parse the body"] })).toMatchObject({
      status: "proposed",
      missing: [],
    });
    expect((await ws.lessons.list({ kind: "directive", state: "quarantined" })).total).toBe(0);
    expect((await ws.report()).directives).toMatchObject({ total: 1, proposed: 1, quarantined: 0 });
    expect((await ws.status()).states.directives).toMatchObject({ proposed: 1, active: 0 });
    expect(await ws.lessons.harden({ lesson, triggers: ["a new endpoint"] })).toMatchObject({
      status: "active",
    });
    const { events } = await ws.explain({ id: lesson });
    expect(events.map(({ type }) => type)).toEqual([
      "lesson-proposed",
      "lesson-quarantined",
      "lesson-hardened",
      "lesson-quarantined",
      "lesson-hardened",
      "lesson-activated",
      "lesson-hardened",
      "lesson-activated",
    ]);
  });

  it.each([
    ["too short", { text: "Be careful" }, "text", /10 characters; a rule has 15 to 500/],
    ["too long", { text: "word ".repeat(110) }, "text", /549 characters/],
    ["with a field of one's own", { ...rule(), severity: "high" }, "severity", /no such field/],
    ["with an unknown priority", { ...rule(), priority: "urgent" }, "priority", /critical/],
    [
      "with a broken pattern",
      rule({ verificationPredicate: "grep:(:src" }),
      "verificationPredicate",
      /at character 6/,
    ],
    [
      "with a file that is not there",
      rule({ citations: ["src/gone.ts"] }),
      "citations",
      /no file 'src\/gone\.ts'/,
    ],
    ["with a shell", rule({ verificationPredicate: "rm -rf /" }), "verificationPredicate", /at character 1/],
    [
      "with a predicate by a model",
      rule({ verificationPredicate: "grep:x:*.ts", origin: "llm:some-model" }),
      "verificationPredicate",
      /only a person/,
    ],
  ])(
    "a directive that is %s is refused with its field, and nothing is written",
    async (_what, input, field, message) => {
      const { ws } = await openInsights();
      const refused = ws.lessons.add(input as Input<"lessons add">);
      await expect(refused).rejects.toMatchObject({
        code: "invalid_input",
        field,
        message: expect.stringMatching(message),
      });
      expect(await ws.status()).toMatchObject({
        log: { events: 0 },
        rejected: 1,
        lessons: { directives: 0 },
      });
    },
  );

  it("a directive that is too long is refused with shorter sentences that would be accepted", async () => {
    const { ws } = await openInsights();
    const long = [...topics, ...topics].map((topic) => `${topic}.`).join(" ");
    const refused = await ws.lessons.add({ text: long }).catch((error: { next: string }) => error.next);
    expect(refused).toContain(`"${topics[0]}. ${topics[1]}.`);
  });

  it("a predicate is also refused later, unless a person writes it", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule());
    const verificationPredicate = "grep:eval:**/*.ts";
    const byModel = ws.lessons.harden({ lesson, verificationPredicate, origin: "llm:some-model" });
    await expect(byModel).rejects.toMatchObject({ field: "verificationPredicate" });
    const broken = ws.lessons.harden({ lesson, verificationPredicate: "grep:[:x" });
    await expect(broken).rejects.toMatchObject({ message: expect.stringMatching(/at character \d/) });
    await ws.lessons.harden({ lesson, verificationPredicate, filesComeLater: true });
    expect(await eventsOf(ws, "lesson-hardened")).toMatchObject([{ data: { verificationPredicate } }]);
  });
});

describe("a directive like a known one", () => {
  it("a directive like a known one confirms that one and adds nothing", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule());
    for (const again of [
      "validate EVERY request body with a schema.",
      "Always validate every request body with a schema",
    ])
      expect(await ws.lessons.add({ text: again, origin: "agent:coder" })).toMatchObject({
        lesson,
        merged: true,
      });
    expect((await ws.explain({ id: lesson })).numbers).toMatchObject({ confirmations: 2 });
    expect((await ws.status()).lessons.directives).toBe(1);
    expect(await directiveOf(ws, lesson)).toMatchObject({ origin: "human", text });
  });

  it("a directive that says the opposite of a known one is a contradiction for a person, never a confirmation", async () => {
    const { ws } = await openInsights();
    const always = await ws.lessons.add(rule({ text: "Always use prepared statements for SQL queries" }));
    const never = await ws.lessons.add(rule({ text: "Never use prepared statements for SQL queries" }));
    expect(never).toMatchObject({
      status: "quarantined",
      missing: ["contradiction"],
      contradicts: always.lesson,
      merged: false,
    });
    expect((await ws.explain({ id: always.lesson })).numbers).toMatchObject({ confirmations: 0 });
    expect((await directiveOf(ws, always.lesson)).contradicts).toEqual([never.lesson]);
    expect((await ws.explain({ id: never.lesson })).answer.join(" ")).toContain(
      `the opposite of ${always.lesson}`,
    );
    expect(await ws.lessons.harden({ lesson: never.lesson, requiredActions: ["more"] })).toMatchObject({
      status: "quarantined",
    });
    const { shown } = await ws.brief({ role: "coder" });
    expect(shown.map(({ lesson }) => lesson)).toEqual([always.lesson]);
    expect(await ws.lessons.activate({ lesson: never.lesson, reason: "both hold" })).toMatchObject({
      status: "active",
      missing: [],
    });
  });

  it("directives are compared in any script: texts without Latin letters are not merged into one", async () => {
    const { ws } = await openInsights();
    const texts = [
      "すべての入力をスキーマで検証してください",
      "変更の前に必ずテストを実行してください",
      "Всегда закрывайте файлы перед переименованием",
      "Никогда не храните секреты в репозитории",
      "تحقق دائما من صحة المدخلات قبل حفظها",
      "ห้ามเก็บรหัสผ่านไว้ในซอร์สโค้ดของโครงการ",
      "🚀".repeat(16),
      "🔥".repeat(16),
    ];
    for (const each of texts) expect(await ws.lessons.add({ text: each })).toMatchObject({ merged: false });
    for (const each of texts.slice(0, 6))
      expect(await ws.lessons.add({ text: each })).toMatchObject({ merged: true });
    expect((await ws.lessons.list({ kind: "directive" })).total).toBe(texts.length);
  });
});

describe("a retired directive", () => {
  const putAway = async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
    await ws.lessons.retire({ lessons: [lesson], reason: "no longer true" });
    return { ws, lesson };
  };

  it.each(["agent:coder", "tool:web", "llm:some-model", "import:rules.md"])(
    "a retired directive does not come back because %s adds it again",
    async (origin) => {
      const { ws, lesson } = await putAway();
      const again = await ws.lessons.add(rule({ priority: "low", origin }));
      expect(again).toMatchObject({ lesson, status: "archived", merged: true, capped: false });
      expect(await directiveOf(ws, lesson)).toMatchObject({
        state: "archived",
        origin: "human",
        priority: "critical",
      });
      expect((await ws.brief({ role: "coder" })).shown).toEqual([]);
      expect((await ws.status()).lessons.directives).toBe(1);
    },
  );

  it("a retired directive comes back when a person adds it again, and counts once", async () => {
    const { ws, lesson } = await putAway();
    expect(await ws.lessons.add(rule())).toMatchObject({ lesson, status: "active", merged: true });
    expect((await ws.brief({ role: "coder" })).shown.map((each) => each.lesson)).toEqual([lesson]);
    expect((await ws.status()).lessons.directives).toBe(1);
    expect((await ws.report()).directives).toMatchObject({ total: 1, quarantined: 0 });
    expect(await eventsOf(ws, "lesson-proposed")).toHaveLength(1);
    const healthy = { name: "read models", state: "ok" };
    expect((await ws.doctor()).checks).toContainEqual(expect.objectContaining(healthy));
  });

  it("the rejected side of a contradiction does not come back when an agent adds it again", async () => {
    const { ws } = await openInsights();
    await ws.lessons.add(rule({ text: "Always use prepared statements for SQL queries" }));
    const never = rule({ text: "Never use prepared statements for SQL queries" });
    const { lesson } = await ws.lessons.add(never);
    await ws.lessons.retire({ lessons: [lesson], reason: "wrong" });
    expect(await ws.lessons.add({ ...never, origin: "agent:coder" })).toMatchObject({ status: "archived" });
  });
});

describe("persons only", () => {
  it.each(["agent:architect", "agent:coder", "tool:web", "llm:some-model"])(
    "only persons decide on directives, not %s",
    async (origin) => {
      const { ws } = await openInsights();
      const { lesson } = await ws.lessons.add({ text, origin: agent });
      const decision = { reason: "it is fine", origin };
      const why = { lesson, ...decision };
      await expect(ws.lessons.activate(why)).rejects.toMatchObject({ field: "origin" });
      await expect(ws.lessons.set({ ...why, priority: "critical" })).rejects.toMatchObject({
        field: "origin",
      });
      await expect(ws.lessons.promote(why)).rejects.toMatchObject({ field: "origin" });
      await expect(ws.lessons.share({ lesson, to: "global", origin })).rejects.toMatchObject({
        field: "origin",
      });
      await expect(ws.lessons.retire({ lessons: [lesson], ...decision })).rejects.toMatchObject({
        field: "origin",
      });
      expect((await ws.status()).rejected).toBe(5);
      await expect(ws.lessons.forget(why)).rejects.toMatchObject({ code: "invalid_input", field: "origin" });
      expect(await directiveOf(ws, lesson)).toMatchObject({ state: "quarantined", priority: "medium", text });
      expect(await eventsOf(ws, "lesson-forgotten")).toEqual([]);
    },
  );

  it("only persons change an active directive, and anyone can make a quarantined one checkable", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(
      rule({ appliesToTools: ["Bash"], forbiddenActions: ["git push --force"], enforcement: "enforce" }),
    );
    const wider = { lesson, forbiddenActions: ["Bash"] };
    for (const origin of ["agent:coder", "agent:architect", "tool:web", "llm:some-model"])
      await expect(ws.lessons.harden({ ...wider, origin })).rejects.toMatchObject({ field: "lesson" });
    expect((await ws.checkTool({ tool: "Bash", command: "ls" })).decision).toBe("allow");
    await ws.lessons.harden(wider);
    expect((await ws.checkTool({ tool: "Bash", command: "ls" })).decision).toBe("deny");
    await ws.lessons.retire({ lessons: [lesson], reason: "too wide" });
    const byAgent = ws.lessons.harden({ lesson, triggers: ["a new one"], origin: "agent:coder" });
    await expect(byAgent).rejects.toMatchObject({ field: "lesson" });
  });

  it("persons activate, set and retire a directive, each with a reason", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add({ text });
    for (const reason of ["", undefined]) {
      const call = { lesson, reason } as never;
      for (const verb of [ws.lessons.activate, ws.lessons.set])
        await expect(verb(call)).rejects.toMatchObject({ field: "reason" });
      const retire = { lessons: [lesson], reason } as never;
      await expect(ws.lessons.retire(retire)).rejects.toMatchObject({ field: "reason" });
    }
    expect(await ws.lessons.activate({ lesson, reason: "it is clear enough" })).toMatchObject({
      status: "active",
    });
    expect(await ws.lessons.set({ lesson, enforcement: "enforce", reason: "it matters" })).toMatchObject({
      priority: "medium",
      enforcement: "enforce",
    });
    expect(await ws.lessons.retire({ lessons: [lesson], reason: "the server is gone" })).toMatchObject({
      retired: [{ lesson, before: "active", state: "archived" }],
    });
    expect((await ws.lessons.list({ kind: "directive", state: "archived" })).total).toBe(1);
    expect((await ws.brief({ role: "coder" })).shown).toEqual([]);
  });

  it("reset refuses a directive, and every change an unknown lesson, with the reason", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule());
    const why = { lesson, reason: "x" };
    await expect(ws.lessons.reset(why)).rejects.toMatchObject({
      next: expect.stringContaining("lessons set"),
    });
    const unknown = { lesson: "directive-00000000", reason: "x" };
    await expect(ws.lessons.retire({ lessons: [unknown.lesson], reason: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    for (const verb of [ws.lessons.activate, ws.lessons.set, ws.lessons.promote])
      await expect(verb(unknown)).rejects.toMatchObject({ code: "not_found", field: "lesson" });
    await expect(ws.lessons.harden({ lesson: unknown.lesson })).rejects.toMatchObject({ code: "not_found" });
  });
});
