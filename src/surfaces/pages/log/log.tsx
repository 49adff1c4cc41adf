import type { Input, Result } from "../../../verbs/frame/handle.js";
import type { Call } from "../call.js";
import { Ago, Clock } from "../parts/ago.js";
import { type FilterField, Filters } from "../parts/filters.js";
import { Panel } from "../parts/panel.js";
import { addressOf, type Place } from "../place.js";
import { defineView } from "../view.js";

type Event = Result<"log">["events"][number];

interface LogData {
  readonly at: string;
  readonly events: readonly Event[];
  readonly head: number;
  /** Where older events begin; null at the beginning of the log. */
  readonly before: number | null;
  /** The event that is open, with its data. */
  readonly open: Event | null;
}

const listed = 100;

const fields: readonly FilterField[] = [
  {
    name: "type",
    label: "Events",
    choices: [
      ["", "all"],
      ["lesson-", "of lessons"],
      ["outcome-", "outcomes"],
      ["lesson-exposed", "lessons shown"],
      ["trial-session-ended", "sessions of trials"],
      ["reflection-", "calls that failed or were fixed"],
      ["policy-", "of policies"],
      ["trial-", "of trials"],
      ["gate-", "of gates"],
    ],
  },
  { name: "about", label: "Session or run" },
  { name: "holds", label: "Text", type: "search" },
];

type Arm = NonNullable<Input<"log">["arm"]>;

/** What was recorded, event by event, the newest first. */
export const log = defineView<LogData>({
  title: "Log",
  async load(call, { item, query: { type, about, holds, arm, before } }) {
    // The verb refuses what is no arm.
    const given = { type, about, holds, arm: arm as Arm | undefined };
    const place = Number(before);
    const found = await call("log", {
      ...given,
      ...(Number.isSafeInteger(place) && place > 0 ? { before: place } : {}),
      limit: listed,
    });
    return { ...found, open: item === undefined ? null : await eventAt(call, Number(item)) };
  },
  Body: ({ data, place }) => (
    <>
      <h1>{data.head.toLocaleString("en-US")} events</h1>
      {place.query.arm === undefined ? null : (
        <p class="soft">
          Sessions in which chance {place.query.arm === "shown" ? "showed" : "held out"} the lesson.
        </p>
      )}
      <Filters fields={fields} place={place} />
      <div class={data.open === null ? "" : "beside"}>
        <EventList data={data} place={place} />
        {data.open === null ? null : <OpenEvent event={data.open} place={place} />}
      </div>
    </>
  ),
});

async function eventAt(call: Call, seq: number): Promise<Event | null> {
  if (!Number.isSafeInteger(seq) || seq < 1) return null;
  const { events } = await call("log", { after: seq - 1, limit: 1, data: true });
  return events[0] ?? null;
}

interface Part {
  readonly data: LogData;
  readonly place: Place;
}

function EventList({ data: { at: now, events, before, open }, place }: Part) {
  const { project, view, query } = place;
  const isNarrowed = Object.keys(query).length > 0;
  return (
    <section aria-label="Events">
      {events.length === 0 ? (
        <p class="soft">{isNarrowed ? "Nothing of this kind was recorded." : "Nothing was recorded yet."}</p>
      ) : null}
      <ol class="tail">
        {events.toReversed().map(({ seq, type, at, actor, taskId, says }) => (
          <li key={seq}>
            <a
              href={addressOf({ project, view, item: String(seq), query })}
              aria-current={seq === open?.seq ? "true" : undefined}
            >
              <span class="seq">{seq}</span> {type.replaceAll("-", " ")} <small>{says}</small>
            </a>
            <span class="who">
              {actor}
              {taskId === null ? null : (
                <>
                  {" in "}
                  <a href={addressOf({ project, view: "sessions", item: taskId })}>{taskId.slice(0, 12)}</a>
                </>
              )}
            </span>
            <span class="when">
              <Ago at={at} now={now} />
            </span>
          </li>
        ))}
      </ol>
      {before === null ? null : (
        <p>
          <a href={addressOf({ project, view, query: { ...query, before: String(before) } })}>Older events</a>
        </p>
      )}
    </section>
  );
}

function OpenEvent({
  event,
  place: { project, view, query },
}: {
  readonly event: Event;
  readonly place: Place;
}) {
  return (
    <Panel
      of={String(event.seq)}
      title={
        <>
          {event.type.replaceAll("-", " ")} <small>{event.seq}</small>
        </>
      }
      closed={addressOf({ project, view, query })}
    >
      <dl>
        <dt>When</dt>
        <dd>
          <Clock at={event.at} />
        </dd>
        <dt>Who</dt>
        <dd>
          {event.actor} <small>{event.origin}</small>
        </dd>
        {event.taskId === null ? null : (
          <>
            <dt>Session</dt>
            <dd>
              <a href={addressOf({ project, view: "sessions", item: event.taskId })}>{event.taskId}</a>
            </dd>
          </>
        )}
      </dl>
      <pre class="block">{indented(event.data ?? "")}</pre>
    </Panel>
  );
}

function indented(data: string): string {
  return JSON.stringify(JSON.parse(data === "" ? "null" : data), null, 2);
}
