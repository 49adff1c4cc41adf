import type { Config } from "../../base/config/settings.js";
import type { ProjectPlace } from "../../base/project/identify.js";
import type { Exchanged } from "../../hub/exchange/exchange.js";
import type { Connect } from "../../hub/exchange/exchange-in-turn.js";
import type { Guarded } from "../../lessons/directive/note-guarded.js";
import type { NearestAnswer, NearestInput } from "../../lessons/search/find-similar.js";
import type { SearchHealth } from "../../lessons/search/search-health.js";
import type { Handle } from "../frame/handle.js";

/** What finds lessons, for code that asks for similar texts and nothing else. No surface offers it. */
export interface LessonIndex {
  nearest(input: NearestInput): Promise<NearestAnswer>;
  /** Writes a probe into the index, finds it and removes it. */
  health(): Promise<SearchHealth>;
  /** Takes in what the index lacks; for a time when nothing waits for it. */
  catchUp(): Promise<void>;
}

/** One project's learning, open for use: every verb as a method, and what is not a verb. */
export type Whetstone = Handle & Project;

interface Project {
  /** The settings in force. */
  readonly config: Config;
  readonly index: LessonIndex;
  readonly place: ProjectPlace;
  /** Why whetstone.json is not followed as it is: what it last said holds. Undefined if it is followed. */
  readonly settingsFault: string | undefined;
  /** What whetstone.json asks for and is not followed, and how a person accepts it; undefined if nothing. */
  readonly unaccepted: string | undefined;
  /**
   * Notes that a coding agent called, whatever becomes of the call; `status` shows the last time. Never
   * throws.
   */
  noteCall(host: string): void;
  /** What waits for the person, in one line and at most once a day; undefined if nothing. */
  reviewNotice(): Promise<string | undefined>;
  /** What was lost of what is enforced since this was last asked, in one line; undefined if nothing. */
  lossNotice(): Promise<string | undefined>;
  /** Whether a person joined a hub with it. */
  readonly isShared: boolean;
  /** Exchanges with the hub; undefined where it is not shared, or another process does so at this moment. */
  exchange(connect: Connect): Promise<Exchanged | undefined>;
  /** Whether the log knows this session, and not that it ended. */
  isUnderWay(session: string): Promise<boolean>;
  /** Puts on record that a call was denied for a reason that is not this project's. Never throws. */
  noteGuarded(guarded: Guarded): Promise<void>;
  /** Notes what a surface gave up so that its caller could go on; `doctor` reports it. Never throws. */
  noteLoss(stage: string, reason: string): void;
  close(): Promise<void>;
}
