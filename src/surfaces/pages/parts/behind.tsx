import type { ComponentChildren } from "preact";
import { addressOf } from "../place.js";

interface BehindProps {
  readonly href: string;
  readonly children: ComponentChildren;
  /** What the link shows, where the number alone does not say it. */
  readonly title?: string;
}

/** A number, as a link to what it was counted from. */
export function Behind({ href, children, title }: BehindProps) {
  return (
    <a class="behind" href={href} title={title}>
      {children}
    </a>
  );
}

/** The address of the events that begin so and hold this text. */
export function eventsThat(project: string, type: string, holds: string): string {
  return addressOf({ project, view: "log", query: { type, holds } });
}

/** The address of a session. */
export function sessionAt(project: string, session: string): string {
  return addressOf({ project, view: "sessions", item: session });
}

/** The address of a lesson. */
export function lessonAt(project: string, lesson: string): string {
  return addressOf({ project, view: "lessons", item: lesson });
}
