/** Two clicks of one hand on one spot are further apart than this only if they are meant to be two. */
export const restMs = 1_000;
const spotPixels = 24;

/**
 * What a click does may put another button under the pointer: a second click on the same spot, within a second,
 * presses nothing. Returns what ends it.
 */
export function ignoreSecondClicks(): () => void {
  const none = { x: Number.NEGATIVE_INFINITY, y: 0 };
  const last = { ...none };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onClick = (event: MouseEvent) => {
    // A key presses a button without a place.
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    if (event.target.closest("button") === null) return;
    const { clientX: x, clientY: y } = event;
    if (Math.hypot(x - last.x, y - last.y) < spotPixels) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    Object.assign(last, { x, y });
    clearTimeout(timer);
    timer = setTimeout(() => Object.assign(last, none), restMs);
  };
  addEventListener("click", onClick, { capture: true });
  return () => {
    clearTimeout(timer);
    removeEventListener("click", onClick, { capture: true });
  };
}
