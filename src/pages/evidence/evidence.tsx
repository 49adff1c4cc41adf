import { beforeAfter, repeatsText } from "../../app/headline.js";
import { trialChart, weekChart } from "../../app/report-evidence-html.js";
import { verdictText } from "../../app/verdict-text.js";
import type { Result } from "../../verbs/frame/handle.js";
import { type Choice, Decision } from "../parts/decision.js";
import { numbers, TableHead } from "../parts/table-head.js";
import { addressOf, type Place } from "../place.js";
import { defineView } from "../view.js";

type Report = Result<"report">;
type Trials = Report["trials"];
type Lesson = Trials["lessons"][number];

interface EvidenceData {
  readonly headline: Report["headline"];
  readonly trials: Trials;
  readonly status: Result<"trial status">;
}

/** Whether lessons help, and how that is known. */
export const evidence = defineView<EvidenceData>({
  title: "Evidence",
  async load(call) {
    const [{ headline, trials }, status] = await Promise.all([call("report", {}), call("trial status", {})]);
    return { headline, trials, status };
  },
  Body: ({ data, place }) => (
    <>
      <h1>Do lessons help?</h1>
      <Verdict data={data} />
      {data.trials.lessons.length === 0 ? null : (
        <>
          <Chart svg={trialChart(data.trials)} />
          <p class="soft">
            Points of 100, with the interval that holds the truth in 95 of 100 trials, whenever one looks.
          </p>
          <Lessons data={data} place={place} />
        </>
      )}
      <Weeks data={data} place={place} />
    </>
  ),
});

interface Part {
  readonly data: EvidenceData;
  readonly place: Place;
}

function Verdict({ data: { trials, status } }: Pick<Part, "data">) {
  if (!status.enabled && trials.lessons.length === 0)
    return (
      <p class="verdict">
        No lesson is held back, so nothing says whether they help. The setting <code>evidence.enabled</code>{" "}
        switches it on.
      </p>
    );
  const { shown, heldOut, verdict, evidence: strength } = trials;
  const share = Math.round((1 - status.share) * 100);
  if (trials.lessons.length === 0)
    return (
      <p class="verdict">
        Not known yet. A lesson that a machine made is held back in {share} of 100 sessions, by chance: once
        such sessions are over, they are compared here.
      </p>
    );
  return (
    <p class="verdict">
      All together: <b class={verdict.replaceAll(" ", "-")}>{verdict}</b>. The failure came back in{" "}
      {shown.repeated} of {shown.sessions} sessions that were told of it, and in {heldOut.repeated} of{" "}
      {heldOut.sessions} that were not, by chance. The evidence is{" "}
      {Math.round(strength).toLocaleString("en-US")}; 20 is enough.
      {status.enabled ? null : " No lesson is held back any more: evidence.enabled is false."}
    </p>
  );
}

/** Our own charts, whose labels are escaped. */
function Chart({ svg }: { readonly svg: string }) {
  return <div class="chart" dangerouslySetInnerHTML={{ __html: svg }} />;
}

function Lessons({ data: { trials, status }, place: { project } }: Part) {
  const tried = new Set(status.lessons.filter((each) => each.tried).map(({ lesson }) => lesson));
  return (
    <table class="table">
      <TableHead
        columns={[
          { name: "Lesson" },
          ...numbers("Came back when shown", "When held back", "Shown in"),
          { name: "Verdict" },
          { name: "Trial" },
        ]}
      />
      <tbody>
        {trials.lessons.map((each) => (
          <tr key={each.lesson}>
            <th scope="row">
              <a href={addressOf({ project, view: "lessons", item: each.lesson })}>{each.text}</a>
            </th>
            <td class="number" data-name="Came back when shown">
              {each.shown.repeated} of {each.shown.sessions}
            </td>
            <td class="number" data-name="When held back">
              {each.heldOut.repeated} of {each.heldOut.sessions}
            </td>
            <td class="number" data-name="Shown in">
              {Math.round(each.share * 100)} %
            </td>
            <td data-name="Verdict" class={each.verdict.replaceAll(" ", "-")}>
              {verdictInList(each)}
            </td>
            <td>
              <Decision choices={[trialChoice(each.lesson, tried.has(each.lesson))]} about={each.lesson} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether it may be called in a list of many, too. */
function verdictInList(lesson: Lesson): string {
  return lesson.inList ? `${verdictText(lesson)}, also among all lessons` : verdictText(lesson);
}

function trialChoice(lesson: string, isTried: boolean): Choice {
  const verb = isTried ? "trial stop" : "trial start";
  return {
    label: isTried ? "Stop the trial" : "Try it",
    consequence: isTried
      ? "It is shown in most sessions again."
      : "Half of the coming sessions are told of it, the other half is not: the shortest way to a verdict.",
    reason: isTried ? "a person knows enough" : "a person wants to know",
    act: async (call, reason) => {
      await call(verb, { lesson, reason });
      const undo = async () => {
        await call(isTried ? "trial start" : "trial stop", { lesson, reason: "a person took it back" });
      };
      return { text: isTried ? "The trial is over." : "It is on trial.", undo };
    },
  };
}

function Weeks({ data: { headline }, place: { project } }: Part) {
  const { weeks } = headline;
  const rate = repeatsText(headline);
  if (weeks.length === 0) return null;
  return (
    <section class="part" aria-labelledby="weeks">
      <h2 id="weeks">Failures that came back, week by week</h2>
      {rate === undefined ? null : <p>Failures of earlier sessions came back {rate}.</p>}
      {rate === undefined ? null : (
        <>
          <Chart svg={weekChart(headline)} />
          <p class="soft">
            <span class="key plain" />
            before the first lesson was shown
            <span class="key good" />
            since ({beforeAfter})
          </p>
        </>
      )}
      <table class="table">
        <TableHead
          columns={[
            { name: "Week" },
            ...numbers("Sessions", "Met a repeat", "Repeats per 100 calls", "Tokens a session"),
          ]}
        />
        <tbody>
          {weeks.toReversed().map((each) => (
            <tr key={each.week}>
              <th scope="row">{each.week}</th>
              <td class="number" data-name="Sessions">
                <a href={addressOf({ project, view: "sessions", query: { week: each.week } })}>
                  {each.sessions}
                </a>
              </td>
              <td class="number" data-name="Met a repeat">
                <a
                  href={addressOf({ project, view: "sessions", query: { week: each.week, repeats: "yes" } })}
                >
                  {each.withRepeat}
                </a>
              </td>
              <td class="number" data-name="Repeats per 100 calls">
                {each.repeatsPer100Calls ?? "–"}
              </td>
              <td class="number" data-name="Tokens a session">
                {each.tokensPerSession ?? "–"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
