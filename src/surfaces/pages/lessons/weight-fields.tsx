import { useId } from "preact/hooks";
import type { Lesson } from "./lesson-choices.js";

export type Weight = Pick<Extract<Lesson, { readonly kind: "directive" }>, "priority" | "enforcement">;

const priorities = ["low", "medium", "high", "critical"] as const;
const enforcements = [
  ["warn", "warns"],
  ["enforce", "blocks"],
] as const;

interface WeightProps {
  readonly weight: Weight;
  readonly change: (weight: Weight) => void;
}

/** How much a rule counts, and what happens when it is broken. */
export function WeightFields({ weight, change }: WeightProps) {
  const field = useId();
  return (
    <div class="narrow">
      <label for={`${field}-priority`}>
        <span>Priority</span>
        <select
          id={`${field}-priority`}
          value={weight.priority}
          onChange={({ currentTarget: { value } }) =>
            change({ ...weight, priority: value as Weight["priority"] })
          }
        >
          {priorities.map((each) => (
            <option key={each} value={each} selected={each === weight.priority}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <label for={`${field}-enforcement`}>
        <span>When broken, it</span>
        <select
          id={`${field}-enforcement`}
          value={weight.enforcement}
          onChange={({ currentTarget: { value } }) =>
            change({ ...weight, enforcement: value as Weight["enforcement"] })
          }
        >
          {enforcements.map(([each, text]) => (
            <option key={each} value={each} selected={each === weight.enforcement}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
