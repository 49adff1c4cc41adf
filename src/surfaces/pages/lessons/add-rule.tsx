import { useId, useState } from "preact/hooks";
import type { Result } from "../../../verbs/frame/handle.js";
import { useActs } from "../acts.js";
import { type Choice, Decision } from "../parts/decision.js";
import { Panel } from "../parts/panel.js";
import { addressOf, type Place } from "../place.js";
import { emptyRule, givenIn, type RuleDraft, RuleFields } from "./rule-fields.js";
import { type Weight, WeightFields } from "./weight-fields.js";

/** Where a person writes a rule of their own. */
export function AddRule({ place }: { readonly place: Place }) {
  const { go } = useActs();
  const [text, setText] = useState("");
  const [draft, change] = useState(emptyRule);
  const [weight, weigh] = useState<Weight>({ priority: "medium", enforcement: "warn" });
  const id = useId();
  const open = (lesson: string) => go(addressOf({ ...place, item: lesson, query: {} }), "replace");
  return (
    <Panel of="a new rule" title="Add a rule" closed={addressOf({ ...place, query: {} })}>
      <Decision
        choices={[addRule(text.trim(), draft, weight, open)]}
        about="a new rule"
        spelledOut
        after={async () => undefined}
      >
        <div class="rule-fields">
          <label for={id}>
            <span>The rule, in one sentence</span>
            <textarea
              id={id}
              rows={3}
              maxLength={2000}
              placeholder="For example: run the tests before every commit"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
        </div>
        <WeightFields weight={weight} change={weigh} />
        <RuleFields draft={draft} change={change} />
      </Decision>
    </Panel>
  );
}

function addRule(text: string, draft: RuleDraft, weight: Weight, open: (lesson: string) => void): Choice {
  return {
    label: "Add it",
    consequence:
      "Agents that it is for are shown it from their next session on. What blocks needs a call that it forbids, " +
      "or a check that a program runs. You can undo it.",
    takesReason: false,
    act: async (call) => {
      if (text === "") throw new Error("Write the rule first.");
      const added = await call("lessons add", { text, ...givenIn(draft), ...weight });
      open(added.lesson);
      const undo = async () => {
        await call("lessons retire", { lessons: [added.lesson], reason: "a person took it back" });
      };
      return { text: addedText(added), undo: added.merged ? undefined : undo };
    },
  };
}

function addedText({ merged, added, contradicts, status }: Result<"lessons add">): string {
  if (contradicts !== null) return "It says the opposite of another rule: retire one, or accept both.";
  if (merged)
    return added.length === 0
      ? "A rule says the same already."
      : `A rule says the same, and is extended by ${added.join(", ")}.`;
  return status === "active" ? "It is in force." : `It is ${status}.`;
}
