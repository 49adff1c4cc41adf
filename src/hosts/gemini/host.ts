import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import { momentsOf } from "./moments-of.js";
import { outputOf } from "./output-of.js";
import { geminiEvent } from "./payload.js";

/** Gemini CLI, by the hooks of its settings or of our extension. */
export function geminiHost(): Host {
  return hookHost({ name: "gemini", read: (payload) => geminiEvent.safeParse(payload), momentsOf, outputOf });
}
