import { readIfThere } from "../../base/files/read-if-there.js";
import { counted } from "../../base/text/counted.js";
import { askingEvents } from "../../verbs/doctor/asking-events.js";
import type { Check } from "../../verbs/doctor/check.js";

/** A line of `server.lost`. */
interface LostCall {
  readonly at: string;
  readonly route: string;
  readonly reason: string;
  readonly event?: unknown;
}

const dayMs = 86_400_000;
/** Older losses are not reported. */
const lostWithinMs = 3 * dayMs;
/** More than the list of losses may grow to. */
const maxBytes = 1_048_576;

/** What was lost lately, for `doctor`; undefined when nothing was. `running` describes the server. */
export function lostCallsCheck(file: string, running: string, now: number): Check | undefined {
  const lost = lostCalls(file).filter(({ at }) => Date.parse(at) >= now - lostWithinMs);
  const newest = lost.at(-1);
  if (newest === undefined) return undefined;
  const next = "if this goes on, run 'whetstone serve' in a terminal and check that it answers";
  const unchecked = lost.filter(({ event, at }) => askingEvents.has(event) && Date.parse(at) >= now - dayMs);
  const off = `enforcement was off for ${counted(unchecked.length, "tool call")} in the last day`;
  const detail = `${lost.length} losses in the last days, the newest at ${newest.route}: ${newest.reason}`;
  return unchecked.length > 0
    ? { name: "server", state: "problem", detail: `${running}; ${off}; ${detail}`, next }
    : { name: "server", state: "warning", detail: `${running}; ${detail}`, next };
}

/** Older ones were told by the server before, or to nobody who still works on it. */
const toldWithinMs = 3_600_000;

/** The events by which agents hand on what a person says. */
const sayingEvents: ReadonlySet<unknown> = new Set([
  "UserPromptSubmit",
  "beforeSubmitPrompt",
  "BeforeAgent",
  "chat.message",
]);

/**
 * What a person should hear at the next prompt: tool calls that went on unchecked, and prompts that nobody
 * heard. Each of them is told once, of a server; of the time before it, those of the last hour.
 */
export function uncheckedSince(file: string, startedAt: number): () => string | undefined {
  let told = startedAt - toldWithinMs;
  return () => {
    const lost = lostCalls(file).filter(({ at }) => Date.parse(at) > told);
    told = Math.max(told, ...lost.map(({ at }) => Date.parse(at)));
    const texts = [
      lostText(lost, askingEvents, "tool call", "went on unchecked", "no rule was enforced for them"),
      lostText(lost, sayingEvents, "prompt", "went unheard", "no correction was learned from them"),
    ].flatMap((text) => text ?? []);
    return texts.length === 0 ? undefined : `Whetstone: ${texts.join(" ")} 'whetstone doctor' has more.`;
  };
}

function lostText(
  lost: readonly LostCall[],
  events: ReadonlySet<unknown>,
  noun: string,
  happened: string,
  meaning: string,
): string | undefined {
  const those = lost.filter(({ event }) => events.has(event));
  const newest = those.at(-1);
  if (newest === undefined) return undefined;
  return `${counted(those.length, noun)} ${happened}, the newest at ${newest.at} (${newest.reason}): ${meaning}.`;
}

function lostCalls(file: string): readonly LostCall[] {
  const text = readIfThere(file, { maxBytes })?.toString("utf8") ?? "";
  return text.split("\n").flatMap((line) => {
    const call = fieldsOfJson(line);
    return typeof call?.at === "string" ? [{ ...call } as unknown as LostCall] : [];
  });
}

/** The fields of a line of JSON; undefined for anything else. */
export function fieldsOfJson(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
