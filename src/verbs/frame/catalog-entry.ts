import type { Role } from "../../hub/rights/roles.js";
import type { Group, Verb } from "./define-verb.js";
import { commandName } from "./surface-names.js";

/** What is known of a verb before its file is loaded. */
export interface CatalogEntry {
  readonly summary: string;
  readonly group: Group;
  /** The role that it needs on a hub; null where no hub offers it. */
  readonly hub: Role | null;
  readonly words?: readonly string[];
  readonly optionWords?: Readonly<Record<string, readonly string[]>>;
  /** The command as it is typed; null if there is none. */
  readonly command: string | null;
  /** Whether it is a route too. */
  readonly http: boolean;
  /** Its name as a tool over MCP; null where it is none. */
  readonly tool: string | null;
  /** Whether it answers item by item. */
  readonly stream: boolean;
  readonly load: () => Promise<{ readonly verb: Verb }>;
}

/** The facts above, from a definition. */
export function entryOf(verb: Verb): Omit<CatalogEntry, "load"> {
  return {
    summary: verb.summary,
    group: verb.group,
    hub: verb.hub,
    ...(verb.words === undefined ? {} : { words: verb.words }),
    ...(verb.optionWords === undefined ? {} : { optionWords: verb.optionWords }),
    command: verb.cli === undefined ? null : commandName(verb),
    http: verb.http !== false,
    tool: verb.mcp?.tool ?? null,
    stream: verb.stream !== undefined,
  };
}

/** Verbs by name, in the order of the catalog. */
export type Catalog = Readonly<Record<string, CatalogEntry>>;
