import { useId, useState } from "preact/hooks";
import { Decision } from "../parts/decision.js";
import { type Adapter, type Limits, lift, limitsOf, setLimits } from "./policy-choices.js";

/** Where a person sets limits of their own for a tool, or takes them away. */
export function LimitForm({ adapter }: { readonly adapter: Adapter }) {
  const before = limitsOf(adapter);
  const [wanted, want] = useState<Limits>(before);
  const id = useId();
  const retries = Array.from({ length: adapter.base.maxRetries + 1 }, (_, count) => String(count));
  const set = setLimits(adapter.adapter, before, wanted);
  return (
    <Decision
      choices={adapter.human === null ? [set] : [set, lift(adapter.adapter, before)]}
      about={adapter.adapter}
    >
      <div class="narrow limits">
        <label for={`${id}-approval`}>
          <span>Approval</span>
          <select
            id={`${id}-approval`}
            value={wanted.requireApproval === true ? "yes" : ""}
            onChange={({ currentTarget }) =>
              want({ ...wanted, requireApproval: currentTarget.value === "yes" ? true : undefined })
            }
          >
            <option value="" selected={wanted.requireApproval !== true}>
              not set
            </option>
            <option value="yes" selected={wanted.requireApproval === true}>
              ask me first
            </option>
          </select>
        </label>
        <label for={`${id}-retries`}>
          <span>Retries at most</span>
          <select
            id={`${id}-retries`}
            value={wanted.maxRetries?.toString() ?? ""}
            onChange={({ currentTarget }) => want({ ...wanted, maxRetries: numberIn(currentTarget.value) })}
          >
            {["", ...retries].map((each) => (
              <option key={each} value={each} selected={each === (wanted.maxRetries?.toString() ?? "")}>
                {each === "" ? "not set" : each}
              </option>
            ))}
          </select>
        </label>
        <label for={`${id}-risk`}>
          <span>Risk factor</span>
          <input
            id={`${id}-risk`}
            type="number"
            min={adapter.base.riskMultiplier}
            max={10}
            step="any"
            placeholder={String(adapter.base.riskMultiplier)}
            value={wanted.riskMultiplier ?? ""}
            onInput={({ currentTarget }) =>
              want({ ...wanted, riskMultiplier: numberIn(currentTarget.value) })
            }
          />
        </label>
      </div>
    </Decision>
  );
}

function numberIn(text: string): number | undefined {
  return text === "" ? undefined : Number(text);
}
