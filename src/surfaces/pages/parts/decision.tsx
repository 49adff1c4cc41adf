import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { type Said, useActs } from "../acts.js";
import type { Call } from "../call.js";

/** Something that a person may decide. */
export interface Choice {
  readonly label: string;
  /** What happens then, in words. */
  readonly consequence: string;
  /** What is recorded as the reason if the person gives none; without it the person must. */
  readonly reason?: string;
  /** False for what the log keeps no reason of. */
  readonly takesReason?: false;
  /** For what cannot be taken back: says what would happen, and the person is asked once more. */
  readonly preview?: (call: Call) => Promise<string>;
  /** Does it, and says what it did. */
  readonly act: (call: Call, reason: string) => Promise<Said>;
}

interface DecisionProps {
  /** The first one is the usual answer. */
  readonly choices: readonly [Choice, ...Choice[]];
  /** What it is about, for those who cannot see the line. */
  readonly about: string;
  /** Every consequence in words beside its button, instead of that of the usual answer. */
  readonly spelledOut?: boolean;
  /** Called after a decision; reads the view again, if left out. */
  readonly after?: (choice: Choice) => Promise<void>;
  /** Fields that the choices are about. */
  readonly children?: ComponentChildren;
}

/** One field for the reason and a button for each choice, with its consequence. */
export function Decision({ choices, about, spelledOut = false, after, children }: DecisionProps) {
  const { call, reload, say } = useActs();
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ readonly choice: Choice; readonly text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const [usual] = choices;

  const decide = async (choice: Choice, isSure = false) => {
    const left = choice.takesReason === false ? "" : choice.reason;
    const given = reason.trim() === "" ? left : reason.trim();
    if (given === undefined) return setFault("Say why: the log keeps your reason.");
    setBusy(true);
    setFault(null);
    try {
      if (choice.preview !== undefined && !isSure)
        return setAsked({ choice, text: await choice.preview(call) });
      say(await choice.act(call, given));
      setReason("");
      setAsked(null);
      await (after === undefined ? reload() : after(choice));
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      class={spelledOut ? "decision spelled" : "decision"}
      onSubmit={(event) => {
        event.preventDefault();
        void decide(usual);
      }}
    >
      {children}
      {choices.every(({ takesReason }) => takesReason === false) ? null : (
        <>
          <label class="unseen" for={id}>
            Reason: {about}
          </label>
          <input
            id={id}
            value={reason}
            placeholder={usual.reason === undefined ? "Why?" : "Why? (optional)"}
            maxLength={1000}
            autocomplete="off"
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
      {choices.map((choice, index) => (
        <ChoiceButton
          key={choice.label}
          choice={choice}
          about={about}
          isUsual={index === 0}
          spelledOut={spelledOut}
          busy={busy}
          onChoose={() => void decide(choice)}
        />
      ))}
      {spelledOut ? null : <small class="consequence">{usual.consequence}</small>}
      {asked === null ? null : (
        <p class="sure" role="alert">
          {asked.text}{" "}
          <button type="button" disabled={busy} onClick={() => void decide(asked.choice, true)}>
            Yes, {asked.choice.label.toLowerCase()}
          </button>{" "}
          <button type="button" class="quiet" onClick={() => setAsked(null)}>
            No
          </button>
        </p>
      )}
      {fault === null ? null : (
        <p class="refused" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}

interface ButtonProps {
  readonly choice: Choice;
  readonly about: string;
  readonly isUsual: boolean;
  readonly spelledOut: boolean;
  readonly busy: boolean;
  readonly onChoose: () => void;
}

function ChoiceButton({ choice, about, isUsual, spelledOut, busy, onChoose }: ButtonProps) {
  const { label, consequence } = choice;
  const button = (
    <button
      type={isUsual ? "submit" : "button"}
      class={isUsual ? "main" : undefined}
      disabled={busy}
      title={spelledOut ? undefined : consequence}
      aria-label={spelledOut ? undefined : `${label}: ${about}`}
      onClick={isUsual ? undefined : onChoose}
    >
      {label}
    </button>
  );
  if (!spelledOut) return button;
  return (
    <div class="choice">
      {button}
      <small>{consequence}</small>
    </div>
  );
}
