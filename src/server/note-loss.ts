import { appendFileSync, statSync } from "node:fs";
import type { ServerPlaces } from "../project/server-places.js";

/** Some thousand lines: beyond that, more of them say nothing new. */
const maxBytes = 131_072;

/** For `doctor`: what is given up in silence would never be mended. */
export function noteLoss({ lost }: ServerPlaces, route: string, reason: string): void {
  if ((statSync(lost, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) return;
  const line = { at: new Date().toISOString(), route, reason: reason.slice(0, 500) };
  appendFileSync(lost, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}
