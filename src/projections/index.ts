import type { Projection } from "./projection.js";
import { strategies } from "./strategies.js";
import { totals } from "./totals.js";

/** Every read model, folded in this order. */
export const projections: readonly Projection[] = [strategies, totals] as readonly Projection[];
