import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** How many rows beyond the screen are kept, so that scrolling shows no gap. */
const margin = 12;

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Which rows of a long list stand on the screen. All rows are equally high, and the list keeps the height of
 * all of them by its padding.
 */
export function useWindow(total: number, atFirst: number) {
  const list = useRef<HTMLOListElement>(null);
  const [range, setRange] = useState<Range>({ from: 0, to: Math.min(total, atFirst) });

  const look = useCallback(() => {
    const element = list.current;
    const height = element?.firstElementChild?.getBoundingClientRect().height ?? 0;
    if (element === null || height === 0) return;
    const above = -element.getBoundingClientRect().top;
    const first = Math.floor(above / height);
    const shown = Math.ceil(innerHeight / height);
    const from = Math.max(0, Math.min(first, total - shown) - margin);
    const to = Math.min(total, Math.max(first, 0) + shown + margin);
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, [total]);

  useEffect(() => {
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [look]);

  useLayoutEffect(() => {
    const element = list.current;
    const height = element?.firstElementChild?.getBoundingClientRect().height ?? 0;
    if (element === null || height === 0) return;
    element.style.paddingTop = `${range.from * height}px`;
    element.style.paddingBottom = `${Math.max(0, total - range.to) * height}px`;
  }, [range, total]);

  return { list, from: range.from, to: Math.min(range.to, total) };
}
