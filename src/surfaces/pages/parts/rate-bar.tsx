import { percentage } from "../../../base/text/counted.js";

/** How many of some sessions a failure came back in. */
interface Arm {
  readonly sessions: number;
  readonly repeated: number;
}

const length = 72;

/**
 * How often a failure came back in sessions that were shown it, as a bar, against a line: how often it came back in
 * those that were not. A bar that ends before its line is good.
 */
export function RateBar({ shown, heldOut }: { readonly shown: Arm; readonly heldOut: Arm }) {
  const label = `failed again in ${shown.repeated} of ${shown.sessions} sessions with it, in ${heldOut.repeated} of ${heldOut.sessions} without`;
  const line = Math.min(length - 2, Math.max(0, reach(heldOut) - 1));
  return (
    <svg class="bars" viewBox={`0 0 ${length + 92} 24`} role="img" aria-label={label}>
      <rect class="ground" x="0" y="7" width={length} height="10" rx="2" />
      <rect class="plain" x="0" y="7" width={reach(shown)} height="10" rx="2" />
      {heldOut.sessions === 0 ? null : <rect class="line-held-out" x={line} y="2" width="2" height="20" />}
      <text x={length + 6} y="10">
        {percentage(shown.repeated, shown.sessions)} shown
      </text>
      <text x={length + 6} y="22">
        {percentage(heldOut.repeated, heldOut.sessions)} held out
      </text>
    </svg>
  );
}

function reach({ sessions, repeated }: Arm): number {
  return sessions === 0 ? 0 : Math.round((length * repeated) / sessions);
}
