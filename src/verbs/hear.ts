import * as z from "zod/mini";
import { callerInput } from "../app/envelope-input.js";
import { type Failure, failOpen, failureOutput, loadSearch } from "../app/fail-open.js";
import { field } from "../app/field.js";
import { hearCorrection } from "../app/hear-correction.js";
import { nearDirectives } from "../app/propose-directive.js";
import { phaseInput } from "../app/situation-input.js";
import { originName } from "../app/speaker.js";
import { correctionIn, refusalIn } from "../engines/corrections/correction-in.js";
import { textDoor } from "../engines/directives/directive-text.js";
import { defineVerb } from "./frame/define-verb.js";

const words = z.string().check(z.maxLength(100_000));
const short = z.string().check(z.maxLength(2_000));

const nothing = { heard: "nothing", lesson: null } as const;

export const verb = defineVerb({
  name: "hear",
  group: "Called by agents",
  summary: "Keep a correction or a lasting rule that a person said in a session",
  description: `Looks for a lasting rule or correction in a person's prompt, or in the reason for which a \
person refused a tool call. What it finds waits as a proposal in the person's own words until the person \
accepts it, or says it again in another interactive session. Only the hooks of a coding agent can call it: \
they know who speaks. It never stops the caller.`,
  examples: [],
  caller: "anyone",
  input: z.strictObject({
    text: field("The prompt, or the reason of a refusal.", words),
    isRefusal: field("It is the reason for which a call was refused.", z._default(z.boolean(), false)),
    session: field("The session.", phaseInput),
    interactive: field("A person typed it, as far as the host shows.", z.boolean()),
    call: field("The last tool call before it.", z.optional(short)),
    before: field("The person's prompt before it.", z.optional(words)),
    actor: callerInput.actor,
  }),
  output: z.strictObject({
    heard: field(
      "A new proposal, one that was heard before, a rule that is known, one that the person rejected, or " +
        "nothing that lasts.",
      z.enum(["proposed", "again", "known", "rejected", "nothing"]),
    ),
    lesson: field("The id of the lesson; null if there is none.", z.nullable(z.string())),
    failed: field("Why nothing was kept, if something went wrong.", z.optional(failureOutput)),
  }),
  http: false,
  check: ({ witness, origin }) =>
    witness === "host"
      ? undefined
      : {
          field: "text",
          reason: `only the hooks of a coding agent hear a person's words, not ${origin}`,
          next: "a person states a rule with 'whetstone lessons add'",
        },
  run: async (context, { text, isRefusal, session, interactive, call, before, actor }) => {
    const find = isRefusal ? refusalIn : correctionIn;
    const found = find(text, { call, prompt: before });
    if (found?.lasting !== true || !textDoor(found.text).ok) return nothing;
    const host = originName(actor ?? context.actor);
    const kept = await failOpen(
      context,
      "hear",
      context.limits.captureMs,
      async ({ options }) => {
        const near = await nearDirectives(context, found.text);
        context.beforeWriting();
        return context.ledger.write(
          (writer) => hearCorrection(context, writer, found, { session, interactive, call, host }, near),
          options,
        );
      },
      () => loadSearch(context),
    );
    return "failed" in kept ? lost(kept.failed) : { heard: kept.done.as, lesson: kept.done.lesson };
  },
});

function lost(failed: Failure) {
  return { ...nothing, failed };
}
