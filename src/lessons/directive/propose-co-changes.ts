import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Context } from "../../verbs/call/context.js";
import { failOpen } from "../../verbs/call/fail-open.js";
import { type CoChange, coChangeDirective, coChangesIn } from "../failure/rules/reflection/co-change.js";
import { directives } from "./fold/directives.js";
import { directiveInput, nearDirectives, propose } from "./propose-directive.js";
import { directiveId } from "./rules/directive-id.js";

/** Runs of some weeks; what has not changed together among them no longer does. */
const eventsLookedAt = 5_000;
/** A person reads proposals: a project with many pairs brings them a few at a time. */
const proposedAtOnce = 3;

/**
 * Proposes a lesson for files that keep changing together, where a person has switched that on. They come in
 * by the door of all lessons that no person wrote. Fails open.
 */
export async function proposeCoChanges(context: Context): Promise<readonly string[]> {
  const { ledger } = context;
  if (!ledger.config.reflection.coChange) return [];
  const outcome = await failOpen(
    context,
    "reflect",
    ledger.config.insights.captureLimitMs,
    async ({ options }) => {
      const pairs = await ledger.read(unproposedPairs, options);
      const proposed: string[] = [];
      for (const pair of pairs) {
        const origin = "tool:co-change";
        const directive = directiveInput.parse({ ...coChangeDirective(pair), origin });
        const near = await nearDirectives(context, directive.text);
        const { lesson } = await ledger.write(
          (writer) => propose(context, writer, directive, {}, near),
          options,
        );
        proposed.push(lesson);
      }
      return proposed;
    },
  );
  return "done" in outcome ? outcome.done : [];
}

/** A pair that was proposed before is left to the person who decides about it. */
async function unproposedPairs(reader: LedgerReader): Promise<readonly CoChange[]> {
  const fresh: CoChange[] = [];
  for (const pair of coChangesIn(await changedFiles(reader))) {
    const known = await reader.row(directives, directiveId(coChangeDirective(pair).text));
    if (known === undefined) fresh.push(pair);
    if (fresh.length === proposedAtOnce) break;
  }
  return fresh;
}

async function changedFiles(reader: LedgerReader): Promise<readonly (readonly string[])[]> {
  const from = Math.max(0, (await reader.head()) - eventsLookedAt);
  const events = await reader.eventsAfter(from, eventsLookedAt);
  return events.flatMap((event) => (event.type === "outcome-recorded" ? [event.data.filesTouched] : []));
}
