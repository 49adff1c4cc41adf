import type { Result } from "../../verbs/frame/handle.js";
import { defineView } from "../view.js";

type Check = Result<"doctor">["checks"][number];

const order = { problem: 0, warning: 1, ok: 2 } as const;
const words = { problem: "Problem", warning: "Warning", ok: "Fine" } as const;

/** What the doctor found, the worst first, each with what to do about it. */
export const health = defineView<Result<"doctor">>({
  title: "Health",
  load: (call) => call("doctor", { quick: true }),
  Body: ({ data: { checks } }) => {
    const sorted = checks.toSorted((one, other) => order[one.state] - order[other.state]);
    const problems = checks.filter(({ state }) => state === "problem").length;
    const warnings = checks.filter(({ state }) => state === "warning").length;
    return (
      <>
        <h1>{summary(problems, warnings)}</h1>
        <ul class="checks">
          {sorted.map((check) => (
            <CheckLine key={`${check.name} ${check.detail}`} check={check} />
          ))}
        </ul>
        <p class="soft">
          <code>whetstone doctor</code> at a terminal also looks at the setup of your agents and at this
          server.
        </p>
      </>
    );
  },
});

function summary(problems: number, warnings: number): string {
  if (problems > 0) return problems === 1 ? "One thing is wrong" : `${problems} things are wrong`;
  if (warnings > 0)
    return warnings === 1 ? "All works, one thing to look at" : `All works, ${warnings} things to look at`;
  return "All is well";
}

function CheckLine({ check: { name, state, detail, next } }: { readonly check: Check }) {
  return (
    <li class={state}>
      <span class="how">{words[state]}</span>
      <div>
        <h2>{name}</h2>
        <p>{detail}</p>
        {next === undefined ? null : (
          <p class="next">
            What to do: <code>{next}</code>
          </p>
        )}
      </div>
    </li>
  );
}
