import type { Config } from "../../base/config/settings.js";
import { maskSecrets } from "../../base/text/mask-secrets.js";
import { definitionOf } from "../../log/events/catalog.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { admitEvent } from "./admit-event.js";
import type { Caller } from "./roles.js";

export interface Sharing {
  /** Who writes, as the hub last said: what it would lower is lowered at once. */
  readonly caller: Caller;
  readonly share: Config["team"]["share"];
  /** The user's home folder, which is `~` for everybody else. */
  readonly home: string;
}

/**
 * An event as the team gets it. It is cut before this machine's own log takes it in, so that the rows here
 * are those that everybody has. What the hub will refuse stays as it is: the hub says why.
 */
export function sharedEvent(event: RecordedEvent, { caller, share, home }: Sharing): RecordedEvent {
  const cut = new Set(share === "everything" ? [] : cutFieldsOf(event));
  const masked = maskedIn(JSON.parse(event.data), (text) => withoutHome(maskSecrets(text), home));
  const fields = Object.entries(masked as object).filter(([name]) => !cut.has(name));
  const data = JSON.stringify(Object.fromEntries(fields));
  const { project, seq, ...sent } = { ...event, data };
  const admitted = admitEvent(caller, sent);
  return { ...("refused" in admitted ? sent : admitted), project, seq };
}

/** The fields of an event that do not leave the machine, by their names. */
export function cutFieldsOf({ type, data }: Pick<RecordedEvent, "type" | "data">): readonly string[] {
  const { raw } = definitionOf(type);
  if (raw.length === 0) return [];
  const there = JSON.parse(data) as object;
  return raw.filter((name) => Object.hasOwn(there, name));
}

function maskedIn(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((each) => maskedIn(each, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskedIn(each, mask)]));
}

/** Only the whole folder: `/home/ada` is not the beginning of `/home/adam`. */
function withoutHome(text: string, home: string): string {
  if (home.length < shortestHome || !text.includes(home)) return text;
  const quoted = home.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return text.replace(new RegExp(`${quoted}(?![\\p{L}\\p{N}_.-])`, "gu"), "~");
}

/** The root of a disk is nobody's home. */
const shortestHome = 4;
