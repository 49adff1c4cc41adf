import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { governance, governanceKey } from "../fold/governance.js";
import { type NeededSupport, neededSupport, type RiskLevel } from "../reliability/decision.js";
import { initialThresholds } from "../reliability/threshold-policy.js";

/** How much support a run of this risk needs, by what was learned of runs of its risk. */
export async function supportNeeded(
  reader: LedgerReader,
  level: RiskLevel,
  riskMultiplier: number,
): Promise<NeededSupport> {
  const thresholds = (await reader.row(governance, governanceKey))?.thresholds ?? initialThresholds;
  return neededSupport(level, thresholds, riskMultiplier);
}
