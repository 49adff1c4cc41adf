import type { gateReasons } from "../../log/events/gate.js";

/** Why a rule keeps a gate closed, for people. */
export const gateReasonWords: Readonly<Record<(typeof gateReasons)[number], string>> = {
  no_receipt: "no answer",
  no_reason: "no reason given",
  violated: "found violated",
  check_failed: "its check fails",
  not_run: "a required command was not run",
};
