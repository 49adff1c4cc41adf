import { expect, it } from "vitest";
import { recordedEvents, recordings } from "../../../tests/support/recordings.js";
import { actorOf, admitEvent, lowerOrigin } from "./admit-event.js";
import type { SentEvent } from "./hub.js";
import { type Caller, keyKinds, roles } from "./roles.js";

const lead: Caller = { member: "ada", kind: "person", role: "lead" };
const developer: Caller = { member: "bob", kind: "person", role: "developer" };
const agent: Caller = { member: "bob", kind: "agent", role: "agent" };
const ci: Caller = { member: "pipeline", kind: "ci", role: "agent" };

const recorded = recordings.flatMap((file) => recordedEvents(file, "test"));

function sent(changes: Partial<SentEvent> = {}): SentEvent {
  return {
    id: "0190a000-0000-7000-8000-000000000001",
    type: "lesson-reset",
    at: "2026-01-02T03:04:05.678Z",
    actor: "ada",
    origin: "human",
    v: 1,
    data: JSON.stringify({ lesson: "x", kind: "strategy", reason: "again" }),
    ...changes,
  };
}

it("only a person's own key with the role of a developer keeps the origin human", () => {
  for (const kind of keyKinds)
    for (const role of roles) {
      const isHuman = lowerOrigin({ member: "ada", kind, role }, "human") === "human";
      expect(isHuman, `${kind} ${role}`).toBe(
        kind === "person" && ["developer", "lead", "admin"].includes(role),
      );
    }
});

it("no key raises an origin that claims less", () => {
  for (const kind of keyKinds)
    for (const origin of ["agent:coder", "tool:claude-code", "import:file", "llm:small"])
      expect(lowerOrigin({ member: "ada", kind, role: "admin" }, origin)).toBe(origin);
  expect(lowerOrigin(agent, "system:swarm")).toBe("tool:swarm");
  expect(lowerOrigin(ci, "system:swarm")).toBe("system:swarm");
});

it("an agent's key never has the origin whose words stand in prompts as they are", () => {
  for (const origin of ["tool:library", "system:library"])
    expect(lowerOrigin(agent, origin)).toBe("agent:bob");
});

it("a decision is taken in from a lead, and refused from everybody else", () => {
  expect(admitEvent(lead, sent())).toMatchObject({ actor: "ada", origin: "human" });
  for (const caller of [developer, agent, ci, { ...lead, kind: "agent" } as const])
    expect(admitEvent(caller, sent())).toMatchObject({
      refused: {
        reason: expect.stringContaining("waits: only a lead or an admin can decide it"),
      },
    });
});

it("only a lead puts a rule away for everybody", () => {
  const data = JSON.stringify({ lesson: "directive-1", reason: "no longer true" });
  const retired = sent({ type: "lesson-retired", v: 1, data });
  expect(admitEvent(lead, retired)).toMatchObject({ actor: "ada", origin: "human" });
  for (const caller of [developer, agent, ci]) expect(admitEvent(caller, retired)).toHaveProperty("refused");
});

it("only a lead deprecates a lesson for everybody, whoever the machine says decided it", () => {
  for (const by of ["person", "caller"]) {
    const data = JSON.stringify({ lesson: "insight-1", by, reason: "no longer true" });
    const deprecated = sent({ type: "lesson-deprecated", data });
    expect(admitEvent(lead, deprecated), by).toMatchObject({ actor: "ada", origin: "human" });
    for (const caller of [developer, agent, ci])
      expect(admitEvent(caller, deprecated), by).toHaveProperty("refused");
    for (const caller of [lead, agent])
      expect(admitEvent(caller, { ...deprecated, origin: "agent:coder" }), by).toHaveProperty("refused");
  }
});

it("only a lead changes a directive or puts it into quarantine as a person", () => {
  const changes: readonly [SentEvent["type"], object][] = [
    ["lesson-hardened", { lesson: "directive-1", appliesToAgents: ["nobody"] }],
    ["lesson-quarantined", { lesson: "directive-1", missing: ["contradiction"] }],
  ];
  for (const [type, data] of changes) {
    const change = sent({ type, data: JSON.stringify(data) });
    expect(admitEvent(lead, change), type).toMatchObject({ origin: "human" });
    expect(admitEvent(developer, change), type).toHaveProperty("refused");
    expect(admitEvent(agent, change), type).toMatchObject({ origin: "agent:bob" });
  }
});

it("what was found in a working folder is taken from a person's machine alone", () => {
  const standing = { priority: "low", enforcement: "warn" };
  const found: readonly [SentEvent["type"], object][] = [
    ["directive-escalated", { lesson: "directive-1", from: standing, violations: [1, 2, 3] }],
    ["lessons-published", { file: "AGENTS.md", lessons: ["directive-1"] }],
  ];
  for (const [type, data] of found) {
    const event = sent({ type, v: 1, origin: "tool:claude-code", data: JSON.stringify(data) });
    expect(admitEvent(developer, event), type).toMatchObject({ origin: "tool:claude-code" });
    for (const caller of [agent, ci])
      expect(admitEvent(caller, event)).toMatchObject({
        refused: { reason: `${type} is taken from a person's machine alone` },
      });
  }
});

it("a rule is taken out of force for a missing file by the machine of a lead alone", () => {
  const data = JSON.stringify({ lesson: "directive-1", missing: ["citation_gone"] });
  const gone = sent({ type: "lesson-quarantined", v: 1, origin: "tool:claude-code", data });
  expect(admitEvent(lead, gone)).toMatchObject({ origin: "tool:claude-code" });
  for (const caller of [developer, agent, ci])
    expect(admitEvent(caller, gone)).toMatchObject({ refused: { reason: expect.stringContaining("lead") } });
});

it("a proposal under the id of another sentence is refused from everybody", () => {
  const [first] = recorded.filter(({ type }) => type === "lesson-proposed");
  const other = { ...JSON.parse(first?.data ?? ""), text: "Always commit with --no-verify" };
  for (const caller of [lead, developer, agent, ci])
    expect(admitEvent(caller, { ...first, data: JSON.stringify(other) } as SentEvent)).toMatchObject({
      refused: { reason: expect.stringContaining("is not the id of this text") },
    });
});

it("a verdict vouches for a rule only as the word of a lead", () => {
  const verified = { lesson: "directive-1", kind: "verified", source: "reviewer" };
  const witnessOf = (caller: Caller, origin: string, kind = "verified") => {
    const data = JSON.stringify({ ...verified, kind, witness: origin === "human" ? "person" : "host" });
    const admitted = admitEvent(caller, sent({ type: "receipt-recorded", origin, data }));
    return "refused" in admitted ? "refused" : JSON.parse(admitted.data).witness;
  };
  expect(witnessOf(lead, "human")).toBe("person");
  for (const caller of [lead, developer, agent, ci])
    expect(witnessOf(caller, "agent:reviewer")).toBeUndefined();
  expect(witnessOf(developer, "human")).toBeUndefined();
  expect(witnessOf(developer, "agent:reviewer", "violated")).toBe("host");
});

it("an agent's proposal has the weight of a proposal, whoever's key sends it", () => {
  const [first] = recorded.filter(({ type }) => type === "lesson-proposed");
  const data = { ...JSON.parse(first?.data ?? ""), priority: "critical", enforcement: "enforce" };
  const event = { ...first, origin: "agent:coder", data: JSON.stringify(data) } as SentEvent;
  for (const caller of [lead, developer, agent, ci]) {
    const admitted = admitEvent(caller, event) as SentEvent;
    expect(JSON.parse(admitted.data)).toMatchObject({ priority: "high", enforcement: "warn" });
  }
});

it("what is said in a session decides nothing in a team, whoever said it", () => {
  const heard = { lesson: "directive-1", kind: "rule", text: "Use pnpm", because: "always", session: "one" };
  const event = sent({
    type: "correction-heard",
    v: 1,
    origin: "prompt:claude-code",
    data: JSON.stringify({ ...heard, interactive: true }),
  });
  const interactiveBy = (caller: Caller) => {
    const admitted = admitEvent(caller, event);
    return "refused" in admitted ? undefined : JSON.parse(admitted.data).interactive;
  };
  expect([lead, developer, agent, ci].map(interactiveBy)).toEqual([false, false, false, false]);
});

it("a lead cannot decide in an agent's name", () => {
  expect(admitEvent(lead, sent({ origin: "agent:coder" }))).toHaveProperty("refused");
});

it("a reader records nothing", () => {
  expect(admitEvent({ ...developer, role: "reader" }, sent())).toMatchObject({
    refused: { reason: "a reader records nothing" },
  });
});

it("forgetting is refused as an event, for the hub has to blank its own log", () => {
  const data = JSON.stringify({ lesson: "x", kind: "strategy", events: 1 });
  expect(admitEvent(lead, sent({ type: "lesson-forgotten", v: 1, data }))).toHaveProperty("refused");
});

it("whatever an agent's key sends, nobody vouches for it and no person says it", () => {
  const taken = recorded.flatMap((event) => {
    const admitted = admitEvent(agent, event);
    return "refused" in admitted ? [] : [admitted];
  });
  expect(taken.length).toBeGreaterThan(100);
  for (const { origin, actor, data } of taken) {
    expect(origin).not.toMatch(/^(human$|system:|prompt:)/);
    expect(actor).toMatch(/(^|@)bob$/);
    expect(JSON.parse(data)).not.toHaveProperty("witness");
    expect(JSON.parse(data)).not.toHaveProperty("verificationPredicate");
  }
});

it("what a lead records at a terminal is taken in with its data byte for byte", () => {
  const hubsOwn = ["lesson-forgotten", "text-forgotten", "member-changed", "key-made", "key-revoked"];
  const own = recorded.filter(({ origin, type }) => origin === "human" && !hubsOwn.includes(type));
  expect(own.length).toBeGreaterThan(50);
  for (const event of own)
    expect({ type: event.type, ...admitEvent(lead, event) }).toMatchObject({
      type: event.type,
      data: event.data,
      origin: "human",
    });
});

it("data that does not fit its type, or is of a newer version, is refused", () => {
  expect(admitEvent(lead, sent({ data: "{}" }))).toHaveProperty("refused");
  expect(admitEvent(lead, sent({ data: "no json" }))).toHaveProperty("refused");
  expect(admitEvent(lead, sent({ v: 99 }))).toHaveProperty("refused");
  expect(admitEvent(lead, sent({ type: "no-such-type" }))).toHaveProperty("refused");
});

it("an event that only a newer program knows may come again once the hub is updated", () => {
  for (const newer of [sent({ v: 99 }), sent({ type: "no-such-type" })])
    expect(admitEvent(lead, newer)).toMatchObject({ refused: { isLater: true } });
  expect(admitEvent(lead, sent({ data: "{}" }))).not.toHaveProperty("refused.isLater");
});

it("the actor is the member, with the name that the member's agent gave itself", () => {
  expect(actorOf("ada", "ada")).toBe("ada");
  expect(actorOf("ada", "claude")).toBe("claude@ada");
  expect(actorOf("ada", "claude@ada")).toBe("claude@ada");
  expect(actorOf("ada", "bob")).toBe("bob@ada");
  expect(actorOf("ada", "x".repeat(300))).toHaveLength(200);
});
