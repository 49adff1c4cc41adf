import { Coded } from "../../../base/page/coded.js";
import { numbers, TableHead } from "../../../base/page/table-head.js";
import { counted, percentage } from "../../../base/text/counted.js";
import { failuresText, lowAtFirst, repeatsText } from "../../../lessons/trial/headline.js";
import { certaintyText, verdictText } from "../../../lessons/trial/verdict-text.js";
import type { Result } from "../../../verbs/frame/handle.js";
import { TrialChart, WeekChart } from "../../../verbs/report/evidence-charts.js";
import { Behind, eventsThat } from "../parts/behind.js";
import { type Choice, Decision } from "../parts/decision.js";
import { RateBar } from "../parts/rate-bar.js";
import { addressOf, type Place } from "../place.js";
import { defineView } from "../view.js";
import { ReplayForm } from "./replay.js";

type EvidenceData = Result<"evidence">;

/** Whether lessons help, and how that is known. */
export const evidence = defineView<EvidenceData>({
  title: "Evidence",
  load: (call) => call("evidence", {}),
  Body: ({ data, place }) => (
    <>
      <h1>Do lessons help?</h1>
      <Verdict data={data} place={place} />
      {data.trials.lessons.length === 0 ? null : (
        <>
          <TrialChart trials={data.trials} />
          <Lessons data={data} place={place} />
          <div class="all-lessons">
            <Decision choices={[trialChoice(undefined, data.all)]} about="every lesson" />
          </div>
        </>
      )}
      <Weeks data={data} place={place} />
      <ReplayForm project={place.project} />
    </>
  ),
});

interface Part {
  readonly data: EvidenceData;
  readonly place: Place;
}

/** The table that adds up to the totals, row by row; each row leads to its own sessions. */
const rowsBehind = "#tried-lessons";

function Verdict({ data: { trials, enabled, share: shownIn }, place: { project } }: Part) {
  if (!enabled && trials.lessons.length === 0)
    return (
      <p class="verdict">
        No lesson is held out, so nothing says whether they help. The setting <code>evidence.enabled</code>{" "}
        switches it on.
      </p>
    );
  const { shown, heldOut, verdict } = trials;
  const share = Math.round((1 - shownIn) * 100);
  if (trials.lessons.length === 0)
    return (
      <p class="verdict">
        Not known yet. A lesson that a machine made is held out of{" "}
        <a href={addressOf({ project, view: "log", query: { type: "trial-session-ended" } })}>
          {share} of 100 sessions
        </a>
        , by chance: once such sessions are over, they are compared here.
      </p>
    );
  return (
    <>
      <p class="verdict">
        <b class={verdict.replaceAll(" ", "-")}>
          <a href={rowsBehind}>{percentage(shown.repeated, shown.sessions)}</a>
        </b>{" "}
        came back when their lesson was shown,{" "}
        <a href={rowsBehind}>{percentage(heldOut.repeated, heldOut.sessions)}</a> when it was held out.{" "}
        {togetherWords[verdict]}
      </p>
      <p>
        Failures came back <a href={rowsBehind}>{counts(shown)}</a> that their lesson was shown, and{" "}
        <a href={rowsBehind}>{counts(heldOut)}</a> that it was held out by chance. A session counts once for
        each lesson that chance decided in it. {certaintyText(trials)}
        {enabled ? null : " Lessons are no longer held out: evidence.enabled is false."}
      </p>
    </>
  );
}

const togetherWords: Readonly<Record<EvidenceData["trials"]["verdict"], string>> = {
  helps: "Lessons help.",
  harms: "Lessons harm.",
  "not known yet": "",
};

function counts({ sessions, repeated }: EvidenceData["trials"]["shown"]): string {
  return `${repeated} of the ${counted(sessions, "time")}`;
}

/** The sessions of trials in which chance showed a lesson, or held it out. */
function sessionsOf(project: string, arm: "shown" | "held out", lesson: string): string {
  return addressOf({ project, view: "log", query: { type: "trial-session-ended", holds: lesson, arm } });
}

function Lessons({ data: { trials, tried }, place: { project } }: Part) {
  return (
    <table class="table" id="tried-lessons">
      <TableHead
        columns={[
          { name: "Lesson" },
          { name: "Came back" },
          ...numbers("When shown", "Held out", "Shown in"),
          { name: "Verdict" },
          { name: "Trial" },
        ]}
      />
      <tbody>
        {trials.lessons.map((each) => (
          <tr key={each.lesson}>
            <th scope="row">
              <a href={addressOf({ project, view: "lessons", item: each.lesson })} title={each.text}>
                <Coded text={each.text} />
              </a>
            </th>
            <td data-name="Came back">
              <RateBar shown={each.shown} heldOut={each.heldOut} />
            </td>
            <td class="number" data-name="When shown">
              <Behind href={sessionsOf(project, "shown", each.lesson)}>
                {each.shown.repeated} of {each.shown.sessions}
              </Behind>
            </td>
            <td class="number" data-name="Held out">
              <Behind href={sessionsOf(project, "held out", each.lesson)}>
                {each.heldOut.repeated} of {each.heldOut.sessions}
              </Behind>
            </td>
            <td class="number" data-name="Shown in">
              <Behind href={eventsThat(project, "lesson-exposed", each.lesson)}>
                {Math.round(each.share * 100)} %
              </Behind>
            </td>
            <td data-name="Verdict" class="called">
              <Behind href={addressOf({ project, view: "lessons", item: each.lesson })}>
                <b class={each.verdict.replaceAll(" ", "-")}>{verdictText(each)}</b>
                {each.inList ? (
                  <small title="Still holds after correcting for many lessons: at most one in ten so marked is wrong.">
                    holds among many
                  </small>
                ) : null}
              </Behind>
            </td>
            <td>
              <Decision
                choices={[trialChoice(each.lesson, tried.includes(each.lesson), each.verdict)]}
                about={each.lesson}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const harmText =
  "It harms: sessions went worse with it. A trial shows it to half of the coming sessions again.";

/** Of one lesson, or of every one that a machine made. */
function trialChoice(
  lesson: string | undefined,
  isTried: boolean,
  verdict?: EvidenceData["trials"]["lessons"][number]["verdict"],
): Choice {
  const verb = isTried ? "trial stop" : "trial start";
  return {
    label:
      lesson === undefined
        ? isTried
          ? "Stop trying all"
          : "Try every lesson"
        : isTried
          ? "Stop the trial"
          : "Try it",
    consequence: isTried
      ? verdict === "harms"
        ? "It is shown to no session, because it harms. You can undo it."
        : "It is shown in most sessions again. You can undo it."
      : "It is shown to half of the coming sessions and held out of the others: the shortest way to a verdict. You can undo it.",
    reason: isTried ? "a person knows enough" : "a person wants to know",
    ...(verdict === "harms" && !isTried ? { preview: async () => harmText } : {}),
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
  const failures = failuresText(headline);
  if (weeks.length === 0) return null;
  return (
    <section class="part" aria-labelledby="weeks">
      <h2 id="weeks">Failures that came back, week by week</h2>
      {rate === undefined ? null : (
        <p>
          Failures of earlier sessions came back{" "}
          <a href={addressOf({ project, view: "sessions", query: { repeats: "yes" } })}>{rate}</a>.
        </p>
      )}
      {failures === undefined ? null : (
        <p>
          All failures, known or new: <a href={addressOf({ project, view: "sessions" })}>{failures}</a>.
        </p>
      )}
      {rate === undefined ? null : (
        <>
          <WeekChart headline={headline} />
          <p class="soft">{lowAtFirst}</p>
        </>
      )}
      <table class="table">
        <TableHead
          columns={[
            { name: "Week" },
            ...numbers("Sessions", "Met a repeat"),
            ...numbers("Failures per 100 calls", "Repeats per 100 calls", "Tokens a session"),
          ]}
        />
        <tbody>
          {weeks.toReversed().map((each) => (
            <tr key={each.week}>
              <th scope="row">
                <a href={weekAt(project, each.week)}>{each.week}</a>
              </th>
              <td class="number" data-name="Sessions">
                <Behind href={weekAt(project, each.week)}>{each.sessions}</Behind>
              </td>
              <td class="number" data-name="Met a repeat">
                <Behind href={weekAt(project, each.week, "yes")}>{each.withRepeat}</Behind>
              </td>
              <td class="number" data-name="Failures per 100 calls">
                <Behind href={weekAt(project, each.week)}>{each.failuresPer100Calls ?? "–"}</Behind>
              </td>
              <td class="number" data-name="Repeats per 100 calls">
                <Behind href={weekAt(project, each.week, "yes")}>{each.repeatsPer100Calls ?? "–"}</Behind>
              </td>
              <td class="number" data-name="Tokens a session">
                <Behind href={weekAt(project, each.week)}>{each.tokensPerSession ?? "–"}</Behind>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The sessions of a week, or those of them that met a failure of an earlier one. */
function weekAt(project: string, week: string, repeats = ""): string {
  return addressOf({ project, view: "sessions", query: { week, repeats } });
}
