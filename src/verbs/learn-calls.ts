import * as z from "zod/mini";
import { findCorrections } from "../lessons/directive/hear-past.js";
import { givenTimeOfDay, textId } from "../log/events/envelope.js";
import { outcomeRecorded } from "../log/events/outcome.js";
import { outcomeDefaults } from "../log/events/outcome-defaults.js";
import { failureKinds } from "../log/events/reflection.js";
import { callsAtOnce } from "../log/events/transcript.js";
import { aboutStep, learnSteps } from "../runs/record/learn-calls.js";
import { outcomeInput } from "../runs/record/outcome-input.js";
import { refuseFuture } from "./call/admit.js";
import { envelopeInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { callFacts, callText, toolName } from "./parts/call-input.js";

const { shape } = outcomeRecorded.data;

const whose = {
  // It becomes the origin of what is recorded.
  agent: field("The coding agent, such as claude-code.", z.string().check(z.regex(/^[a-z][a-z0-9-]{0,50}$/))),
  session: field("The session's id, as the agent names it.", textId),
  at: field("When it happened.", givenTimeOfDay),
};

const call = z.strictObject({
  ...whose,
  id: field("The id of the call: the same id is taken in once.", z.string().check(z.minLength(1))),
  run: field("The agent's run in the session, if it is not the main one.", envelopeInput.run),
  tool: toolName,
  input: field("The input of the call.", z._default(callText, "")),
  output: field("The output of the call.", z._default(callText, "")),
  facts: callFacts,
});

const end = z.strictObject({
  ...whose,
  result: field("How it ended, as far as the transcript shows.", z.optional(shape.result)),
  durationMs: field("How long the agent worked.", z.optional(shape.durationMs)),
  worked: field("False when the session did nothing that could fail.", z._default(z.boolean(), true)),
  filesTouched: outcomeInput.filesTouched,
  adaptersUsed: outcomeInput.adaptersUsed,
  failedAdapter: outcomeInput.failedAdapter,
  failureType: outcomeInput.failureType,
  cause: field("What caused a failure.", z._default(shape.cause, outcomeDefaults.cause)),
});

const words = z.string().check(z.maxLength(100_000));

const prompt = z.strictObject({
  ...whose,
  id: field("The id of the prompt: the same id is taken in once.", z.string().check(z.minLength(1))),
  text: field("What a person typed.", words),
  isRefusal: field("It is the reason for which a call was refused.", z._default(z.boolean(), false)),
  call: field("The last tool call before it.", z.optional(words)),
});

const step = z.union([z.strictObject({ call }), z.strictObject({ prompt }), z.strictObject({ end })]);

const seen = { session: z.string(), call: z.string(), at: z.string() };

const failure = z.strictObject({
  ...seen,
  kind: z.enum(failureKinds),
  signature: z.string(),
  text: z.string(),
  repeated: field("An earlier session failed in the same way.", z.boolean()),
  remedy: field("Its remedy in an earlier session; null if there was none.", z.nullable(z.string())),
});

const said = z.strictObject({
  session: z.string(),
  at: z.string(),
  text: z.string(),
  as: z.enum(["proposed", "again", "known", "rejected"]),
  lesson: z.string(),
});

const remedy = z.strictObject({ ...seen, lesson: z.string(), advice: z.string() });

export const verb = defineVerb({
  name: "learn-calls",
  group: "Called by agents",
  summary: "Learn from past tool calls",
  description: `Takes in finished tool calls of past sessions, what people typed in them, and their ends, by the \
rules of the hooks and with the times at which they happened, in one transaction. Give them in the order of \
their times.

A call is known by its id and taken in once; calls that the hooks saw are left out. The answer tells which \
calls failed, which of them had failed in an earlier session, and whether that session had found a remedy. \
A lasting rule in a person's words waits as a proposal for that person. Nothing is shown to anyone.`,
  examples: [{ run: "whetstone learn", about: "From the transcripts on this machine:" }],
  caller: "anyone",
  hub: null,
  input: z.strictObject({
    steps: field("Calls, prompts and ends of sessions.", z.array(step).check(z.maxLength(callsAtOnce))),
  }),
  output: z.strictObject({
    learned: field("How many calls were taken in.", z.int()),
    known: field("How many calls were known already, or recorded by hooks.", z.int()),
    failures: field("The calls that failed.", z.array(failure)),
    remedies: field("The calls that undid a failure before them, or may have.", z.array(remedy)),
    said: field("Corrections and lasting rules that people stated, and the result for each.", z.array(said)),
  }),
  http: false,
  check: (context, { steps }) => {
    const refused = steps
      .map((each) => refuseFuture(context, aboutStep(each).at))
      .find((each) => each !== undefined);
    return refused && { ...refused, field: "steps" };
  },
  run: async (context, { steps }) => {
    const found = await findCorrections(
      context,
      steps.flatMap((each) => ("prompt" in each ? [each.prompt] : [])),
    );
    context.beforeWriting();
    return context.ledger.write((writer) => learnSteps(context, writer, steps, found));
  },
});
