import { useId, useState } from "preact/hooks";
import { type Choice, Decision } from "../parts/decision.js";
import type { Lesson } from "./lesson-choices.js";

type Directive = Extract<Lesson, { readonly kind: "directive" }>;
type Weight = Pick<Directive, "priority" | "enforcement">;

interface ReachProps {
  readonly lesson: Lesson;
  /** The roles that are not shown it. */
  readonly mutedFor: readonly string[];
}

/** How much weight a rule has, and which roles are not shown it. */
export function LessonReach({ lesson, mutedFor }: ReachProps) {
  if (lesson.kind !== "directive" && lesson.kind !== "insight") return null;
  return (
    <details class="reach">
      <summary>Weight and roles</summary>
      {lesson.kind === "directive" ? <WeightForm lesson={lesson} /> : null}
      <MuteForm lesson={lesson.id} />
      {mutedFor.map((role) => (
        <Decision key={role} choices={[unmute(lesson.id, role)]} about={role} />
      ))}
    </details>
  );
}

const priorities = ["low", "medium", "high", "critical"] as const;
const enforcements = [
  ["warn", "warns"],
  ["enforce", "blocks"],
] as const;

function WeightForm({ lesson: { id, priority, enforcement } }: { readonly lesson: Directive }) {
  const [wanted, want] = useState<Weight>({ priority, enforcement });
  const field = useId();
  return (
    <>
      <div class="narrow">
        <label for={`${field}-priority`}>
          <span>Priority</span>
          <select
            id={`${field}-priority`}
            value={wanted.priority}
            onChange={({ currentTarget: { value } }) =>
              want({ ...wanted, priority: value as Weight["priority"] })
            }
          >
            {priorities.map((each) => (
              <option key={each} value={each} selected={each === wanted.priority}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <label for={`${field}-enforcement`}>
          <span>When broken, it</span>
          <select
            id={`${field}-enforcement`}
            value={wanted.enforcement}
            onChange={({ currentTarget: { value } }) =>
              want({ ...wanted, enforcement: value as Weight["enforcement"] })
            }
          >
            {enforcements.map(([each, text]) => (
              <option key={each} value={each} selected={each === wanted.enforcement}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Decision choices={[setWeight(id, { priority, enforcement }, wanted)]} about="its weight" />
    </>
  );
}

function setWeight(lesson: string, before: Weight, wanted: Weight): Choice {
  return {
    label: "Set the weight",
    consequence: "It counts from the next brief and the next call on. You can take it back.",
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
    <>
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
      <Decision choices={[mute(lesson, role.trim())]} about="the role" />
    </>
  );
}

function mute(lesson: string, role: string): Choice {
  return {
    label: "Mute",
    consequence: "This role is no longer shown it; others are. You can take it back.",
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
    consequence: `It is muted for ${role}; then it may be shown again. You can take it back.`,
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
