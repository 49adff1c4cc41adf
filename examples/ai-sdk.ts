/**
 * An agent on the AI SDK learns from its own runs: what a person says of a failure that
 * comes back stands in the next run's system message.
 */
import assert from "node:assert/strict";
// #region agent
import { generateText, stepCountIs, streamText, wrapLanguageModel } from "ai";
import { openWhetstone } from "whetstone";
import { beginRun, duringRun } from "whetstone/ai-sdk";
import { closeModel, model, saidBy, tools } from "./support/release-agent.js";

const ws = await openWhetstone({ set: ["insights.briefLimitMs=10000"] }); // who waits for a model can wait for lessons

function ask(prompt: string) {
  return duringRun(ws, { role: "coder" }, (run) =>
    generateText({
      model: wrapLanguageModel({ model, middleware: run.middleware }), // the brief goes in, acknowledgements come out
      tools: run.guard(tools), // enforced lessons stop a call, failures are learned from
      stopWhen: stepCountIs(5),
      system: "You are a release engineer.",
      prompt,
    }),
  );
}
// #endregion

for (let run = 1; run <= 3; run += 1) await ask("Make the release.");
assert.equal(saidBy("system"), "You are a release engineer."); // without a remedy nothing is said

// #region learned
const [lesson] = (await ws.lessons.list({ kind: "failure", state: "unsolved" })).lessons; // it failed in three runs
const person = await openWhetstone({ origin: "human" });
await person.lessons.promote({ lesson: lesson?.id ?? "", reason: "raise the version before a release" });

await ask("Say how a release is made.");
assert.match(saidBy("system"), /the tag v1\.4\.0 exists already.*A person says: "raise the version/);
// #endregion

const why = await ws.explain({ id: lesson?.id ?? "" });
assert.equal(why.numbers.exposures, 1);

// #region enforced
await person.lessons.add({
  text: "Never force-push a shared branch",
  forbiddenActions: ["shell(git push --force)"],
  verificationChecks: ["no forced push in the log"],
  appliesToTools: ["shell"],
  enforcement: "enforce",
});
await person.close();
await ask("Publish the release.");

assert.match(
  saidBy("tool"),
  /Blocked by a lesson of this project: Never force-push a shared branch .* Do it another way/,
);
// #endregion

// #region stream
const run = beginRun(ws, { role: "coder", plan: { strategy: "Release from a clean checkout" } });
const { text } = streamText({
  model: wrapLanguageModel({ model, middleware: run.middleware }),
  tools: run.guard(tools),
  prompt: "Say how a release is made.",
  onFinish: () => run.end(),
  onError: () => run.end({ result: "failure" }),
  onAbort: () => run.end({ result: "failure", cause: "infra" }),
});
// #endregion
assert.match(await text, /^Done\./);
await run.end();
const [strategy] = (await ws.lessons.list({ kind: "strategy" })).lessons;
assert.equal(strategy?.text, "Release from a clean checkout"); // how the run ended is evidence for its strategy

const { outcomes } = await ws.status();
assert.deepEqual({ success: outcomes.success, partial: outcomes.partial }, { success: 3, partial: 3 });

closeModel();
await ws.close();
