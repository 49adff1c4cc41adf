import type { LoadedConfig } from "../../base/config/load.js";
import type { Losses } from "../../base/losses/losses.js";
import type { LanguageModel } from "../../base/model/language-model.js";
import type { ProjectIdentity } from "../../base/project/identify.js";
import type { LastSeen } from "../../base/project/last-seen.js";
import type { Places } from "../../base/project/places.js";
import type { TeamLink } from "../../base/project/team-link.js";
import type { Caller } from "../../hub/rights/roles.js";
import type { Roster } from "../../hub/rights/roster.js";
import type { InstructionFiles } from "../../lessons/kept/instruction-files.js";
import type { PreparedRules } from "../../lessons/kept/prepared-rules.js";
import type { ReadActions } from "../../lessons/kept/read-actions.js";
import type { Threads } from "../../lessons/kept/threads.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { LessonSearch } from "../../search/lesson-search.js";
import type { Speaker } from "./speaker.js";

/** How long a call that fails open may keep its caller. */
export interface Limits {
  /** For what an agent waits for before it goes on: a brief, a look at a tool call. */
  readonly briefMs: number;
  /** For what is recorded of an agent's answer. */
  readonly captureMs: number;
  /** How much longer on the wall clock, where the process waits for a processor or for its turn. */
  readonly starvedMs: number;
}

/** A project on a hub: who is let in, and who calls. */
export interface HubSide {
  readonly roster: Roster;
  readonly caller: Caller;
  /** The id of the key that the caller has; undefined for a caller that works on the database itself. */
  readonly key?: string | undefined;
}

/**
 * What every verb works with. Clock and ids come from outside, so that a test can move time. What takes long
 * to load, and most commands do without, is a function that loads it with its first use.
 */
export interface Context extends Speaker {
  readonly ledger: Ledger;
  readonly loaded: LoadedConfig;
  readonly identity: ProjectIdentity;
  readonly places: Places;
  /** What whetstone.json asks for and is not followed, and how a person accepts it; undefined if nothing. */
  readonly unaccepted: string | undefined;
  /** How it is shared by a hub; undefined for a project that never was. */
  readonly team?: TeamLink | undefined;
  /** Where it is on a hub; undefined on the machine of a member. */
  readonly hub?: HubSide | undefined;
  /** The logs of this project from before it was shared. */
  readonly formerLogs?: (() => readonly Ledger[]) | undefined;
  /** What was given up so that an agent could go on. */
  readonly losses: Losses;
  /** When each coding agent last called. */
  readonly lastSeen: LastSeen;
  /** The last calls of each agent's thread. */
  readonly threads: Threads;
  /** What coding agents read by themselves in this project. */
  readonly instructions: () => Promise<InstructionFiles>;
  /** The environment that programs are looked up in. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly run: string | undefined;
  readonly limits: Limits;
  /** What enforced directives forbid. */
  readonly actions: () => Promise<ReadActions>;
  /** What rules in force ask of each call. */
  readonly rules: () => Promise<PreparedRules>;
  readonly version: string;
  /** What finds lessons; opened with its first use. */
  readonly search: () => Promise<LessonSearch>;
  /** The folder of the built-in models. */
  readonly modelsFolder: () => string;
  /** Closes what was opened, the store last. */
  readonly close: () => Promise<void>;
  /**
   * The language model that a person at this machine switched on; fails with `model_unavailable` when there
   * is none.
   */
  readonly languageModel: () => Promise<LanguageModel>;
  /**
   * Another project on this machine, for a person who copies a lesson. The caller closes it.
   */
  readonly otherProject: (key: string) => Context;
  /** Checks every result against its schema; tests switch it on. */
  readonly checkResults?: boolean | undefined;
  /** Called once before the first write: makes `.whetstone/` in the project. */
  readonly beforeWriting: () => void;
}
