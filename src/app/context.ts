import type { LoadedConfig } from "../config/load.js";
import type { Losses } from "../losses/losses.js";
import type { ProjectIdentity } from "../project/identify.js";
import type { Places } from "../project/places.js";
import type { Ledger } from "../store/ledger.js";

/** What every verb works with. Clock and ids come from outside, so that a test can move time. */
export interface Context {
  readonly ledger: Ledger;
  readonly loaded: LoadedConfig;
  readonly identity: ProjectIdentity;
  readonly places: Places;
  /** What was given up so that an agent could go on. */
  readonly losses: Losses;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Who acts, unless a call says otherwise. */
  readonly actor: string;
  /** Where texts come from, unless a call says otherwise. */
  readonly origin: string;
  readonly run: string | undefined;
  readonly version: string;
  /** Called once before the first write: makes `.whetstone/` in the project. */
  readonly beforeWriting: () => void;
}
