/** How other tools look for an effect, for comparison: each takes the counts of both arms. */

const alpha = 0.05;

/** The usual test of two shares, looked at after every session. */
export function zTest({ shown, heldOut }) {
  const total = shown.sessions + heldOut.sessions;
  if (shown.sessions === 0 || heldOut.sessions === 0) return false;
  const pooled = (shown.failures + heldOut.failures) / total;
  const spread = pooled * (1 - pooled) * (1 / shown.sessions + 1 / heldOut.sessions);
  return spread > 0 && Math.abs(differenceOf(shown, heldOut)) / Math.sqrt(spread) > 1.96;
}

/** The width at this many sessions is the narrowest. */
const tunedFor = 5_000;
const rhoSquared = (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / tunedFor;

/** An asymptotic confidence sequence (Waudby-Smith and others, 2021), as experiment platforms use it. */
export function asymptoticSequence({ shown, heldOut }) {
  if (shown.sessions < 2 || heldOut.sessions < 2) return false;
  const total = shown.sessions + heldOut.sessions;
  const variance = total * (varianceOf(shown) / shown.sessions + varianceOf(heldOut) / heldOut.sessions);
  const grown = total * rhoSquared + 1;
  const width = Math.sqrt(((2 * grown) / (total * total * rhoSquared)) * Math.log(Math.sqrt(grown) / alpha));
  return variance > 0 && Math.abs(differenceOf(shown, heldOut)) > Math.sqrt(variance) * width;
}

function differenceOf(one, other) {
  return one.failures / one.sessions - other.failures / other.sessions;
}

function varianceOf({ sessions, failures }) {
  const rate = failures / sessions;
  return (rate * (1 - rate) * sessions) / (sessions - 1);
}
