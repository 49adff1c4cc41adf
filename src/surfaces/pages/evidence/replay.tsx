import { useId, useState } from "preact/hooks";
import { TableHead } from "../../../base/page/table-head.js";
import { replayFigures } from "../../../lessons/replay/replay-figures.js";
import type { Result } from "../../../verbs/frame/handle.js";
import { useActs } from "../acts.js";
import { addressOf } from "../place.js";

type Replay = Result<"replay">;

/** Settings that a person would turn, each with a value to begin with. */
const examples = [
  "reflection.startShare=0.2",
  "reflection.startLessons=5",
  "reflection.startTokens=300",
  "reflection.sessionTokens=400",
  "reflection.atTheCall=off",
  "reflection.stopAfterSessions=3",
  "evidence.share=0.5",
  "directives.briefMax=4",
  "insights.budgetTokens=300",
  "policy.approvalBelowScore=0.6",
  "policy.minOutcomes=10",
];

/** What another setting would have shown, stopped and asked in all that happened so far. */
export function ReplayForm({ project }: { readonly project: string }) {
  const { call, signOut } = useActs();
  const [setting, change] = useState("");
  const [since, changeSince] = useState("");
  const [state, setState] = useState<{
    readonly progress?: string;
    readonly fault?: string;
    readonly found?: Replay;
  }>({});
  const id = useId();

  const replay = async () => {
    setState({ progress: "Replaying …" });
    try {
      const given = { set: setting.trim().split(/\s+/), ...(since === "" ? {} : { since }) };
      const onProgress = (done: number, of: number) =>
        setState({ progress: `Replaying: ${Math.round((100 * done) / Math.max(1, of))} % of the log` });
      setState({ found: await call("replay", given, onProgress) });
    } catch (error) {
      setState({ fault: (error as Error).message });
    }
  };

  // A hub does not replay: the machines that share the project do.
  if (signOut !== undefined) return null;
  return (
    <section class="part" aria-labelledby="replay">
      <h2 id="replay">What would another setting have done?</h2>
      <p class="soft">
        Goes through the log again with other settings, in a program of its own. Nothing is written, and
        agents do not wait for it.
      </p>
      <form
        class="narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void replay();
        }}
      >
        <label for={`${id}-set`}>
          <span>Setting</span>
          <input
            id={`${id}-set`}
            list={`${id}-settings`}
            placeholder="reflection.startShare=0.2"
            required
            value={setting}
            onInput={(event) => change(event.currentTarget.value)}
          />
        </label>
        <datalist id={`${id}-settings`}>
          {examples.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <label for={`${id}-since`}>
          <span>Since (optional)</span>
          <input
            id={`${id}-since`}
            type="date"
            value={since}
            onInput={(event) => changeSince(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="main" disabled={state.progress !== undefined}>
          Replay
        </button>
        <span role="status" class="soft">
          {state.progress ?? ""}
        </span>
      </form>
      {state.fault === undefined ? null : (
        <p class="refused" role="alert">
          {state.fault}
        </p>
      )}
      {state.found === undefined ? null : <Differences found={state.found} project={project} />}
    </section>
  );
}

interface DifferencesProps {
  readonly found: Replay;
  readonly project: string;
}

function Differences({ found, project }: DifferencesProps) {
  const { recorded, today, changed, lessons, otherLessons, effect, withoutEffect } = found;
  const sides = [...(recorded === null ? [] : [recorded]), today, changed].map(replayFigures);
  const names = [...new Set(sides.flatMap((figures) => [...figures.keys()]))];
  const columns = [...(recorded === null ? [] : ["In the log"]), "Today's settings", found.set.join(" ")];
  return (
    <div class="replayed">
      {withoutEffect.map((each) => (
        <p key={each}>{each} has no effect on what is shown.</p>
      ))}
      <p>
        <b>{effect === null ? noEffect : effect.says}</b>
      </p>
      <table class="table compare">
        <TableHead columns={[{ name: "" }, ...columns.map((name) => ({ name, isNumber: true }))]} />
        <tbody>
          {names.map((name) => (
            <tr key={name} class={differs(sides, name) ? "differs" : undefined}>
              <th scope="row">{name}</th>
              {sides.map((figures, at) => (
                <td key={columns[at]} class="number">
                  {figures.get(name) ?? "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Lessons in more or fewer sessions</h3>
      {lessons.length === 0 ? <p class="soft">None.</p> : null}
      <ul class="lines">
        {lessons.map(({ lesson, today: before, changed: after }) => (
          <li key={lesson}>
            <a href={addressOf({ project, view: "lessons", item: lesson })}>{lesson}</a>: {after} instead of{" "}
            {before}
          </li>
        ))}
      </ul>
      {otherLessons > 0 ? <p class="soft">and {otherLessons} more</p> : null}
    </div>
  );
}

const noEffect =
  "Whether failures would have come back cannot be said: chance has held no lesson out of a session yet.";

/** Whether today's settings and the others give another number. */
function differs(sides: readonly ReadonlyMap<string, string>[], name: string): boolean {
  return sides.at(-2)?.get(name) !== sides.at(-1)?.get(name);
}
