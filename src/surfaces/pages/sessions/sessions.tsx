import { numbers, TableHead } from "../../../base/page/table-head.js";
import type { Input, Result } from "../../../verbs/frame/handle.js";
import { Ago } from "../parts/ago.js";
import { Behind, sessionAt } from "../parts/behind.js";
import { type FilterField, Filters } from "../parts/filters.js";
import { addressOf, type Place } from "../place.js";
import { defineView } from "../view.js";
import { resultWords } from "./result-words.js";
import { durationText, SessionTitle, sessionName } from "./session-title.js";
import { Timeline } from "./timeline.js";

type Session = Result<"sessions">["sessions"][number];
type Story = Result<"timeline">;

interface SessionsData {
  readonly list: Result<"sessions">;
  /** The session that is open, and the one that it is compared with. */
  readonly stories: readonly Story[];
}

const fields: readonly FilterField[] = [
  {
    name: "repeats",
    label: "Sessions",
    choices: [
      ["", "all"],
      ["yes", "that met a failure of an earlier one"],
    ],
  },
  { name: "week", label: "Week", type: "week" },
];

/** What sessions were told, did, and taught. */
export const sessions = defineView<SessionsData>({
  title: "Sessions",
  async load(call, { item, query }) {
    if (item === undefined) return { list: await call("sessions", wishOf(query)), stories: [] };
    const names = [item, ...(query.with === undefined ? [] : [query.with])];
    const stories = await Promise.all(names.map((name) => call("timeline", { name })));
    return { list: await call("sessions", { limit: listed }), stories };
  },
  Body: ({ data: { list, stories }, place }) =>
    stories.length === 0 ? (
      <>
        <h1 class="unseen">Sessions</h1>
        <Filters fields={fields} place={place} />
        <SessionTable list={list} place={place} />
      </>
    ) : (
      <Stories list={list} stories={stories} place={place} />
    ),
});

const listed = 50;

function wishOf({ week, repeats, before }: Place["query"]): Input<"sessions"> {
  return {
    limit: listed,
    ...(week === undefined ? {} : { week }),
    ...(repeats === undefined ? {} : { repeats: true }),
    ...(before === undefined ? {} : { before }),
  };
}

function SessionTable({
  list,
  place: { project, view, query },
}: Pick<SessionsData, "list"> & { readonly place: Place }) {
  const { at: now, sessions: found, next } = list;
  if (found.length === 0)
    return Object.keys(query).length > 0 ? (
      <p class="soft">No such session.</p>
    ) : (
      <p>
        No session was seen yet. They appear here while agents work; <code>whetstone init</code> sets your
        agents up, and <code>whetstone learn</code> reads the sessions they already had.
      </p>
    );
  return (
    <>
      <table class="table">
        <TableHead
          columns={[
            { name: "Session" },
            { name: "Began" },
            { name: "Lasted" },
            ...numbers("Calls", "Failed", "Blocked", "Seen before", "Tokens shown"),
            { name: "Ended" },
          ]}
        />
        <tbody>
          {found.map((each) => (
            <tr key={each.session}>
              <th scope="row">
                <a href={sessionAt(project, each.session)}>
                  <SessionTitle {...each} />
                </a>{" "}
                <small>
                  {[each.name === "" ? "" : each.agent, each.branch].filter((part) => part !== "").join(", ")}
                </small>
              </th>
              <td data-name="Began">
                <Ago at={each.startedAt} now={now} />
              </td>
              <td data-name="Lasted">
                <Behind href={sessionAt(project, each.session)}>{durationText(each)}</Behind>
              </td>
              {figuresOf(each).map(([name, value, isBad]) => (
                <td key={name} class={isBad ? "number refused" : "number"} data-name={name}>
                  {value === null ? "–" : <Behind href={sessionAt(project, each.session)}>{value}</Behind>}
                </td>
              ))}
              <td data-name="Ended">{resultWords(each.result)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next === undefined ? null : (
        <p>
          <a href={addressOf({ project, view, query: { ...query, before: next } })}>Older sessions</a>
        </p>
      )}
    </>
  );
}

function figuresOf({ calls, failures, blocked, repeats, tokens }: Session) {
  return [
    ["Calls", calls, false],
    ["Failed", failures, false],
    ["Blocked", blocked, false],
    ["Seen before", repeats, repeats > 0],
    ["Tokens shown", tokens, false],
  ] as const;
}

interface StoriesProps extends SessionsData {
  readonly place: Place;
}

function Stories({ list, stories, place }: StoriesProps) {
  const { project, view, item } = place;
  const listedOthers = list.sessions.filter(({ session }) => session !== item).slice(0, 20);
  // The one beside it may be older than those.
  const beside = stories.slice(1).flatMap(({ session }) => session ?? []);
  const older = beside.filter(({ session }) => !listedOthers.some((each) => each.session === session));
  const others = [...listedOthers, ...older];
  const compare: FilterField = {
    name: "with",
    label: "Compare with",
    choices: [["", "nothing"], ...others.map((each) => [each.session, sessionName(each)] as const)],
  };
  return (
    <>
      <div class="session-top">
        <a href={addressOf({ project, view })}>All sessions</a>
        <Filters fields={[compare]} place={place} keepsItem />
      </div>
      <div class={stories.length > 1 ? "pair" : ""}>
        {stories.map((story) => (
          <Timeline key={story.name} story={story} project={project} />
        ))}
      </div>
    </>
  );
}
