import { WhetstoneError } from "../../../base/errors.js";
import { oneLine } from "../../../base/text/one-line.js";
import type { Context } from "../../../verbs/call/context.js";
import { type Check, parseCheck, printCheck } from "../check/check.js";
import { ruleId } from "../check/rule.js";
import { type ExampleStep, isBroken } from "../check/try-check.js";
import { rules } from "../fold/rules.js";
import { type WrittenRule, writtenRules } from "./written-rules.js";

/** A check that somebody thought of for a rule, with what it must stop and what it must let go. */
export interface ProposedCheck {
  readonly file: string;
  readonly line: number;
  readonly check: unknown;
  readonly stops: readonly ExampleStep[];
  readonly passes: readonly ExampleStep[];
}

interface Proposing {
  readonly actor: string;
  readonly origin: string;
}

/** What became of a proposal. */
export interface Proposed {
  readonly file: string;
  readonly line: number;
  /** The id of the rule with this check; null where it was refused. */
  readonly rule: string | null;
  /** Why it was refused; null where it waits for a person, or was decided before. */
  readonly refused: string | null;
}

/** Keeps the checks that fit a statement of an instruction file and their own examples; they wait for a person. */
export async function proposeChecks(
  context: Context,
  proposals: readonly ProposedCheck[],
  { actor, origin }: Proposing,
): Promise<readonly Proposed[]> {
  const written = writtenRules(await context.instructions());
  const { matchers } = await context.rules();
  const judged = proposals.map((proposal) => {
    const { file, line } = proposal;
    const stated = written.find((each) => each.file === file && each.line === line);
    const found =
      stated === undefined ? "no statement of an instruction file stands there" : checkIn(proposal);
    if (stated === undefined || typeof found === "string") return { file, line, refused: String(found) };
    const refused = failedExample(proposal, (steps) => isBroken(found, steps, matchers));
    return refused === undefined ? { file, line, draft: draftOf(stated, found) } : { file, line, refused };
  });
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const results: Proposed[] = [];
    for (const { file, line, refused, draft } of judged) {
      if (draft !== undefined && (await writer.row(rules, draft.rule)) === undefined)
        await writer.append({ type: "check-proposed", data: draft, actor, origin });
      results.push({ file, line, rule: draft?.rule ?? null, refused: refused ?? null });
    }
    return results;
  });
}

/** The check, or why it is none. */
function checkIn({ check }: ProposedCheck): Check | string {
  try {
    return parseCheck(check);
  } catch (error) {
    if (error instanceof WhetstoneError) return error.message;
    throw error;
  }
}

function failedExample(
  { stops, passes }: ProposedCheck,
  breaks: (steps: readonly ExampleStep[]) => boolean,
): string | undefined {
  if (!breaks(stops)) return "it does not stop its own example";
  return breaks(passes) ? "it stops the example that must pass" : undefined;
}

function draftOf({ file, line, text: written }: WrittenRule, check: Check) {
  const text = oneLine(written, 2_000);
  return { rule: ruleId({ file, text, check }), file, line, text, check: printCheck(check) };
}
