import { counted } from "../../../base/text/counted.js";
import type { Result } from "../../../verbs/frame/handle.js";
import { Ago } from "../parts/ago.js";
import { Behind, sessionAt } from "../parts/behind.js";
import { addressOf } from "../place.js";
import { resultWords } from "../sessions/result-words.js";
import { SessionTitle } from "../sessions/session-title.js";
import { defineView } from "../view.js";
import { NeedsYou } from "./needs.js";
import { NextSession } from "./next-session.js";

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
          <div>
            <NeedsYou needs={data.needs} waiting={data.waiting} project={project} />
            <NextSession />
          </div>
          <Sessions data={data} project={project} />
        </div>
      </>
    ),
});

interface Part {
  readonly data: TodayData;
  readonly project: string;
}

function Sentences({ data: { reached, tokens, saved, blocked, evidence, lessons, repeats }, project }: Part) {
  const verdict = (name: string) => addressOf({ project, view: "lessons", query: { verdict: name } });
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
                {counted(blocked, "call")}
              </a>{" "}
              {blocked === 1 ? "was" : "were"} blocked.{" "}
            </>
          )}
          <SavedWork saved={saved} project={project} />
          <Weeks repeats={repeats} project={project} />{" "}
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

/** What the sessions of trials were spared, once that is known. */
function SavedWork({
  saved: { failures, minutes },
  project,
}: Pick<TodayData, "saved"> & Pick<Part, "project">) {
  if (failures === 0) return null;
  const link = (text: string) => <a href={addressOf({ project, view: "evidence" })}>{text}</a>;
  return (
    <>
      So far they saved about {link(counted(failures, "failed call"))}
      {minutes === 0 ? null : <> and {link(counted(minutes, "minute"))}</>}.{" "}
    </>
  );
}

function Sessions({ data: { sessions, at }, project }: Part) {
  return (
    <section class="recent" aria-labelledby="sessions">
      <h2 id="sessions">The last sessions</h2>
      {sessions.length === 0 ? <p class="soft">None yet. They appear here as they happen.</p> : null}
      <ol>
        {sessions
          .toSorted(byLastSeen)
          .map(({ session, agent, name, lastAt, failures, shown, tokens, result }) => (
            <li key={session}>
              <span class={`dot ${result ?? "open"}`} aria-hidden="true" />
              <span class="who">
                <a href={sessionAt(project, session)}>
                  <SessionTitle session={session} name={name} agent={agent} />
                </a>
              </span>
              <span class="when">{lastAt === null ? null : <Ago at={lastAt} now={at} />}</span>
              <small class="how">
                {name === "" ? null : `${agent}, `}
                {resultWords(result)}
                <Behind href={sessionAt(project, session)}>
                  {failures === 0 ? null : `, ${failures} failed ${failures === 1 ? "call" : "calls"}`}
                  {shown === 0 ? ", shown nothing" : `, shown ${tokens} tokens`}
                </Behind>
              </small>
            </li>
          ))}
      </ol>
    </section>
  );
}

/** Nothing that came back is a comfort only where something ran. */
function Weeks({
  repeats: { thisWeek, lastWeek },
  project,
}: Pick<TodayData, "repeats"> & Pick<Part, "project">) {
  const behind = ({ week, repeats }: TodayData["repeats"]["thisWeek"], text: string) => (
    <a href={addressOf({ project, view: "sessions", query: { week, repeats: repeats > 0 ? "yes" : "" } })}>
      {text}
    </a>
  );
  const failures = ({ repeats }: TodayData["repeats"]["thisWeek"]) => counted(repeats, "repeated failure");
  if (thisWeek.sessions > 0)
    return (
      <>
        {behind(thisWeek, failures(thisWeek))} this week
        {lastWeek.sessions === 0 ? null : <>, {behind(lastWeek, String(lastWeek.repeats))} the week before</>}
        .
      </>
    );
  if (lastWeek.sessions === 0) return <>No session this week.</>;
  return <>No session this week; {behind(lastWeek, failures(lastWeek))} the week before.</>;
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
          <p>Sets up your coding agents, so that each session is shown what earlier ones learned.</p>
        </li>
        <li>
          <code>whetstone learn</code>
          <p>Learns from the sessions that your agents already had here.</p>
        </li>
        <li>
          <span>Work as usual.</span>
          <p>Sessions appear here while they run; this page updates by itself.</p>
        </li>
      </ol>
    </section>
  );
}
