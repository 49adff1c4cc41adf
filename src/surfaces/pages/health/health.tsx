import { useEffect, useState } from "preact/hooks";
import { useActs } from "../acts.js";
import { Advice } from "../parts/advice.js";
import { Behind } from "../parts/behind.js";
import { Decision } from "../parts/decision.js";
import { withShortTimes } from "../parts/short-times.js";
import { addressOf, type Place } from "../place.js";
import { defineView } from "../view.js";
import { useZone } from "../zone.js";
import { type Check, fixesFor } from "./health-choices.js";
import { addressBehind, machineNames, titleOf } from "./health-words.js";

const order = { problem: 0, warning: 1, ok: 2 } as const;
const words = { problem: "Problem", warning: "Warning", ok: "Fine" } as const;

/** What the doctor found, the worst first, each with what to do about it. */
export const health = defineView<{ readonly checks: readonly Check[] }>({
  title: "Health",
  load: (call) => call("doctor", { quick: true }),
  Body: ({ data, place: { project } }) => {
    const { found, fault } = useMachine();
    const checks = [...data.checks, ...(found ?? [])];
    const sorted = checks.toSorted((one, other) => order[one.state] - order[other.state]);
    const problems = checks.filter(({ state }) => state === "problem").length;
    const warnings = checks.filter(({ state }) => state === "warning").length;
    return (
      <>
        <h1>{summary(problems, warnings)}</h1>
        <ul class="checks">
          {sorted.map((check) => (
            <CheckLine key={`${check.name} ${check.detail}`} check={check} project={project} />
          ))}
        </ul>
        <p class="soft" role="status">
          {fault ?? (found === undefined ? "Looking at your agents and at this server …" : null)}
        </p>
        <p class="soft">
          At a terminal, <code>whetstone doctor</code> also reads every row of the database.
        </p>
      </>
    );
  },
});

interface Machine {
  readonly found?: readonly Check[];
  readonly fault?: string;
}

/** What a process of its own finds out about this machine, once for each visit. */
function useMachine(): Machine {
  const { machine } = useActs();
  const [read, setRead] = useState<Machine>({});
  useEffect(() => {
    machine().then(
      ({ checks }) => setRead({ found: checks.filter(({ name }) => machineNames.includes(name)) }),
      (error: Error) => setRead({ fault: error.message }),
    );
  }, [machine]);
  return read;
}

function summary(problems: number, warnings: number): string {
  if (problems > 0) return problems === 1 ? "One thing is wrong" : `${problems} things are wrong`;
  if (warnings > 0)
    return warnings === 1
      ? "Everything works, one thing to look at"
      : `Everything works, ${warnings} things to look at`;
  return "All is well";
}

interface LineProps {
  readonly check: Check;
  readonly project: string;
}

function CheckLine({ check, project }: LineProps) {
  const { name, state, detail, next, about = [] } = check;
  const [first] = about;
  const address = first === undefined ? addressBehind(project, name) : aboutAt(project, first);
  const found = withWords(withShortTimes(detail, useZone()), about);
  return (
    <li class={state}>
      <span class="how">{words[state]}</span>
      <div>
        <h2>{titleOf(name)}</h2>
        <p>{address === undefined ? found : <Behind href={address}>{found}</Behind>}</p>
        {next === undefined ? null : (
          <p class="next">
            What to do: <Advice text={next} />
          </p>
        )}
        {about.length < 2 ? null : (
          <p>
            {about.map((each) => (
              <a class="about" key={each.id} href={aboutAt(project, each)}>
                {each.text ?? each.id}
              </a>
            ))}
          </p>
        )}
        {fixesFor(check).map(({ about: what, choice }) => (
          <Decision key={what} choices={[choice]} about={what} />
        ))}
      </div>
    </li>
  );
}

/** A finding names lessons by their ids, as commands take them; a person knows them by their words. */
function withWords(finding: string, about: NonNullable<Check["about"]>): string {
  return about.reduce((text, { id, text: words }) => text.replaceAll(id, words ?? id), finding);
}

const viewOf = { lesson: "lessons", adapter: "policy", event: "log" } as const;

/** Where a person sees all of what a finding is about. */
function aboutAt(project: Place["project"], { kind, id }: NonNullable<Check["about"]>[number]): string {
  return addressOf({ project, view: viewOf[kind], item: id });
}
