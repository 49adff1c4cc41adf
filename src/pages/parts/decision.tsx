import { useId, useState } from "preact/hooks";
import { type Said, useActs } from "../acts.js";
import type { Call } from "../call.js";

/** Something that a person may decide. */
export interface Choice {
  readonly label: string;
  /** What happens then, in words. */
  readonly consequence: string;
  /** Whether the reason may be left out: then this is recorded instead. */
  readonly reason?: string;
  /** Does it, and says what it did. */
  readonly act: (call: Call, reason: string) => Promise<Said>;
}

interface DecisionProps {
  /** The first one is the usual answer. */
  readonly choices: readonly [Choice, ...Choice[]];
  /** What it is about, for those who cannot see the line. */
  readonly about: string;
}

/** One field for the reason and a button for each choice, with its consequence. */
export function Decision({ choices, about }: DecisionProps) {
  const { call, reload, say } = useActs();
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const [usual] = choices;

  const decide = async ({ act, reason: unsaid }: Choice) => {
    const given = reason.trim() === "" ? unsaid : reason.trim();
    if (given === undefined) return setFault("Say why: the log keeps your reason.");
    setBusy(true);
    try {
      say(await act(call, given));
      setReason("");
      setFault(null);
      await reload();
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      class="decision"
      onSubmit={(event) => {
        event.preventDefault();
        void decide(usual);
      }}
    >
      <label class="unseen" for={id}>
        Reason: {about}
      </label>
      <input
        id={id}
        value={reason}
        placeholder={usual.reason === undefined ? "Why?" : "Why? (optional)"}
        maxLength={1000}
        autocomplete="off"
        aria-describedby={`${id}-what`}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      {choices.map((choice, index) => (
        <button
          key={choice.label}
          type={index === 0 ? "submit" : "button"}
          class={index === 0 ? "main" : undefined}
          disabled={busy}
          title={choice.consequence}
          aria-label={`${choice.label}: ${about}`}
          onClick={index === 0 ? undefined : () => void decide(choice)}
        >
          {choice.label}
        </button>
      ))}
      <small id={`${id}-what`} class="consequence">
        {usual.consequence}
      </small>
      {fault === null ? null : (
        <p class="refused" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
