import type { Result } from "../../../verbs/frame/handle.js";
import { useActs } from "../acts.js";
import { Decision } from "../parts/decision.js";
import { addressOf, type Place } from "../place.js";
import { dismiss, exchangeChoice } from "./team-choices.js";

type TeamStatus = Result<"team status">;

/** How this machine stands with its hub. It asks nobody: the last exchange says it. */
export function JoinedTeam({ status, place }: { readonly status: TeamStatus; readonly place: Place }) {
  const { hub, position, tail, tailByType, last, error } = status;
  const { project } = place;
  const { exchange } = useActs();
  if (hub === null) return null;
  const log = addressOf({ project, view: "log" });
  const hubPage = `${hub.url}/${encodeURIComponent(hub.project)}/team`;
  return (
    <>
      <h1>{headline(status)}</h1>
      {error === null ? null : (
        <p class="trouble" role="status">
          {error.message}
          {error.next === null ? null : `: ${error.next}`} <Time at={error.at} />
        </p>
      )}
      {last?.stopped ? (
        <p class="trouble" role="status">
          {last.stopped.reason}: {last.stopped.next}
        </p>
      ) : null}
      <dl class="facts">
        <dt>You</dt>
        <dd>
          <b>{hub.member}</b>, {hub.role}
        </dd>
        <dt>Hub</dt>
        <dd>
          <a href={hubPage} rel="noreferrer">
            {hub.project} at {hub.url}
          </a>
          <p class="soft">Its page has the members, keys and machines. It asks for your key.</p>
        </dd>
        <dt>This machine</dt>
        <dd>
          {hub.machine}, joined <Time at={hub.joinedAt} />
        </dd>
        <dt>Leaves this machine</dt>
        <dd>
          {hub.share === "everything"
            ? "everything that is recorded, what tools printed included"
            : "lessons, outcomes and receipts; what tools printed stays here"}
        </dd>
        <dt>Here</dt>
        <dd>
          <a href={log}>
            {events(position)} of the hub
            {last !== null && last.hubHead > position ? `, ${last.hubHead - position} behind` : ""}
          </a>
        </dd>
        <dt>Waiting to be sent</dt>
        <dd>
          {tail === 0 ? (
            "nothing"
          ) : (
            <>
              <a href={log}>{events(tail)}</a>:{" "}
              {tailByType.map(({ type, count }) => `${count} ${words(type)}`).join(", ")}
            </>
          )}
        </dd>
        <dt>Last exchange</dt>
        <dd>
          {last === null ? (
            "none yet"
          ) : (
            <>
              <Time at={last.at} />:{" "}
              <a href={log}>
                sent {last.sent}, received {last.pulled}
                {last.refused === 0 ? "" : `, ${last.refused} refused`}
                {last.waiting === 0 ? "" : `, ${last.waiting} wait: the hub takes them later`}
              </a>
            </>
          )}
        </dd>
      </dl>
      <div class="part">
        <Decision choices={[exchangeChoice(exchange)]} about="what waits" />
      </div>
      <Refusals status={status} />
      <p class="part soft">
        The server of this machine exchanges by itself while somebody works. In a terminal,{" "}
        <code>whetstone team leave</code> ends it, and what was learned stays.
      </p>
    </>
  );
}

function headline({ error, tail, last, refused, hub }: TeamStatus): string {
  if (error !== null) return "The last exchange did not go through";
  if (last === null) return "Joined, and nothing was exchanged yet";
  if (refused > 0) return refused === 1 ? "The hub refused 1 act" : `The hub refused ${refused} acts`;
  return tail === 0
    ? `Everything is shared with ${hub?.project ?? "the hub"}`
    : `Shared with ${hub?.project ?? "the hub"}, ${events(tail)} to send`;
}

function Refusals({ status: { refused, refusals } }: { readonly status: TeamStatus }) {
  if (refusals.length === 0) return null;
  return (
    <section class="part" aria-labelledby="refused">
      <h2 id="refused">Refused by the hub</h2>
      <ul class="refusals">
        {refusals.map(({ id, at, type, reason, next }) => (
          <li key={id} class="need">
            <div class="told">
              <p class="what">{words(type)}</p>
              <p class="why">
                {reason}: {next}. <Time at={at} />
              </p>
            </div>
            <Decision choices={[dismiss(id)]} about={words(type)} />
          </li>
        ))}
      </ul>
      {refused > refusals.length ? <p class="soft">and {refused - refusals.length} more</p> : null}
    </section>
  );
}

function words(type: string): string {
  return type.replaceAll("-", " ");
}

function events(count: number): string {
  return count === 1 ? "1 event" : `${count.toLocaleString("en-US")} events`;
}

/** A status has no time of its own, so times stand as they are. */
function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{at.slice(0, 16).replace("T", " ")} UTC</time>;
}

/** What a team is, for a project that is not shared. */
export function NotShared({ status: { named, left } }: { readonly status: TeamStatus }) {
  return (
    <section class="alone">
      <h1>{left ? "No longer shared" : "Not shared"}</h1>
      <p>
        What is learned here stays on this machine. A team shares it by a hub that one of you runs: what one
        agent ran into, the agents of everybody else are shown. Everybody keeps working on a store of their
        own, offline too; what tools printed stays where it was, and secrets are masked.
      </p>
      {named === null ? null : (
        <p>
          The <code>whetstone.json</code> of this project names the hub {named}. Nothing is sent there until
          you join it.
        </p>
      )}
      <p>If there is a hub, with the key that its admin gave you:</p>
      <pre class="block">whetstone team join {named ?? "https://hub.example.org"}</pre>
      <p>To begin one, where a PostgreSQL database is:</p>
      <pre class="block">
        {"whetstone team init ada --store postgres://…\nwhetstone serve --team --store postgres://…"}
      </pre>
    </section>
  );
}
