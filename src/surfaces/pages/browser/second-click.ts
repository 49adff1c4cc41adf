/** Two clicks of one hand on one spot are further apart than this only if they are meant to be two. */
const restMs = 1_000;
const spotPixels = 24;

/**
 * What a click does may put another button under the pointer: a second click on the same spot, within a second,
 * presses nothing. Returns what ends it.
 */
export function ignoreSecondClicks(): () => void {
  const last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  const onClick = (event: MouseEvent) => {
    // A key presses a button without a place.
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    if (event.target.closest("button") === null) return;
    const { clientX: x, clientY: y } = event;
    const isSecond = Date.now() - last.at < restMs && Math.hypot(x - last.x, y - last.y) < spotPixels;
    if (isSecond) {
      event.preventDefault();
      event.stopPropagation();
    } else Object.assign(last, { at: Date.now(), x, y });
  };
  addEventListener("click", onClick, { capture: true });
  return () => removeEventListener("click", onClick, { capture: true });
}
