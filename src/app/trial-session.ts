/** The session of the one call by which `init` makes sure that calls arrive: it is no agent's. */
export const trialSession = "whetstone-init";
