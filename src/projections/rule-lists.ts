/** Rules that are asked about each call: bound ones and watched ones. */
export const rulesInForceList = "in-force\u001e";

/** As many denials in a row as change what the agent is told. */
export const denialsInARow = 3;
