import * as fc from "fast-check";
import { directiveId } from "../../src/lessons/directive/rules/directive-id.js";
import { failureId } from "../../src/lessons/failure/rules/identity.js";
import type { EventType } from "../../src/log/events/catalog.js";
import { errorTypes } from "../../src/log/events/error.js";
import { gateReasons } from "../../src/log/events/gate.js";
import { guardDecisions } from "../../src/log/events/guard.js";
import { outcomeDefaults } from "../../src/log/events/outcome-defaults.js";
import { receiptKinds, receiptSources } from "../../src/log/events/receipt.js";
import { isoTime } from "../../src/log/events/time.js";
import { witnesses } from "../../src/log/events/witness.js";
import { workNotes } from "../../src/log/events/work.js";
import type { Draft } from "../../src/log/store/ledger-writer.js";
import { startOfTest } from "./ledger.js";

const strategy = fc.constantFrom("strategy-a", "strategy-b", "strategy-c", "strategy-d");
const insight = fc.constantFrom("insight-a", "insight-b", "insight-c", "insight-d");
export const sentences = ["Bind every value", "Close every file", "Never force-push"] as const;
const directive = fc.constantFrom(...sentences.map(directiveId));
const quotedCall = fc.record({
  tool: fc.constant("Bash"),
  sort: fc.constant("shell" as const),
  text: fc.constantFrom("npm test --fsat", "npm test --fast", "npm ci"),
});
const failure = fc.constantFrom(...["0a1b", "0c1d"].map(failureId));
const lesson = fc.oneof(strategy, insight, directive, failure);
const insights = fc.uniqueArray(insight, { maxLength: 3 });
const role = fc.constantFrom("judge", "auditor", "sentinel");
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
const id = fc.constantFrom("one", "two", "three", "four", undefined);
const adapter = fc.constantFrom("github", "npm", "docker");
const witness = fc.constantFrom(...witnesses, undefined);
const confidence = fc.integer({ min: 0, max: 10 }).map((tenth) => tenth / 10);
const changes = fc.array(
  fc.record({
    field: fc.constantFrom("riskMultiplier" as const, "maxRetries" as const, "requireApproval" as const),
    from: fc.constantFrom(1, 2, false),
    to: fc.constantFrom(1.4, 1, true),
  }),
  { maxLength: 3 },
);

const situation = {
  phase: fc.constantFrom("plan", "review", undefined),
  labels: fc.uniqueArray(fc.constantFrom("bug", "auth"), { maxLength: 2 }),
  files: fc.uniqueArray(fc.constantFrom("src/a.ts", "src/b.ts", "README.md"), { maxLength: 2 }),
};

const rule = fc.constantFrom("rule-one", "rule-two", "rule-three");
const statedRule = {
  rule,
  file: fc.constant("CLAUDE.md"),
  line: fc.integer({ min: 1, max: 99 }),
  text: fc.constantFrom(...sentences),
  check: fc.constantFrom('{"never":{"run":"git push --force"}}', '{"limit":{"lines":300}}'),
};

const weight = fc.record({
  priority: fc.constantFrom("low" as const, "critical" as const),
  enforcement: fc.constantFrom("warn" as const, "enforce" as const),
});

const envelope = fc.record({
  actor: fc.constantFrom("alpha", "beta"),
  origin: fc.constantFrom("human", "agent:coder", "tool:test"),
  run: id,
  task: id,
  /** Times jump back and forth: the order of the log is not the order of the clock. */
  at: fc.integer({ min: -1e9, max: 1e9 }).map((ms) => isoTime(startOfTest + ms)),
});

const trialChange = fc.record({
  lesson: fc.option(failure, { nil: undefined }),
  reason: fc.option(text, { nil: undefined }),
});

const outcome = fc
  .record({
    result: fc.constantFrom("success" as const, "partial" as const, "failure" as const),
    durationMs: fc.nat(4_000_000),
    errorCount: fc.nat(5),
    retryCount: fc.nat(4),
    adaptersUsed: fc.uniqueArray(adapter),
    failureType: fc.constantFrom("auth", "timeout"),
    riskLevel: fc.constantFrom("low" as const, "medium" as const, "high" as const),
    rollbackOccurred: fc.boolean(),
    skillsUsed: fc.uniqueArray(fc.constantFrom("release", "review")),
    criteria: fc.uniqueArray(fc.constantFrom("type_safe", "small_diff")),
    agentDecisions: fc.array(
      fc.record({
        agent: fc.constantFrom("judge", "lens"),
        decision: fc.constantFrom("approve" as const, "reject" as const, "abstain" as const),
        confidence,
      }),
      { maxLength: 3 },
    ),
    cause: fc.constantFrom("task" as const, "policy" as const, "approval" as const, "infra" as const),
    witness,
    toolCalls: fc.option(fc.nat(90), { nil: undefined }),
  })
  .map((facts) => ({ ...outcomeDefaults, ...facts }));

const data = {
  "outcome-recorded": outcome,
  "strategy-observed": fc.record({
    lesson: strategy,
    text,
    success: fc.boolean(),
    outcome: fc.uuid(),
    signals: fc.record({ durationMs: fc.nat(4_000_000), errorCount: fc.nat(5), retryCount: fc.nat(4) }),
    witness,
  }),
  "strategy-inverted": fc.record({ lesson: strategy, antiLesson: strategy, outcome: fc.uuid() }),
  "strategy-restored": fc.record({
    lesson: strategy,
    from: fc.constantFrom("deprecated" as const, "anti_pattern" as const),
    outcome: fc.uuid(),
  }),
  "plan-made": fc.record({
    text,
    strategies: fc.array(text, { maxLength: 3 }),
    prompt: fc.option(
      fc.record({
        frame: fc.constantFrom([], ["## Task\n", { own: "task" as const, chars: 9 }, 1]),
        tokens: fc.nat(900),
        shown: fc.nat(3),
        dropped: fc.nat(3),
        droppedLessons: fc.array(lesson, { maxLength: 3 }),
      }),
      { nil: undefined },
    ),
  }),
  "plan-joined": fc.record({
    plan: fc.uuid(),
    plannedAt: fc.constant("2026-03-01T00:00:00.000Z"),
    text,
    strategies: fc.array(text, { maxLength: 3 }),
  }),
  "report-made": fc.record({
    format: fc.constantFrom("json" as const, "md" as const, "html" as const),
    outcomes: fc.nat(9),
  }),
  "error-recorded": fc.record({ errorType: fc.constantFrom(...errorTypes), message: text }),
  "error-resolved": fc.record({ error: fc.uuid(), errorType: fc.constantFrom(...errorTypes) }),
  "feedback-recorded": fc.record({
    criterion: fc.constantFrom("type_safe", "small_diff"),
    type: fc.constantFrom("helpful" as const, "neutral" as const, "harmful" as const),
    value: confidence,
  }),
  "deliberation-recorded": fc.record({
    role,
    ...situation,
    text,
    findings: fc.array(fc.record({ id: fc.constantFrom("A1", "A2"), text }), { maxLength: 2 }),
    from: fc.constantFrom("section" as const, "sentences" as const, "nothing" as const),
    noise: fc.nat(3),
  }),
  "lesson-observed": fc.record({
    lesson: insight,
    kind: fc.constant("insight" as const),
    role,
    text,
    category: fc.constantFrom("rule" as const, "causal" as const, "observation" as const),
    deliberation: fc.uuid(),
    findings: fc.constant([]),
    echo: fc.boolean(),
    first: fc.boolean(),
    inPassing: fc.boolean(),
    ...situation,
  }),
  "verdict-recorded": fc.record({
    witness,
    deliberation: fc.uuid(),
    role,
    validator: fc.constant("inspector"),
    verdict: fc.constantFrom("PASS" as const, "FAIL" as const),
    issues: fc.constant([]),
    mustFix: fc.constant([]),
    penalised: fc.array(
      fc.record({
        lesson: insight,
        by: fc.constant("overlap" as const),
        unearned: fc.boolean(),
        regression: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    labels: situation.labels,
    files: situation.files,
    unmatched: fc.array(fc.record({ text, reason: fc.constant("no_match" as const) }), { maxLength: 1 }),
    evidenceLevel: fc.constantFrom(1 as const, 2 as const, 3 as const),
    reinforced: insights,
    aged: insights,
  }),
  "outcome-scored": fc.record({
    result: fc.constantFrom("held" as const, "failed" as const, "reverted" as const),
    lessons: insights,
    instead: fc.option(
      fc.record({ result: fc.constantFrom("held" as const, "failed" as const), lessons: insights }),
      {
        nil: undefined,
      },
    ),
  }),
  "brief-made": fc.record({
    role,
    form: fc.constantFrom("full" as const, "best" as const, "nothing" as const),
    tokens: fc.nat(900),
    shown: fc.nat(9),
    dropped: fc.nat(9),
    droppedLessons: insights,
    moment: fc.constantFrom("start" as const, "brief" as const),
    fresh: fc.boolean(),
    tools: fc.constantFrom([], ["Bash"]),
    frame: fc.constantFrom([], ["=== A ===\n", 1], undefined),
  }),
  "summary-made": fc.record({ role, text, lessons: insights, basis: text }),
  "lesson-proposed": fc
    .record({
      witness,
      lesson: directive,
      kind: fc.constant("directive" as const),
      text: fc.constantFrom<string>(...sentences),
      category: fc.constant<string>("general"),
      tags: fc.constant<string[]>([]),
      triggers: fc.constant<string[]>([]),
      requiredActions: fc.constant<string[]>([]),
      forbiddenActions: fc.constant<string[]>(["git push --force"]),
      verificationChecks: fc.constant<string[]>([]),
      appliesToAgents: fc.uniqueArray(role, { maxLength: 2 }),
      appliesToTools: fc.uniqueArray(fc.constantFrom("Bash", "Edit"), { maxLength: 2 }),
      priority: fc.constantFrom("low" as const, "critical" as const),
      enforcement: fc.constantFrom("warn" as const, "enforce" as const),
      citations: fc.constantFrom<{ file: string; hash: string }[]>([], [{ file: "README.md", hash: "" }]),
      bornAtPhase: fc.nat(3),
    })
    // Most have the id of their text.
    .chain((data) => {
      const named = { ...data, lesson: directiveId(data.text) };
      return fc.nat(9).map((n): typeof data => (n === 0 ? data : named));
    }),
  "lesson-activated": fc.record({ lesson, reason: text }),
  "lesson-quarantined": fc.record({
    lesson,
    missing: fc.constantFrom(
      ["missing_scope" as const],
      ["missing_predicate" as const, "contradiction" as const],
    ),
  }),
  "lesson-hardened": fc.record(
    {
      lesson,
      appliesToAgents: fc.uniqueArray(role, { maxLength: 2 }),
      tags: fc.uniqueArray(role, { maxLength: 2 }),
    },
    { requiredKeys: ["lesson"] },
  ),
  "hardening-failed": fc.record({ lesson, reason: text }),
  "lesson-worded": fc.record({
    lesson,
    text: fc.option(text),
    model: fc.constant("model-1"),
    facts: fc.constantFrom("0123456789abcdef", "fedcba9876543210"),
  }),
  "model-called": fc.record({
    model: fc.constant("model-1"),
    purpose: fc.constantFrom("hardening" as const, "wording" as const),
    inputTokens: fc.constantFrom(null, 100),
    outputTokens: fc.constantFrom(null, 20),
    costUsd: fc.constantFrom(null, 0.01),
    fits: fc.boolean(),
  }),
  "lesson-retired": fc.record({ lesson, reason: text }),
  "lesson-put-to-sleep": fc.record({ lesson, reason: text }),
  "lesson-decision-undone": fc.record({ lesson, reason: text }),
  "lesson-edited": fc.record({
    lesson,
    from: fc.record({ text }),
    to: fc.record(
      { text, appliesToAgents: fc.uniqueArray(role, { maxLength: 2 }) },
      { requiredKeys: ["text"] },
    ),
  }),
  "lesson-muted": fc.record({ lesson, role }),
  "lesson-unmuted": fc.record({ lesson, role }),
  "lessons-published": fc.record({
    file: fc.constantFrom("AGENTS.md", "CLAUDE.md"),
    lessons: fc.uniqueArray(lesson, { maxLength: 3 }),
  }),
  "lesson-confirmed": fc.record({ lesson, text }),
  "correction-heard": fc.record({
    lesson,
    kind: fc.constantFrom("correction", "rule", "refusal"),
    text,
    because: text,
    session: text,
    interactive: fc.boolean(),
  }),
  "contradiction-found": fc.record({ lesson: directive, other: directive }),
  "directive-escalated": fc.record({ lesson: directive, from: weight, violations: fc.constant([1]) }),
  "directive-set": fc.record({ lesson: directive, from: weight, to: weight, reason: text }),
  "output-read": fc.record({
    verb: fc.constantFrom("acknowledge" as const, "review" as const),
    receipts: fc.nat(3),
    spoofed: fc.constantFrom([], ["a1b2c3d4"]),
    ambiguous: fc.constant([]),
    dismissed: fc.constantFrom([], ["directive-1"]),
  }),
  "receipt-recorded": fc.record({
    lesson: directive,
    kind: fc.constantFrom(...receiptKinds),
    source: fc.constantFrom(...receiptSources),
    phase: fc.constantFrom("build", "review", undefined),
    brief: fc.constantFrom("brief-1", undefined),
    detail: fc.constantFrom("no request here", undefined),
    witness,
  }),
  "phase-begun": fc.record({
    phase: fc.constantFrom("build", "review"),
    carried: fc.uniqueArray(directive, { maxLength: 2 }),
  }),
  "gate-evaluated": fc.record({
    phase: fc.constantFrom("build", "review"),
    passed: fc.boolean(),
    blocks: fc.array(fc.record({ lesson: directive, reason: fc.constantFrom(...gateReasons) }), {
      maxLength: 2,
    }),
  }),
  "gate-overridden": fc.record({
    phase: fc.constantFrom("build", "review"),
    justification: text,
    lessons: fc.uniqueArray(directive, { maxLength: 2 }),
  }),
  "phase-ended": fc.record({ phase: fc.constantFrom("build", "review") }),
  "reflection-recorded": fc.record({
    tool: fc.constantFrom("Bash", "Edit"),
    result: fc.constantFrom("failure" as const, "inapplicable" as const, "blocked" as const),
    by: fc.constant("host" as const),
    because: text,
    phase: fc.constantFrom("build", undefined),
    signature: fc.constantFrom("0a1b", "0c1d", undefined),
    key: fc.constantFrom("0a1b", "0c1d", "0e1f", undefined),
    words: fc.constantFrom({ call: ["t:bash", "npm", "test"], cause: ["unknown", "option"] }, undefined),
    kind: fc.constantFrom(
      "call" as const,
      "host-tool" as const,
      "refused" as const,
      "empty" as const,
      undefined,
    ),
    cause: fc.constantFrom("unknown option --fsat", "--- FAIL: TestLogin", undefined),
    input: fc.constantFrom("npm test --fsat", "src/a.ts", undefined),
    state: fc.constantFrom("00", "01", undefined),
    text,
  }),
  "failure-undone": fc.record({
    lesson: failure,
    phase: fc.constantFrom("build", undefined),
    how: fc.constantFrom("similar" as const, "other" as const, "between" as const, "answered" as const),
    pair: fc.option(
      fc.record({
        failed: quotedCall,
        line: fc.constant("unknown option --fsat"),
        worked: quotedCall,
        after: fc.option(quotedCall, { nil: undefined }),
        waits: fc.boolean(),
      }),
      { nil: undefined },
    ),
  }),
  "session-learned": fc.record({
    agent: fc.constantFrom("claude-code", "codex"),
    session: fc.constantFrom("plan", "review", "one"),
    calls: fc.uniqueArray(fc.constantFrom("0a", "0b", "0c"), { maxLength: 3 }),
    firstPrompt: fc.option(text, { nil: undefined }),
    prompts: fc.uniqueArray(fc.constantFrom("1a", "1b"), { maxLength: 2 }),
    failures: fc.nat(3),
    repeats: fc.nat(2),
    met: fc.nat(2),
    broken: fc.constant([]),
    ended: fc.boolean(),
  }),
  "lessons-paused": fc.record({
    place: fc.constantFrom("here", "there"),
    until: fc.constantFrom("2026-03-01T00:00:00.000Z", undefined),
    session: id,
    reason: fc.option(text, { nil: undefined }),
  }),
  "lessons-resumed": fc.record({ place: fc.constantFrom("here", "there") }),
  "session-named": fc.record({
    phase: fc.constantFrom("plan", "review", "one"),
    firstPrompt: fc.option(text, { nil: undefined }),
    branch: fc.option(text, { nil: undefined }),
  }),
  "call-worked": fc.record({ lesson: failure, phase: fc.constantFrom("build", undefined) }),
  "work-noted": fc.record({
    phase: fc.constantFrom("build", "review"),
    noted: fc.constantFrom(...workNotes),
    repository: fc.constantFrom("0a1b2c3d4e5f", undefined),
    what: fc.constantFrom("npm run check", undefined),
    ended: fc.constantFrom("passed", "failed", "unknown", undefined),
  }),
  "call-guarded": fc.record({
    decision: fc.constantFrom(...guardDecisions),
    lessons: fc.array(directive, { maxLength: 2 }),
    rules: fc.option(fc.array(rule, { maxLength: 2 }), { nil: undefined }),
    adapter: fc.option(adapter, { nil: undefined }),
    elsewhere: fc.constantFrom(true as const, undefined),
    tool: fc.constant("Bash"),
    call: fc.option(text, { nil: undefined }),
    phase: fc.constantFrom("build", undefined),
  }),
  "rule-bound": fc.record({
    ...statedRule,
    always: fc.constantFrom(true as const, undefined),
    replay: fc.record({ applied: fc.nat(9), broken: fc.nat(3), sessions: fc.nat(2), looked: fc.nat(5) }),
  }),
  "rule-watched": fc.record(statedRule),
  "rule-unbound": fc.record({ rule, reason: fc.option(text, { nil: undefined }) }),
  "check-marked-wrong": fc.record({ ...statedRule, reason: fc.option(text, { nil: undefined }) }),
  "check-proposed": fc.record(statedRule),
  "rule-overruled": fc.record({ rule, text, session: fc.constantFrom("build", "review") }),
  "phase-reflected": fc.record({
    phase: fc.constant("build"),
    candidates: fc.nat(3),
    proposed: fc.constant([]),
    known: fc.nat(2),
  }),
  "lesson-exposed": fc.record({
    lesson: fc.oneof(
      lesson,
      strategy.map((each) => `anti-${each}`),
    ),
    verb: fc.constantFrom("plan" as const, "brief" as const),
    moment: fc.constantFrom("plan" as const, "start" as const, "failure" as const),
    position: fc.constantFrom(1, 2, undefined),
    role: fc.option(role, { nil: undefined }),
    phase: fc.constantFrom("build", "review", undefined),
    text,
    probability: fc.constantFrom(1, 0.5),
  }),
  "lesson-withheld": fc.record({
    lesson: failure,
    verb: fc.constantFrom("brief" as const, "reflect" as const, "check-tool" as const),
    moment: fc.constantFrom("start" as const, "failure" as const, "call" as const),
    position: fc.constantFrom(1, 2),
    phase: fc.constantFrom("build", "review", undefined),
    text,
    probability: fc.constantFrom(0, 0.5, 0.8),
  }),
  "trial-session-ended": fc.record({
    session: fc.constantFrom("one", "two", "build"),
    cause: fc.constantFrom("task" as const, "infra" as const),
    result: fc.constantFrom("success" as const, "failure" as const, undefined),
    errorCount: fc.constantFrom(0, 2, undefined),
    durationMs: fc.constantFrom(60_000, undefined),
    draws: fc.uniqueArray(
      fc.record({
        lesson: failure,
        shown: fc.boolean(),
        probability: fc.constantFrom(0.5, 0.8, 0.95),
        moment: fc.constantFrom("start" as const, "call" as const),
        failed: fc.boolean(),
        worked: fc.boolean(),
      }),
      { maxLength: 2, selector: (each) => each.lesson },
    ),
  }),
  "trial-judged": fc.record({
    lesson: failure,
    verdict: fc.constantFrom("helps" as const, "harms" as const, "no difference" as const),
    evidence: fc.constantFrom(21, 40),
    low: fc.constant(-0.4),
    high: fc.constant(-0.1),
    shown: fc.record({ sessions: fc.nat(90), failures: fc.nat(9) }),
    heldOut: fc.record({ sessions: fc.nat(30), failures: fc.nat(9) }),
  }),
  "trial-started": trialChange,
  "trial-stopped": trialChange,
  "member-changed": fc.record({
    member: fc.constantFrom("ada", "bob"),
    from: fc.constantFrom(null, "reader", "developer"),
    to: fc.constantFrom(null, "lead", "admin"),
  }),
  "key-made": fc.record({
    keyId: fc.constantFrom("3f9a0c1b2d4e", "0c1b2d4e3f9a"),
    member: fc.constantFrom("ada", "bob"),
    kind: fc.constantFrom("person", "agent", "ci"),
    expiresAt: fc.constantFrom(null, "2027-03-01T00:00:00.000Z"),
  }),
  "key-revoked": fc.record({ keyId: fc.constant("3f9a0c1b2d4e"), member: fc.constantFrom("ada", "bob") }),
  "setup-removed": fc.record({ agents: fc.constantFrom(["claude-code"], ["codex", "gemini"]) }),
  "refusal-dismissed": fc.record({
    refused: fc.uuid(),
    type: fc.constantFrom("lesson-activated", "policy-relaxed"),
    reason: text,
  }),
  "lesson-promoted": fc.record({ lesson, reason: text }),
  "lesson-deprecated": fc.record({
    lesson,
    by: fc.constantFrom("evidence" as const, "person" as const, "caller" as const),
    reason: text,
  }),
  "lesson-reset": fc.record({
    lesson,
    kind: fc.constantFrom(
      "strategy" as const,
      "anti_pattern" as const,
      "insight" as const,
      "directive" as const,
      "failure" as const,
    ),
    reason: text,
  }),
  "lessons-superseded": fc.record({
    lessons: fc.uniqueArray(failure, { minLength: 1, maxLength: 2 }),
    reason: text,
  }),
  "lesson-forgotten": fc.record({
    lesson,
    kind: fc.constantFrom(
      "strategy" as const,
      "anti_pattern" as const,
      "insight" as const,
      "directive" as const,
      "failure" as const,
    ),
    reason: text,
    blankedEvents: fc.nat(9),
  }),
  "text-forgotten": fc.record({ reason: text, blankedEvents: fc.nat(9) }),
  "policy-tightened": fc.record({ capability: adapter, changes, reason: text, outcome: fc.uuid() }),
  "relaxation-suggested": fc.record({ capability: adapter, reason: text, outcome: fc.uuid() }),
  "policy-relaxed": fc.record({ capability: adapter, changes, reason: text }),
  "policy-set": fc.record({
    capability: adapter,
    maxRetries: fc.nat(5),
    removed: fc.uniqueArray(fc.constantFrom("requireApproval" as const, "riskMultiplier" as const)),
    reason: text,
  }),
} satisfies { [Type in EventType]: fc.Arbitrary<Draft<Type>["data"]> };

/**
 * Any event of any type, whether or not it makes sense after the ones before: a fold must take what the log
 * holds.
 */
export const anyDraft: fc.Arbitrary<Draft<EventType>> = fc.oneof(
  ...(Object.keys(data) as EventType[]).map(draftOf),
);

/** A draft of this type. */
export function draftOf(type: EventType): fc.Arbitrary<Draft<EventType>> {
  return fc
    .record({ about: envelope, data: data[type] as fc.Arbitrary<object> })
    .map((each) => ({ type, ...each.about, data: each.data }) as Draft<EventType>);
}
