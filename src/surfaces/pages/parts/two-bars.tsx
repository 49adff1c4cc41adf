/** How many of some sessions a failure came back in. */
interface Arm {
  readonly sessions: number;
  readonly repeated: number;
}

const length = 72;

/** Two small bars, each as long as the share of sessions that failed again: with the lesson and without it. */
export function TwoBars({ shown, heldOut }: { readonly shown: Arm; readonly heldOut: Arm }) {
  const label = `failed again in ${shown.repeated} of ${shown.sessions} sessions with it, in ${heldOut.repeated} of ${heldOut.sessions} without`;
  return (
    <svg class="bars" viewBox={`0 0 ${length + 92} 22`} role="img" aria-label={label}>
      <Bar arm={shown} y={1} kind="plain" name="told" />
      <Bar arm={heldOut} y={12} kind="bare" name="not told" />
    </svg>
  );
}

interface BarProps {
  readonly arm: Arm;
  readonly y: number;
  readonly kind: string;
  readonly name: string;
}

function Bar({ arm, y, kind, name }: BarProps) {
  const { sessions, repeated } = arm;
  const share = sessions === 0 ? 0 : repeated / sessions;
  return (
    <>
      <rect class="ground" x="0" y={y} width={length} height="8" rx="2" />
      <rect class={kind} x="0" y={y} width={Math.round(length * share)} height="8" rx="2" />
      <text x={length + 6} y={y + 8}>
        {repeated}/{sessions} {name}
      </text>
    </>
  );
}
