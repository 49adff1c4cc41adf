/** The key of the one row of the view of totals. */
export const totalsKey = "all";
