/** The session of the call with which `init` checks that calls arrive; it belongs to no agent. */
export const trialSession = "whetstone-init";
