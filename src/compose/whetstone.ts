import type { Config } from "../config/settings.js";
import type { Handle } from "../verbs/frame/handle.js";
import type { ErrorVerbs } from "./error-verbs.js";
import type { PhaseVerbs } from "./phase-verbs.js";
import type { PolicyVerbs } from "./policy-verbs.js";
import type { ReportVerbs } from "./report-verbs.js";
import type { SearchVerbs } from "./search-verbs.js";
import type { StoreVerbs } from "./store-verbs.js";
import type { TaskVerbs } from "./task-verbs.js";

/** One project's learning, open for use: every verb as a method, and what is not a verb. */
export type Whetstone = Handle & Project;

interface Project extends TaskVerbs, PhaseVerbs, ReportVerbs, SearchVerbs, StoreVerbs {
  /** The settings in force. */
  readonly config: Config;
  readonly errors: ErrorVerbs;
  readonly policy: PolicyVerbs;
  /**
   * Notes that a coding agent called, whatever becomes of the call; `status` tells when it last did. Never
   * throws.
   */
  noteCall(host: string): void;
  /** Notes what a surface gave up so that its caller could go on; `doctor` tells of it. Never throws. */
  noteLoss(stage: string, reason: string): void;
  close(): Promise<void>;
}
