import { useState } from "preact/hooks";
import type { Result } from "../../../verbs/frame/handle.js";
import { Ago } from "../parts/ago.js";
import { Behind, sessionAt } from "../parts/behind.js";
import { Decision } from "../parts/decision.js";
import { addressOf } from "../place.js";
import { resultWords } from "../sessions/result-words.js";
import { defineView } from "../view.js";
import { choicesFor, type Need } from "./need-choices.js";

type TodayData = Result<"today">;

/** What waits for a person, and how it goes: sentences, not tiles. */
export const today = defineView<TodayData>({
  title: "Today",
  load: (call) => call("today", {}),
  Body: ({ data, place: { project } }) =>
    data.events === 0 ? (
      <FirstSteps />
    ) : (
      <>
        <h1 class="unseen">Today</h1>
        <Sentences data={data} project={project} />
        <div class="columns">
          <NeedsYou data={data} project={project} />
          <Sessions data={data} project={project} />
        </div>
      </>
    ),
});

interface Part {
  readonly data: TodayData;
  readonly project: string;
}

function Sentences({ data: { reached, tokens, blocked, evidence, lessons, repeats }, project }: Part) {
  const verdict = (name: string) => addressOf({ project, view: "lessons", query: { verdict: name } });
  const weekOf = (week: string) => addressOf({ project, view: "sessions", query: { week, repeats: "yes" } });
  const { helps, harms, noDifference, notKnownYet } = evidence;
  const measured = helps + harms + noDifference + notKnownYet > 0;
  return (
    <p class="sentences">
      {reached.sessions === 0 ? (
        "No session was seen yet. "
      ) : (
        <>
          Lessons reached{" "}
          <a href={addressOf({ project, view: "sessions" })}>
            {reached.shown} of the last {reached.sessions}
          </a>{" "}
          sessions, with{" "}
          <a href={addressOf({ project, view: "sessions" })}>{tokens.toLocaleString("en-US")} tokens</a> each.{" "}
          {blocked === 0 ? null : (
            <>
              <a href={addressOf({ project, view: "log", query: { type: "call-guarded" } })}>
                {blocked} {blocked === 1 ? "call" : "calls"}
              </a>{" "}
              blocked in them.{" "}
            </>
          )}
          <a href={weekOf(repeats.thisWeek.week)}>
            {repeats.thisWeek.repeats} repeated {repeats.thisWeek.repeats === 1 ? "failure" : "failures"}
          </a>{" "}
          this week, <a href={weekOf(repeats.lastWeek.week)}>{repeats.lastWeek.repeats}</a> the week before.{" "}
        </>
      )}
      <a href={addressOf({ project, view: "lessons" })}>
        {lessons.toLocaleString("en-US")} {lessons === 1 ? "lesson" : "lessons"}
      </a>
      {measured ? (
        <>
          . Measured so far: <a href={verdict("helps")}>{helps === 1 ? "1 helps" : `${helps} help`}</a>,{" "}
          <a href={verdict("harms")}>{harms === 1 ? "1 harms" : `${harms} harm`}</a>,{" "}
          {noDifference === 0 ? null : (
            <>
              <a href={verdict("no difference")}>
                {noDifference} {noDifference === 1 ? "makes" : "make"} no difference
              </a>
              ,{" "}
            </>
          )}
          <a href={verdict("not known yet")}>{notKnownYet} not known yet</a>.
        </>
      ) : (
        ", none of them measured yet."
      )}
    </p>
  );
}

/** What fits on a screen; the rest is one click away. */
const needsAtFirst = 5;

function NeedsYou({ data: { needs, waiting }, project }: Part) {
  const [all, showAll] = useState(false);
  const rest = waiting - needs.length;
  const hidden = all ? 0 : Math.max(0, needs.length - needsAtFirst);
  return (
    <section class="needs" aria-labelledby="needs">
      <h2 id="needs">{needs.length === 0 ? "Nothing waits for you" : "Needs you"}</h2>
      {needs.length === 0 ? (
        <p class="soft">
          What only you may decide comes up here: your own corrections, what agents propose, lessons that do
          harm.
        </p>
      ) : (
        <ul>
          {needs.slice(0, needs.length - hidden).map((need) => (
            <NeedLine key={`${need.kind} ${need.id}`} need={need} project={project} />
          ))}
        </ul>
      )}
      {hidden > 0 ? (
        <button type="button" class="quiet" onClick={() => showAll(true)}>
          Show {hidden} more
        </button>
      ) : null}
      {rest > 0 && hidden === 0 ? (
        <p>
          <a href={addressOf({ project, view: "lessons", query: { state: "proposed" } })}>and {rest} more</a>
        </p>
      ) : null}
    </section>
  );
}

/** Where a person sees all of what something that waits is about. */
function addressOfNeed(project: string, { kind, id }: Need): string {
  if (kind === "relaxation" || kind === "credential") return addressOf({ project, view: "policy", item: id });
  if (kind === "gate") return addressOf({ project, view: "log", query: { type: "gate-", holds: id } });
  if (kind === "rule") return addressOf({ project, view: "log", query: { type: "call-guarded", holds: id } });
  if (kind === "refused") return addressOf({ project, view: "team" });
  return addressOf({ project, view: "lessons", item: id });
}

function NeedLine({ need, project }: { readonly need: Need; readonly project: string }) {
  const { kind, text, why } = need;
  const address = addressOfNeed(project, need);
  return (
    <li class={`need ${kind}`}>
      <div class="told">
        <p class="what">
          <a href={address}>{text}</a>
        </p>
        <p class="why">
          <Behind href={address}>{why}</Behind>
        </p>
      </div>
      <Decision choices={choicesFor(need)} about={text} />
    </li>
  );
}

function Sessions({ data: { sessions, at }, project }: Part) {
  return (
    <section class="recent" aria-labelledby="sessions">
      <h2 id="sessions">The last sessions</h2>
      {sessions.length === 0 ? <p class="soft">None yet. They appear here as they happen.</p> : null}
      <ol>
        {sessions.toSorted(byLastSeen).map(({ session, agent, lastAt, failures, shown, tokens, result }) => (
          <li key={session}>
            <span class={`dot ${result ?? "open"}`} aria-hidden="true" />
            <span class="who">
              <a href={sessionAt(project, session)}>
                {agent ?? "unknown"} <small title={session}>{session.slice(0, 8)}</small>
              </a>
            </span>
            <span class="when">{lastAt === null ? null : <Ago at={lastAt} now={at} />}</span>
            <small class="how">
              {resultWords(result)}
              <Behind href={sessionAt(project, session)}>
                {failures === 0 ? null : `, ${failures} failed ${failures === 1 ? "call" : "calls"}`}
                {shown === 0 ? ", was told nothing" : `, was told ${tokens} tokens`}
              </Behind>
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Session = TodayData["sessions"][number];

/** A session that went on for long may have begun before others that are over. */
function byLastSeen({ lastAt: one }: Session, { lastAt: other }: Session): number {
  return (other ?? "").localeCompare(one ?? "");
}

function FirstSteps() {
  return (
    <section class="first">
      <h1>Nothing is recorded here yet</h1>
      <ol>
        <li>
          <code>whetstone init</code>
          <p>Sets up the coding agents that you use, so that they are told what was learned.</p>
        </li>
        <li>
          <code>whetstone learn</code>
          <p>Learns from the sessions that they already had in this project.</p>
        </li>
        <li>
          <span>Work as always.</span>
          <p>Each session shows up here while it runs. This page stays fresh by itself.</p>
        </li>
      </ol>
    </section>
  );
}
