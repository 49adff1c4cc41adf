import { useId, useState } from "preact/hooks";
import { type Choice, Decision } from "../parts/decision.js";
import type { Lesson } from "./lesson-choices.js";
import { emptyRule, givenIn, type RuleDraft, RuleFields } from "./rule-fields.js";
import { type Weight, WeightFields } from "./weight-fields.js";

type Directive = Extract<Lesson, { readonly kind: "directive" }>;

interface ReachProps {
  readonly lesson: Lesson;
  /** The roles that are not shown it. */
  readonly mutedFor: readonly string[];
}

/** For whom a rule is and how it is checked, how much weight it has, and which roles are not shown it. */
export function LessonReach({ lesson, mutedFor }: ReachProps) {
  if (lesson.kind !== "directive" && lesson.kind !== "insight") return null;
  return (
    <details class="reach" open={lesson.kind === "directive" && lesson.state === "quarantined"}>
      <summary>{lesson.kind === "directive" ? "Weight, roles and checks" : "Roles"}</summary>
      {lesson.kind === "directive" ? (
        <>
          <WeightForm lesson={lesson} />
          <HardenForm lesson={lesson.id} />
        </>
      ) : null}
      <MuteForm lesson={lesson.id} />
      {mutedFor.map((role) => (
        <Decision key={role} choices={[unmute(lesson.id, role)]} about={role} />
      ))}
    </details>
  );
}

function WeightForm({ lesson: { id, priority, enforcement } }: { readonly lesson: Directive }) {
  const [wanted, want] = useState<Weight>({ priority, enforcement });
  return (
    <Decision choices={[setWeight(id, { priority, enforcement }, wanted)]} about="its weight">
      <WeightFields weight={wanted} change={want} />
    </Decision>
  );
}

function HardenForm({ lesson }: { readonly lesson: string }) {
  const [draft, change] = useState(emptyRule);
  return (
    <Decision choices={[harden(lesson, draft, () => change(emptyRule))]} about="its roles and checks">
      <RuleFields draft={draft} change={change} />
    </Decision>
  );
}

function harden(lesson: string, draft: RuleDraft, done: () => void): Choice {
  return {
    label: "Add to the rule",
    consequence:
      "What you fill in is added, nothing of it is removed, and a rule that waited for it is in force. " +
      "To undo it, retire the rule.",
    takesReason: false,
    act: async (call) => {
      const given = givenIn(draft);
      if (Object.keys(given).length === 0) throw new Error("Fill in what to add to the rule.");
      const { status } = await call("lessons harden", { lesson, ...given });
      done();
      return { text: `It is added. The rule is ${status}.` };
    },
  };
}

function setWeight(lesson: string, before: Weight, wanted: Weight): Choice {
  return {
    label: "Set the weight",
    consequence: "It counts from the next brief and the next call on. You can undo it.",
    reason: "a person set its weight",
    act: async (call, reason) => {
      await call("lessons set", { lesson, ...wanted, reason });
      const undo = async () => {
        await call("lessons set", { lesson, ...before, reason: "a person took it back" });
      };
      return { text: `It is ${wanted.priority} now.`, undo };
    },
  };
}

function MuteForm({ lesson }: { readonly lesson: string }) {
  const [role, setRole] = useState("");
  const id = useId();
  return (
    <Decision choices={[mute(lesson, role.trim())]} about="the role">
      <div class="narrow">
        <label for={id}>
          <span>Role that need not see it</span>
          <input
            id={id}
            placeholder="reviewer"
            maxLength={200}
            value={role}
            onInput={(event) => setRole(event.currentTarget.value)}
          />
        </label>
      </div>
    </Decision>
  );
}

function mute(lesson: string, role: string): Choice {
  return {
    label: "Mute",
    consequence: "This role is no longer shown it; others are. You can undo it.",
    reason: "a person muted it",
    act: async (call, reason) => {
      if (role === "") throw new Error("Name the role that need not see it.");
      await call("lessons mute", { lesson, role, reason });
      const undo = async () => {
        await call("lessons unmute", { lesson, role, reason: "a person took it back" });
      };
      return { text: `${role} is no longer shown it.`, undo };
    },
  };
}

function unmute(lesson: string, role: string): Choice {
  return {
    label: `Show ${role} again`,
    consequence: `It is muted for ${role}; then it may be shown again. You can undo it.`,
    reason: "a person wants it shown again",
    act: async (call, reason) => {
      await call("lessons unmute", { lesson, role, reason });
      const undo = async () => {
        await call("lessons mute", { lesson, role, reason: "a person took it back" });
      };
      return { text: `${role} may be shown it again.`, undo };
    },
  };
}
