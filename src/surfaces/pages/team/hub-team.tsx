import { useState } from "preact/hooks";
import { numbers, TableHead } from "../../../base/page/table-head.js";
import type { Result } from "../../../verbs/frame/handle.js";
import { useActs } from "../acts.js";
import { Ago } from "../parts/ago.js";
import { Behind, eventsThat } from "../parts/behind.js";
import { Decision } from "../parts/decision.js";
import { Panel } from "../parts/panel.js";
import { addressOf, type Place } from "../place.js";
import { Invite } from "./invite.js";
import { giveRole, type Key, type Member, type RoleName, removeMember, revoke } from "./team-choices.js";

type TeamMembers = Result<"team members">;

interface Part {
  readonly data: TeamMembers;
  readonly place: Place;
}

/** A project on a hub: who is in it, with which keys and machines. */
export function HubTeam({ data, place }: Part) {
  const open = data.members.find(({ member }) => member === place.item);
  return (
    <>
      <h1>{headline(data)}</h1>
      <You data={data} />
      <div class={open === undefined ? "" : "beside"}>
        <Members data={data} place={place} />
        {open === undefined ? null : <OpenMember member={open} data={data} place={place} />}
      </div>
      {data.sees === "all" ? <Invite roles={data.roles} /> : null}
      <Machines data={data} place={place} />
      {data.sees === "own" ? null : (
        <>
          <Forgotten data={data} place={place} />
          <Changes data={data} place={place} />
        </>
      )}
    </>
  );
}

function headline({ members, project, sees, you }: TeamMembers): string {
  if (sees === "own") return `${you.member} in ${project}`;
  return members.length === 1 ? `1 member shares ${project}` : `${members.length} members share ${project}`;
}

/** What the caller may do here, and why not more. */
function You({ data: { you, sees, roles, members } }: Pick<Part, "data">) {
  const { signOut } = useActs();
  const about = roles.find(({ role }) => role === you.role)?.about ?? "";
  const admins = members.filter(({ role }) => role === "admin").map(({ member }) => member);
  return (
    <p class="you">
      You are <b>{you.member}</b>, {you.role}: {about}.{" "}
      {sees === "all" ? null : (
        <>
          You can look and change nothing here, because that takes the role admin
          {admins.length === 0 ? "" : `; ask ${admins.join(" or ")}`}.{" "}
          {sees === "own"
            ? "A role from developer on sees who else is here."
            : "The keys of others are for admins to see."}{" "}
        </>
      )}
      {signOut === undefined ? null : (
        <button type="button" class="quiet" onClick={signOut}>
          Sign out
        </button>
      )}
    </p>
  );
}

function Members({ data: { members, keys, sees, at }, place: { project, view, item } }: Part) {
  const keysOf = (name: string) => keys.filter(({ member }) => member === name);
  const lastOf = (name: string) =>
    keysOf(name)
      .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
      .toSorted()
      .at(-1);
  const isAll = sees === "all";
  return (
    <section aria-label="Members">
      <table class="table">
        <TableHead
          columns={[
            { name: "Member" },
            { name: "Role" },
            { name: "Since" },
            ...(isAll ? [...numbers("Valid keys"), { name: "Last used" }] : []),
          ]}
        />
        <tbody>
          {members.map(({ member, role, since }) => {
            const last = lastOf(member);
            const address = addressOf({ project, view, item: member });
            return (
              <tr key={member} class={member === item ? "current" : undefined}>
                <th scope="row">
                  <a href={address}>{member}</a>
                </th>
                <td data-name="Role">{role}</td>
                <td data-name="Since">
                  <Ago at={since} now={at} />
                </td>
                {isAll ? (
                  <>
                    <td class="number" data-name="Valid keys">
                      <Behind href={address}>{keysOf(member).filter(isValid).length}</Behind>
                    </td>
                    <td data-name="Last used">
                      {last === undefined ? <span class="soft">never</span> : <Ago at={last} now={at} />}
                    </td>
                  </>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function isValid({ state }: Key): boolean {
  return state === "valid";
}

function OpenMember({ member: open, data, place }: Part & { readonly member: Member }) {
  const { project, view } = place;
  const { sees, you, at } = data;
  const keys = data.keys.filter(({ member }) => member === open.member);
  const about = data.roles.find(({ role }) => role === open.role)?.about ?? "";
  return (
    <Panel of={open.member} title={open.member} closed={addressOf({ project, view })}>
      <p>
        <b>{open.role}</b>: {about}. Member since <Ago at={open.since} now={at} />.{" "}
        <a href={eventsThat(project, "", open.member)}>What the log says of {open.member}</a>
      </p>
      {sees === "all" || you.member === open.member ? (
        <>
          <h3>Keys</h3>
          {keys.length === 0 ? <p class="soft">None. An invitation makes one.</p> : null}
          <ul class="lines keys">
            {keys.map((key) => (
              <KeyLine key={key.id} of={key} data={data} />
            ))}
          </ul>
        </>
      ) : null}
      {sees === "all" ? (
        <Manage key={open.member} member={open} data={data} keys={keys.filter(isValid)} />
      ) : null}
    </Panel>
  );
}

const kindNames = { person: "a person's", agent: "an agent's", ci: "a pipeline's" } as const;

function KeyLine({ of, data: { sees, you, at } }: { readonly of: Key; readonly data: TeamMembers }) {
  const { id, kind, state, createdAt, expiresAt, revokedAt, lastUsedAt } = of;
  return (
    <li class={state}>
      <p>
        <code>{id}</code> {kindNames[kind]} key{id === you.key ? ", in use on this page" : ""}
      </p>
      <p>
        <small>
          made <Ago at={createdAt} now={at} />,{" "}
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used <Ago at={lastUsedAt} now={at} />
            </>
          )}
          , {revokedAt !== null ? <b class="ended">revoked {day(revokedAt)}</b> : null}
          {state === "expired" ? <b class="ended">expired {day(expiresAt)}</b> : null}
          {state === "valid"
            ? expiresAt === null
              ? "valid forever"
              : `valid until ${day(expiresAt)}`
            : null}
        </small>
      </p>
      {sees === "all" && state === "valid" ? (
        <Decision choices={[revoke(of, id === you.key)]} about={`the key ${id}`} />
      ) : null}
    </li>
  );
}

function day(time: string | null): string {
  return time?.slice(0, 10) ?? "";
}

/** Another role, or none. */
function Manage({ member, data, keys }: Pick<Part, "data"> & { member: Member; keys: readonly Key[] }) {
  const others = data.roles.filter(({ role }) => role !== member.role);
  const [chosen, choose] = useState<RoleName>(others.at(-1)?.role ?? "developer");
  const about = data.roles.find(({ role }) => role === chosen)?.about ?? "";
  return (
    <>
      <h3>Change</h3>
      <div class="narrow">
        <label>
          <span>New role</span>
          <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value as RoleName)}>
            {others.map(({ role }) => (
              <option key={role} value={role} selected={role === chosen}>
                {role}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Decision
        choices={[giveRole(member, chosen, about), removeMember(member, keys.length)]}
        about={member.member}
        spelledOut
      />
    </>
  );
}

function Machines({ data: { machines, events, at }, place: { project } }: Part) {
  return (
    <section class="part" aria-labelledby="machines">
      <h2 id="machines">Machines</h2>
      {machines.length === 0 ? (
        <p class="soft">
          None has exchanged yet. A machine appears here once its person ran <code>whetstone team join</code>.
        </p>
      ) : (
        <table class="table">
          <TableHead
            columns={[
              { name: "Machine" },
              { name: "Of" },
              ...numbers("Has event"),
              { name: "Last exchange" },
            ]}
          />
          <tbody>
            {machines.map(({ member, machine, position, exchangedAt }) => (
              <tr key={`${member} ${machine}`}>
                <th scope="row">{machine}</th>
                <td data-name="Of">{member}</td>
                <td class="number" data-name="Has event">
                  {position === null ? (
                    "–"
                  ) : (
                    <Behind href={addressOf({ project, view: "log", item: String(position) })}>
                      {position}
                      {events > position ? `, ${events - position} behind` : ", all"}
                    </Behind>
                  )}
                </td>
                <td data-name="Last exchange">
                  {exchangedAt === null ? "–" : <Ago at={exchangedAt} now={at} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Forgotten({ data: { forgotten, at }, place: { project } }: Part) {
  return (
    <section class="part" aria-labelledby="forgotten">
      <h2 id="forgotten">Forgotten</h2>
      {forgotten.length === 0 ? (
        <p class="soft">
          Nothing was forgotten lately. What is, disappears from every machine at its next exchange.
        </p>
      ) : (
        <ul class="lines">
          {forgotten.map(({ seq, at: when, actor, lesson, confirmed, waiting }) => (
            <li key={seq}>
              <a href={addressOf({ project, view: "log", item: String(seq) })}>
                {lesson === null ? "A text" : `The lesson ${lesson}`}
              </a>
              , by {actor}, <Ago at={when} now={at} />
              <p class="soft">
                {confirmed.length === 0
                  ? "No machine has confirmed it yet."
                  : `Gone from ${named(confirmed)}.`}
                {waiting.length === 0 ? "" : ` Not yet from ${named(waiting)}.`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function named(machines: readonly { readonly member: string; readonly machine: string }[]): string {
  return machines.map(({ member, machine }) => `${member}'s ${machine}`).join(", ");
}

function Changes({ data: { changes, at }, place: { project } }: Part) {
  if (changes.length === 0) return null;
  return (
    <section class="part" aria-labelledby="changes">
      <h2 id="changes">Last changes</h2>
      <ul class="lines">
        {changes.map(({ seq, at: when, by, what, reason }) => (
          <li key={seq}>
            <a href={addressOf({ project, view: "log", item: String(seq) })}>{what}</a>
            <small>
              {" "}
              by {by}, <Ago at={when} now={at} />
            </small>
            {reason === null ? null : <p class="soft">{reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
