import type { RuleRow } from "../../../lessons/directive/bound/rule-rows.js";

const width = 4;
const gap = 1;
const height = 12;

const classes: Readonly<Record<string, string>> = { b: "bad", k: "good", ".": "none" };

/** A bar for each of the newest sessions, in the order of time: broken, kept, or short where it did not apply. */
export function Strip({ strip, sessions, brokenIn }: Pick<RuleRow, "strip" | "sessions" | "brokenIn">) {
  if (strip === "") return null;
  const said = `Broken in ${brokenIn} of the ${sessions} sessions it applied to`;
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${strip.length * (width + gap)} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={said}
    >
      <title>{said}</title>
      {[...strip].map((letter, at) => (
        <rect
          key={at}
          class={classes[letter]}
          x={at * (width + gap)}
          y={letter === "." ? height - 3 : 0}
          width={width}
          height={letter === "." ? 3 : height}
        />
      ))}
    </svg>
  );
}
