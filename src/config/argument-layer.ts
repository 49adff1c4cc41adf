import { type Claim, claimText, shown } from "./claim.js";

/** The claims of arguments such as `criteria.halfLifeDays=30`; a later one wins over an earlier. */
export function argumentClaims(assignments: readonly string[]): Claim[] {
  return assignments.map((assignment) => {
    const split = assignment.indexOf("=");
    if (split >= 1)
      return claimText(assignment.slice(0, split).trim(), assignment.slice(split + 1), { from: "argument" });
    return {
      problem: { path: assignment, message: `${shown(assignment)} (argument) is not of the form path=value` },
    };
  });
}
