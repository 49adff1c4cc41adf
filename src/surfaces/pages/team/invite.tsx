import { useId, useState } from "preact/hooks";
import type { Result } from "../../../verbs/frame/handle.js";
import { useActs } from "../acts.js";
import { type FieldProps, TextField } from "../parts/text-field.js";
import type { RoleName } from "./team-choices.js";

type Invited = Result<"team invite">;
type Kind = Invited["kind"];

const kinds: readonly (readonly [Kind, string])[] = [
  ["person", "a person"],
  ["agent", "an agent"],
  ["ci", "a pipeline"],
];

const lengths: readonly (readonly [string, string])[] = [
  ["365", "a year"],
  ["90", "90 days"],
  ["7", "a week"],
  ["", "forever"],
];

/** Makes a member and a key. The key stands on the page until the person has taken it, and never again. */
export function Invite({ roles }: { readonly roles: Result<"team members">["roles"] }) {
  const { call, reload, say } = useActs();
  const [made, setMade] = useState<Invited | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [wish, setWish] = useState({
    member: "",
    role: "developer",
    kind: "person",
    days: "365",
    reason: "",
  });
  const [busy, setBusy] = useState(false);
  const about = roles.find(({ role }) => role === wish.role)?.about ?? "";

  const invite = async () => {
    setBusy(true);
    setFault(null);
    try {
      const { member, role, kind, days, reason } = wish;
      const invited = await call("team invite", {
        member: member.trim(),
        role: role as RoleName,
        kind: kind as Kind,
        days: days === "" ? null : Number(days),
        ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
      });
      setMade(invited);
      setWish({ ...wish, member: "", reason: "" });
      say({ text: `${invited.member} is ${invited.role} now.` });
      await reload();
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const set = (name: keyof typeof wish) => (value: string) => setWish({ ...wish, [name]: value });

  return (
    <section class="part invite" aria-labelledby="invite">
      <h2 id="invite">Invite somebody</h2>
      {made === null ? null : <NewKey made={made} onDone={() => setMade(null)} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void invite();
        }}
      >
        <TextField label="Name" value={wish.member} set={set("member")} required maxLength={200} />
        <Chosen label="Role" value={wish.role} set={set("role")} of={roles.map(({ role }) => [role, role])} />
        <Chosen label="Key for" value={wish.kind} set={set("kind")} of={kinds} />
        <Chosen label="Valid" value={wish.days} set={set("days")} of={lengths} />
        <TextField label="Why? (optional)" value={wish.reason} set={set("reason")} maxLength={1_000} />
        <button type="submit" class="main" disabled={busy}>
          Invite
        </button>
        <small class="consequence">
          {wish.role}: {about}
          {wish.kind === "person"
            ? ""
            : "; a key of this kind has at most the role agent, and never speaks as a person"}
          . For somebody who is a member, the role changes and there is one more key.
        </small>
        {fault === null ? null : (
          <p class="refused" role="alert">
            {fault}
          </p>
        )}
      </form>
    </section>
  );
}

function NewKey({ made, onDone }: { readonly made: Invited; readonly onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(made.key);
    setCopied(true);
  };
  return (
    <div class="new-key" role="alert">
      <p>
        <b>The key for {made.member}, shown only now.</b> Nobody can look it up again. Hand it over where
        others cannot read it;{" "}
        {made.kind === "person" ? "this command asks for it:" : "it goes among the secrets of the machine."}
      </p>
      <p>
        <code class="secret">{made.key}</code>
      </p>
      {made.kind === "person" ? (
        <p>
          <code>whetstone team join {typeof location === "undefined" ? "" : location.origin}</code>
        </p>
      ) : null}
      <p>
        <button type="button" onClick={() => void copy()}>
          {copied ? "Copied" : "Copy the key"}
        </button>{" "}
        <button type="button" class="quiet" onClick={onDone}>
          I have it
        </button>
      </p>
    </div>
  );
}

type Options = readonly (readonly [string, string])[];

function Chosen({ label, value, set, of }: FieldProps & { readonly of: Options }) {
  const id = useId();
  return (
    <label for={id}>
      <span>{label}</span>
      <select id={id} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {of.map(([each, text]) => (
          <option key={each} value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
