import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type Said, useActs } from "../acts.js";
import type { Call } from "../call.js";

/** Something that a person may decide. */
export interface Choice {
  readonly label: string;
  /** What happens then, in words. */
  readonly consequence: string;
  /** What is recorded as the reason if the person gives none; without it the person must. */
  readonly reason?: string;
  /** What the person is asked in place of why. */
  readonly asks?: string;
  /** The answer is what the choice is about: its field is there from the start. */
  readonly awaitsAnswer?: true;
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
  /** Every consequence in words beside its button. */
  readonly spelledOut?: boolean;
  /** Called after a decision; reads the view again, if left out. */
  readonly after?: (choice: Choice) => Promise<void>;
  /** Where what was done is said; at the foot of the page, if left out. */
  readonly tell?: (said: Said) => void;
  /** Fields that the choices are about. */
  readonly children?: ComponentChildren;
}

/** A button for each choice. The field for a reason is there once a choice needs it or the person wants it. */
export function Decision(props: DecisionProps) {
  const { choices, about, spelledOut = false, children } = props;
  const decision = useDecision(props);
  const { asked, busy, decide, fault, opened } = decision;
  const takesReason = choices.some(({ reason }) => reason !== undefined);
  const buttons = choices.map((choice, index) => (
    <ChoiceButton
      key={choice.label}
      choice={choice}
      about={about}
      isUsual={index === 0}
      spelledOut={spelledOut}
      busy={busy}
      onChoose={() => void decide(choice)}
    />
  ));
  // A choice that needs a reason asks for it by itself.
  const reason = takesReason || opened !== null ? <ReasonField about={about} {...decision} /> : null;
  return (
    <form
      class={spelledOut ? "decision spelled" : "decision"}
      onSubmit={(event) => {
        event.preventDefault();
        void decide(opened ?? choices[0]);
      }}
    >
      {children}
      {choices[0].awaitsAnswer ? reason : null}
      {buttons}
      {choices[0].awaitsAnswer ? null : reason}
      {asked === null ? null : (
        <p class="sure" role="alert">
          {asked.text}{" "}
          <button type="button" disabled={busy} onClick={() => void decide(asked.choice, true)}>
            Yes, {asked.choice.label.toLowerCase()}
          </button>{" "}
          <button type="button" class="quiet" onClick={decision.leave}>
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

function useDecision({ choices, after, tell }: DecisionProps) {
  const { call, reload, say } = useActs();
  const [usual] = choices;
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ readonly choice: Choice; readonly text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  /** The choice whose reason is asked for. */
  const [opened, open] = useState(usual.awaitsAnswer ? usual : null);

  const decide = async (choice: Choice, isSure = false) => {
    const left = choice.takesReason === false ? "" : choice.reason;
    const given = reason.trim() === "" ? left : reason.trim();
    if (given === undefined) {
      const isFirst = opened !== choice;
      open(choice);
      return setFault(isFirst ? null : "Say why: the log keeps your reason.");
    }
    setBusy(true);
    setFault(null);
    try {
      if (choice.preview !== undefined && !isSure)
        return setAsked({ choice, text: await choice.preview(call) });
      (tell ?? say)(await choice.act(call, given));
      setReason("");
      open(usual.awaitsAnswer ? usual : null);
      setAsked(null);
      await (after === undefined ? reload() : after(choice));
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const leave = () => setAsked(null);
  return { asked, busy, decide, fault, leave, open: () => open(usual), opened, reason, setReason };
}

interface ReasonProps
  extends Pick<ReturnType<typeof useDecision>, "open" | "opened" | "reason" | "setReason"> {
  readonly about: string;
}

function ReasonField({ about, open, opened, reason, setReason }: ReasonProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isAsked = opened !== null && !opened.awaitsAnswer;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  if (opened === null)
    return (
      <button type="button" class="quiet" aria-label={`Why… ${about}`} onClick={open}>
        Why…
      </button>
    );
  const { asks, reason: usual } = opened;
  return (
    <>
      <label class="unseen" for={id}>
        {asks ?? "Reason"}: {about}
      </label>
      <input
        id={id}
        ref={field}
        value={reason}
        placeholder={asks ?? (usual === undefined ? "Why?" : "Why? (optional)")}
        maxLength={1000}
        autocomplete="off"
        onInput={(event) => setReason(event.currentTarget.value)}
      />
    </>
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
      type="button"
      class={isUsual ? "main" : undefined}
      disabled={busy}
      title={spelledOut ? undefined : consequence}
      aria-label={spelledOut ? undefined : `${label}: ${about}`}
      onClick={onChoose}
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
