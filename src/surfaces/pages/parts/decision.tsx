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
  const { asked, busy, decide, fault, isOpen, opened } = decision;
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
  const reason = takesReason || isOpen ? <ReasonField about={about} {...decision} /> : null;
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

/** The field is there for why, whatever will be chosen. */
const forAny = "";

function useDecision({ choices, after, tell }: DecisionProps) {
  const { call, reload, say } = useActs();
  const [usual] = choices;
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ readonly choice: Choice; readonly text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const atFirst = usual.awaitsAnswer ? usual.label : null;
  /** The label of the choice whose field is there; choices themselves are made anew with what they are about. */
  const [openedLabel, open] = useState<string | null>(atFirst);
  const opened = choices.find(({ label }) => label === openedLabel);

  const decide = async (choice: Choice, isSure = false) => {
    const left = choice.takesReason === false ? "" : choice.reason;
    const given = reason.trim() === "" ? left : reason.trim();
    const isFirst = openedLabel !== choice.label;
    // A reason is no answer to a question that was not asked yet.
    if (given === undefined || (choice.asks !== undefined && isFirst)) {
      open(choice.label);
      return setFault(isFirst ? null : "Say why: the log keeps your reason.");
    }
    setBusy(true);
    setFault(null);
    try {
      if (choice.preview !== undefined && !isSure)
        return setAsked({ choice, text: await choice.preview(call) });
      (tell ?? say)(await choice.act(call, given));
      setReason("");
      open(atFirst);
      setAsked(null);
      await (after === undefined ? reload() : after(choice));
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const leave = () => setAsked(null);
  const openForAny = () => open(forAny);
  return {
    asked,
    busy,
    decide,
    fault,
    isOpen: openedLabel !== null,
    leave,
    openForAny,
    opened,
    reason,
    setReason,
  };
}

interface ReasonProps
  extends Pick<ReturnType<typeof useDecision>, "isOpen" | "openForAny" | "opened" | "reason" | "setReason"> {
  readonly about: string;
}

function ReasonField({ about, isOpen, openForAny, opened, reason, setReason }: ReasonProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isAsked = isOpen && !opened?.awaitsAnswer;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);
  if (!isOpen)
    return (
      <button type="button" class="quiet" aria-label={`Why… ${about}`} onClick={openForAny}>
        Why…
      </button>
    );
  const asks = opened?.asks;
  const mayBeEmpty = opened === undefined || opened.reason !== undefined;
  return (
    <>
      <label class="unseen" for={id}>
        {asks ?? "Reason"}: {about}
      </label>
      <input
        id={id}
        ref={field}
        value={reason}
        placeholder={asks ?? (mayBeEmpty ? "Why? (optional)" : "Why?")}
        maxLength={1000}
        autocomplete="off"
        onInput={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Beside other fields the browser sends nothing by itself.
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
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
