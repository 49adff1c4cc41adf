/** A small review pipeline: an auditor judges ten issues, and a curator dismisses its false positive once. */
import assert from "node:assert/strict";
import { openWhetstone } from "whetstone";

const ws = await openWhetstone({ origin: "system:pipeline" });
const real = "A migration must be tried on a copy of production before it is merged";
const mistaken = "Every comparison of two strings must take constant time";

/** What the auditor would say: what is real, and its favourite mistake unless its brief warns of it. */
function auditor(brief: string): readonly string[] {
  return brief.includes(`AVOID raising without new evidence: ${mistaken}`) ? [real] : [real, mistaken];
}

/** What the curator would say: it refutes the mistake by its number, and passes what has a test behind it. */
function curator(said: readonly string[]) {
  const false_positives = said.flatMap((text, index) => (text === mistaken ? [`A${index + 1}`] : []));
  return `<!-- jkz:verdict-json ${JSON.stringify({ verdict: "PASS", false_positives })} -->`;
}

const raised: number[] = [];
for (let issue = 1; issue <= 10; issue += 1) {
  const run = `audit-${issue}`;
  const files = [`db/migrations/${issue}.sql`];
  const brief = await ws.brief({ role: "auditor", run, task: "Audit the migration", files });
  const said = auditor(brief.text);
  if (said.includes(mistaken)) raised.push(issue);
  const { deliberation } = await ws.deliberate({
    role: "auditor",
    run,
    taskId: `issue-${issue}`,
    files,
    text: said.map((text, index) => `[A${index + 1}] ${text}.`).join("\n\n"),
    evidence: "Output:\n```console\n$ npm test\n12 passed\n```",
  });
  await ws.review({
    run: `curate-${issue}`,
    deliberation,
    validatorRole: "curator",
    output: curator(said),
  });
  await ws.outcomeScore({ run, result: "held" });
}
assert.deepEqual(raised, [1]);

const { text } = await ws.brief({ role: "auditor", run: "audit-11", task: "Audit the migration" });
assert.match(text, new RegExp(`- (?!AVOID).*${real}`));
assert.match(text, new RegExp(`AVOID raising without new evidence: ${mistaken}`));
await ws.close();
