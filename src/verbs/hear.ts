import * as z from "zod/mini";
import { maskSecrets } from "../base/text/mask-secrets.js";
import { overruleRules } from "../lessons/directive/bound/overrule-rules.js";
import { hearCorrection, rulesHeard } from "../lessons/directive/hear-correction.js";
import { nearDirectives } from "../lessons/directive/propose-directive.js";
import type { NearLessons } from "../lessons/search/near-lessons.js";
import type { Context } from "./call/context.js";
import { callerInput } from "./call/envelope-input.js";
import { failOpen, failureOutput, loadSearch } from "./call/fail-open.js";
import { field } from "./call/field.js";
import { phaseInput } from "./call/situation-input.js";
import { originName } from "./call/speaker.js";
import { defineVerb } from "./frame/define-verb.js";

const words = z.string().check(z.maxLength(100_000));
const short = z.string().check(z.maxLength(2_000));

const nothing = { heard: "nothing", lesson: null, more: [], overruled: [] } as const;
const kinds = ["proposed", "again", "known", "rejected"] as const;

export const verb = defineVerb({
  name: "hear",
  group: "Called by agents",
  summary: "Keep a correction or a lasting rule that a person stated in a session",
  description: `Looks for a lasting rule or correction in a person's prompt, or in the reason for which a \
person refused a tool call. What it finds waits as a proposal in the person's own words until the person \
accepts it at a terminal or on the page, however often it is said. A prompt that asks for what a rule that \
binds forbids sets that rule aside for the turn: the person is asked instead. Only the hooks of a coding agent can call \
it: they know who speaks. It never stops the caller.`,
  examples: [],
  caller: "anyone",
  hub: null,
  input: z.strictObject({
    text: field("The prompt, or the reason of a refusal.", words),
    around: field(
      "What stood around it, where the text is one that an agent quoted of its person: then all of it is the rule.",
      z.optional(short),
    ),
    isRefusal: field("It is the reason for which a call was refused.", z._default(z.boolean(), false)),
    session: field("The session.", phaseInput),
    interactive: field("A person typed it, as far as the host shows.", z.boolean()),
    call: field("The last tool call before it.", z.optional(short)),
    actor: callerInput.actor,
  }),
  output: z.strictObject({
    heard: field(
      "A new proposal, one that was heard before, a rule that is known, one that the person rejected, or " +
        "nothing that lasts.",
      z.enum([...kinds, "nothing"]),
    ),
    lesson: field("The id of the lesson; null if there is none.", z.nullable(z.string())),
    more: field(
      "The results for the second and the third rule in the same text.",
      z.array(z.strictObject({ heard: z.enum(kinds), lesson: z.string() })),
    ),
    overruled: field(
      "The rules that bind and that the prompt sets aside for this turn: it asks for what they forbid.",
      z.array(z.string()),
    ),
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
  run: async (context, { isRefusal, session, interactive, call, actor, ...words }) => {
    const [text, around] = [maskSecrets(words.text), words.around && maskSecrets(words.around)];
    const host = originName(actor ?? context.actor);
    const typed = interactive && !isRefusal && around === undefined;
    const overruled = typed ? await rulesOverruled(context, { text, session, actor: host }) : [];
    const found = around === undefined ? rulesHeard(text) : [{ text, because: around }];
    if (found.length === 0) return { ...nothing, overruled };
    const kept = await failOpen(
      context,
      "hear",
      context.limits.captureMs,
      async ({ options }) => {
        const near: (NearLessons | undefined)[] = [];
        for (const each of found) near.push(await nearDirectives(context, each.text));
        context.beforeWriting();
        return context.ledger.write(async (writer) => {
          const kept = [];
          for (const [place, each] of found.entries()) {
            const hearing = { session, isRefusal, interactive, call, host };
            kept.push(await hearCorrection(context, writer, each, hearing, near[place]));
          }
          return kept.map(({ as, lesson }) => ({ heard: as, lesson }));
        }, options);
      },
      () => loadSearch(context),
    );
    if ("failed" in kept) return { ...nothing, overruled, failed: kept.failed };
    const [first = nothing, ...more] = kept.done;
    return { ...first, more, overruled };
  },
});

async function rulesOverruled(
  context: Context,
  words: { readonly text: string; readonly session: string; readonly actor: string },
): Promise<string[]> {
  const kept = await failOpen(context, "hear", context.limits.captureMs, ({ options }) =>
    overruleRules(context, words, options),
  );
  return "done" in kept ? [...kept.done] : [];
}
