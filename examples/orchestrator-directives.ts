/** A small pipeline with a coder, a reviewer and a gate: an agent that ignores a directive does not get through. */
import assert from "node:assert/strict";
import { openWhetstone } from "whetstone";

const person = await openWhetstone({ origin: "human", actor: "ada" });
const ws = await openWhetstone({ origin: "system:pipeline" });
const { lesson } = await person.lessons.add({
  text: "Never log a token, not even its beginning",
  tags: ["auth"],
  forbiddenActions: ["log a token"],
  appliesToAgents: ["coder"],
  priority: "high",
});

/** One phase: the coder is briefed and answers, the reviewer judges, and the gate decides. */
async function phase(name: string, answer: string, verdict: string) {
  await ws.beginPhase({ phase: name });
  const brief = await ws.brief({
    role: "coder",
    phase: name,
    run: `${name}-coder`,
    task: "Log in with a token",
  });
  assert.match(brief.text, /Never log a token/);
  const output = answer.replace("ID", lesson);
  const acks = await ws.acknowledge({ run: `${name}-coder`, output });
  const review = await ws.review({
    phase: name,
    run: `${name}-reviewer`,
    origin: "agent:reviewer",
    output: `DIRECTIVE_COMPLIANCE\n${verdict}:${lesson} evidence=src/auth.ts:12`,
  });
  return { acks, review, gate: await ws.gate({ phase: name }) };
}

// An answer to something that was never shown is dropped, and counted.
const first = await phase("one", "KNOWLEDGE_APPLIED:deadbeef", "VIOLATED");
assert.deepEqual(first.acks.spoofed, ["deadbeef"]);
assert.deepEqual(first.review.compliance?.escalated, []);

// The second violation makes it critical and enforced, and the agent's own word does not open the gate.
const second = await phase("two", "KNOWLEDGE_APPLIED:ID", "VIOLATED");
assert.deepEqual(second.review.compliance?.escalated, [lesson]);
assert.equal(second.gate.passed, false);
assert.match(second.gate.answer, /a reviewer found it violated, and none has verified it since/);

// Only the architect, or a person, lets it through, with a reason that stays in the log.
const override = "the log is switched off in this release";
const passed = await ws.gate({ phase: "two", override, origin: "agent:architect" });
assert.equal(passed.overridden, true);

// In the third phase it is done, and verified.
const third = await phase("three", "KNOWLEDGE_APPLIED:ID", "VERIFIED");
assert.equal(third.gate.passed, true);
await ws.close();
await person.close();
