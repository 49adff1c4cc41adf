import * as z from "zod/mini";
import type { MaturityState } from "../engines/strategies/maturity-rule.js";
import { WhetstoneError } from "../errors.js";
import { origin, textId } from "../events/envelope.js";
import { stateOfStrategy, strategies, strategyOf } from "../projections/strategies.js";
import { admit, type Refusal, refuse } from "./admit.js";
import type { Context } from "./context.js";

const changeInput = z.strictObject({
  lesson: textId,
  reason: z.string().check(z.minLength(1), z.maxLength(1_000)),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type ChangeLessonInput = z.input<typeof changeInput>;

export interface ChangeLessonResult {
  readonly lesson: string;
  readonly before: MaturityState;
  readonly state: MaturityState;
  /** The id of the event that says so. */
  readonly event: string;
}

type Change = "promote" | "deprecate" | "reset";

/** Puts a lesson into a state that somebody answers for, with a reason. */
export async function changeLesson(
  context: Context,
  change: Change,
  input: ChangeLessonInput,
): Promise<ChangeLessonResult> {
  const {
    lesson: id,
    reason,
    actor = context.actor,
    origin = context.origin,
  } = await admit(context, change, changeInput, input);
  // Authority comes from origin: what a tool or an agent says can make no lesson proven.
  if (change === "promote" && origin !== "human") return refuse(context, change, needsPerson, input);
  const lesson = strategyOf(id);
  const settings = context.ledger.config.strategies;
  return context.ledger.write(async (writer) => {
    const row = await writer.row(strategies, lesson);
    if (row === undefined) throw noLesson(id);
    const before = stateOfStrategy(row, context.clock(), settings);
    if (change === "promote" && before === "deprecated") throw mustReset(id, row.deprecated?.reason ?? "");
    const about = { actor, origin, run: context.run };
    const event = await writer.append(
      change === "promote"
        ? { type: "lesson-promoted", data: { lesson, reason }, ...about }
        : change === "reset"
          ? {
              type: "lesson-reset",
              data: { lesson, kind: row.invertedBy === null ? "strategy" : "anti_pattern", reason },
              ...about,
            }
          : { type: "lesson-deprecated", data: { lesson, by: "person", reason }, ...about },
    );
    const after = (await writer.row(strategies, lesson)) ?? row;
    return { lesson, before, state: stateOfStrategy(after, context.clock(), settings), event: event.id };
  });
}

const needsPerson: Refusal = {
  field: "origin",
  reason: "only a person can vouch for a lesson",
  next: "call it with origin human; on the command line name yourself with --by",
};

export function noLesson(id: string): WhetstoneError {
  return new WhetstoneError("not_found", `there is no lesson '${id}'`, {
    field: "lesson",
    next: "'whetstone lessons list' shows the ids",
    values: { lesson: id },
  });
}

function mustReset(id: string, reason: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `'${id}' is deprecated (${reason}) and cannot be promoted`, {
    field: "lesson",
    next: `'whetstone lessons reset ${id}' first: evidence from before no longer counts then`,
    values: { lesson: id },
  });
}
