import { masked } from "../../../base/text/masked.js";
import { oneLine } from "../../../base/text/one-line.js";
import type { WaitOptions } from "../../../log/store/ledger.js";
import type { Context } from "../../../verbs/call/context.js";
import { askedFor } from "../check/asked-for.js";
import { rulesInForce } from "./rules-in-force.js";

interface Typed {
  readonly text: string;
  readonly session: string;
  readonly actor: string;
}

const textChars = 500;

/** The rules that a person's prompt sets aside for its turn, each on record. Those that always hold are not. */
export async function overruleRules(
  context: Context,
  { text: prompt, session, actor }: Typed,
  options: WaitOptions,
): Promise<readonly string[]> {
  const rows = (await context.ledger.read(rulesInForce, options)).filter(
    ({ standing, always }) => standing === "bound" && !always,
  );
  if (rows.length === 0) return [];
  const prepared = await context.rules();
  const asked = rows.flatMap(({ rule, check }) => {
    const sentence = askedFor(prepared.of(check).check, prompt, prepared.matchers);
    return sentence === undefined
      ? []
      : [{ rule, text: oneLine(masked(sentence, context.places.root), textChars) }];
  });
  if (asked.length === 0) return [];
  context.beforeWriting();
  await context.ledger.write(async (writer) => {
    for (const data of asked)
      await writer.append({
        type: "rule-overruled",
        data: { ...data, session },
        actor,
        origin: `prompt:${actor}`,
      });
  }, options);
  return asked.map(({ rule }) => rule);
}
