import { counted } from "../../base/text/counted.js";
import type { Context } from "../call/context.js";
import { status } from "../overview/status.js";
import type { Check } from "./check.js";

/**
 * Limits that rest on old evidence go on asking for approval although nobody knows whether they are still
 * right; only a person's review lifts them.
 */
export async function checkPolicy(context: Context): Promise<readonly Check[]> {
  const { overlays } = await status(context, { config: false });
  const { inForce, stale, oldest } = overlays;
  if (inForce === 0) return [];
  const limited = `${counted(inForce, "adapter")} under learned limits`;
  if (stale === 0) return [{ name: "policy", state: "ok", detail: `${limited}, none of them stale` }];
  const named = oldest
    .slice(0, stale)
    .map(({ adapter, lastEvidenceAt }) => `${adapter} since ${lastEvidenceAt}`);
  const more = stale > named.length ? ` and ${stale - named.length} more` : "";
  const next = oldest.slice(0, stale).map(({ adapter }) => `'whetstone relax ${adapter}'`);
  return [
    {
      name: "policy",
      state: "warning",
      detail: `${limited}, without evidence for too long: ${named.join(", ")}${more}`,
      next: `review them, or use them again: ${next.join("; ")}`,
      about: oldest.slice(0, stale).map(({ adapter }) => ({ kind: "adapter", id: adapter })),
    },
  ];
}
