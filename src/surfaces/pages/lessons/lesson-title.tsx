import { Coded } from "../../../base/page/coded.js";
import type { Lesson } from "./lesson-choices.js";

type Failure = Extract<Lesson, { readonly kind: "failure" }>;

/** The call that fails, as it was typed last; undefined where the log does not have it. */
export function callOf({ examples }: Failure): string | undefined {
  return examples.at(-1);
}

/** A lesson in one line: a failure by its call and what to do instead, any other by its words. */
export function LessonTitle({ lesson }: { readonly lesson: Lesson }) {
  const call = lesson.kind === "failure" ? callOf(lesson) : undefined;
  if (lesson.kind !== "failure" || call === undefined) return <Coded text={lesson.text} />;
  const { cause, remedies, word } = lesson;
  const [remedy] = remedies;
  return (
    <>
      <code>{call}</code>
      {word !== null ? (
        <> → {word}</>
      ) : remedy !== undefined ? (
        <>
          {" → "}
          <code>{remedy.advice}</code>
        </>
      ) : (
        <>
          {" fails: "}
          <code>{cause}</code>
        </>
      )}
    </>
  );
}
