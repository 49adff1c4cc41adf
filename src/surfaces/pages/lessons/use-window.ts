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
export function useWindow(total: number, atFirst: number, start: number) {
  const list = useRef<HTMLOListElement>(null);
  const [range, setRange] = useState<Range>({ from: start, to: start + atFirst });
  // A list that has become shorter begins anew until it was looked at.
  const from = range.from < total ? range.from : 0;
  const to = Math.min(total, range.from < total ? range.to : atFirst);

  const look = useCallback(() => {
    const element = list.current;
    const height = heightOfRow(element);
    if (element === null || height === 0) return;
    const above = -element.getBoundingClientRect().top;
    const first = Math.floor(above / height);
    const shown = Math.ceil(innerHeight / height);
    setRange((before) => {
      const next = {
        from: Math.max(0, Math.min(first, total - shown) - margin),
        to: Math.max(first, 0) + shown + margin,
      };
      return before.from === next.from && before.to === next.to ? before : next;
    });
  }, [total]);

  useEffect(() => {
    // An address that names a part of the list begins there.
    if (start > 0) list.current?.firstElementChild?.scrollIntoView();
  }, [start]);

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
    const height = heightOfRow(element);
    if (element === null || height === 0) return;
    element.style.paddingTop = `${from * height}px`;
    element.style.paddingBottom = `${Math.max(0, total - to) * height}px`;
  }, [from, to, total]);

  return { list, from, to };
}

function heightOfRow(list: HTMLElement | null): number {
  return list?.firstElementChild?.getBoundingClientRect().height ?? 0;
}
