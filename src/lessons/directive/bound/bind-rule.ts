import { WhetstoneError } from "../../../base/errors.js";
import type { EventData } from "../../../log/events/catalog.js";
import type { Context } from "../../../verbs/call/context.js";
import { parseCheck, printCheck, type Then } from "../check/check.js";
import { withThen } from "../check/rule.js";
import { decideRule, type StatedInput } from "./decide-rule.js";

interface Binding extends StatedInput {
  readonly onBreach?: Then | undefined;
  readonly always: boolean;
  readonly replay: EventData<"rule-bound">["replay"];
}

/** Examples that show whether a check stops what its rule means. */
const examplesEnough = 5;

/** A check that stops much is either a rule that is often broken or a wrong check: only examples tell. */
export async function bindRule(context: Context, { onBreach, always, replay, ...stated }: Binding) {
  const { applied, broken, looked } = replay;
  if (broken * 3 > applied && looked < Math.min(examplesEnough, broken)) throw notLookedAt(replay);
  const given = parseCheck(stated.check);
  const check = printCheck(onBreach === undefined ? given : withThen(given, onBreach));
  const data = { replay, ...(always ? { always } : {}) };
  return decideRule(context, { ...stated, check }, { type: "rule-bound", data });
}

function notLookedAt({ applied, broken, looked }: Binding["replay"]): WhetstoneError {
  return new WhetstoneError(
    "invalid_input",
    `the check would have stopped ${broken} of ${applied}, and ${looked} examples were looked at`,
    {
      field: "replay.looked",
      next: "look at the examples in 'whetstone rules', or watch the rule: that counts without stopping anything",
      values: { applied, broken, looked },
    },
  );
}
