import { type Config, defaults } from "../../config/settings.js";
import { dayMs, epochMs } from "../../events/time.js";
import { type Moment, momentMs } from "../outcomes/moment.js";
import type { AdaptivePolicyOverlay } from "./overlay.js";

/** True when an overlay has had no evidence for too long, or when its age cannot be told. */
export function isStale(
  overlay: Pick<AdaptivePolicyOverlay, "updatedAt">,
  now: Moment,
  settings: Pick<Config["policy"], "staleAfterDays"> = defaults.policy,
): boolean {
  const ageMs = momentMs("now", now) - epochMs(overlay.updatedAt);
  // Negated, so that an age that is no number is stale.
  return !(ageMs <= settings.staleAfterDays * dayMs);
}
