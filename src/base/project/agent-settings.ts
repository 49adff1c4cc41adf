import type { ForeignLimits } from "../files/read-foreign.js";

/** Settings of a coding agent, and the notes that `init` keeps of them. Such files are some kilobytes. */
export const agentSettings: ForeignLimits = { maxBytes: 16_777_216 };
