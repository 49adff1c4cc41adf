import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useActs } from "../acts.js";

interface PanelProps {
  /** Which thing is open: another one takes the focus, fresh data of the same one does not. */
  readonly of: string;
  readonly title: ComponentChildren;
  /** The address of the view without it. */
  readonly closed: string;
  readonly children: ComponentChildren;
}

/** One thing of a list, beside the list. Its link or Esc closes it. */
export function Panel({ of, title, closed, children }: PanelProps) {
  const { go } = useActs();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus({ preventScroll: true }), [of]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) go(closed);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [go, closed]);
  return (
    <aside class="panel" aria-labelledby={id}>
      <a class="close" href={closed} aria-label="Close">
        ×
      </a>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </aside>
  );
}
