import { useId } from "preact/hooks";
import type { Input } from "../../../verbs/frame/handle.js";
import { type FieldProps, TextField } from "../parts/text-field.js";

/** For whom a rule is and how it is checked, as a person types it. */
export interface RuleDraft {
  readonly roles: string;
  readonly tools: string;
  readonly forbids: string;
  readonly requires: string;
  readonly checks: string;
  readonly predicate: string;
  readonly filesComeLater: boolean;
}

export const emptyRule: RuleDraft = {
  roles: "",
  tools: "",
  forbids: "",
  requires: "",
  checks: "",
  predicate: "",
  filesComeLater: false,
};

type Given = Omit<Input<"lessons harden">, "lesson">;

/** What was filled in, as the verbs take it. */
export function givenIn(draft: RuleDraft): Given {
  const predicate = draft.predicate.trim();
  const lists = {
    appliesToAgents: parts(draft.roles, ","),
    appliesToTools: parts(draft.tools, ","),
    forbiddenActions: parts(draft.forbids, "\n"),
    requiredActions: parts(draft.requires, "\n"),
    verificationChecks: parts(draft.checks, "\n"),
  };
  const filled = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
  if (predicate === "") return filled;
  return { ...filled, verificationPredicate: predicate, filesComeLater: draft.filesComeLater };
}

function parts(text: string, by: "," | "\n"): string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

interface FieldsProps {
  readonly draft: RuleDraft;
  readonly change: (draft: RuleDraft) => void;
}

/** The fields for it. Those that few rules need are folded away. */
export function RuleFields({ draft, change }: FieldsProps) {
  const id = useId();
  const set = (name: keyof RuleDraft) => (value: string) => change({ ...draft, [name]: value });
  return (
    <div class="rule-fields">
      <TextField
        maxLength={mostChars}
        label="Roles it is for"
        hint="for example coder, reviewer; empty is for all"
        value={draft.roles}
        set={set("roles")}
      />
      <TextField
        label="Tools it is for"
        hint="for example Bash, Edit"
        maxLength={mostChars}
        value={draft.tools}
        set={set("tools")}
      />
      <Lines
        label="Calls it forbids, one a line"
        hint="for example git push --force"
        value={draft.forbids}
        set={set("forbids")}
      />
      <details>
        <summary>How it is checked</summary>
        <Lines
          label="What it requires, one a line"
          hint="for example npm test"
          value={draft.requires}
          set={set("requires")}
        />
        <Lines
          label="How to tell that it was followed, one a line"
          hint="for example: the tests ran before the commit"
          value={draft.checks}
          set={set("checks")}
        />
        <TextField
          maxLength={mostChars}
          label="Check that a program runs"
          hint="for example grep:Unreleased:CHANGELOG.md"
          value={draft.predicate}
          set={set("predicate")}
        />
        <label class="tick" for={`${id}-later`}>
          <input
            id={`${id}-later`}
            type="checkbox"
            checked={draft.filesComeLater}
            onChange={({ currentTarget }) => change({ ...draft, filesComeLater: currentTarget.checked })}
          />
          <span>Its files do not exist yet</span>
        </label>
      </details>
    </div>
  );
}

/** A part of a rule is at most this long. */
const mostChars = 500;

function Lines({ label, hint, value, set }: FieldProps & { readonly hint: string }) {
  const id = useId();
  return (
    <label for={id}>
      <span>{label}</span>
      <textarea
        id={id}
        rows={2}
        placeholder={hint}
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </label>
  );
}
