import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { sessionAgents } from "../../runs/fold/session-agents.js";
import type { Context } from "../../verbs/call/context.js";
import { judgedBy } from "./rules/verdict/pairs.js";

interface Validator {
  readonly validatorRole?: string | undefined;
  /** The session, where a host's hooks ask. */
  readonly task?: string | undefined;
}

/**
 * The deliberation that a validator judges in a session of a host: the newest of the roles it is paired with.
 * Only a host knows which of its agents spoke in which session; any other caller names the deliberation.
 */
export async function pairedDeliberation(
  { ledger, witness }: Context,
  reader: LedgerReader,
  { validatorRole, task }: Validator,
): Promise<string | undefined> {
  if (witness !== "host" || validatorRole === undefined || task === undefined) return undefined;
  const judged = judgedBy(validatorRole, ledger.config.insights.pairs);
  if (judged.length === 0) return undefined;
  const row = await reader.row(sessionAgents, task);
  return row?.deliberations.findLast(({ role }) => judged.includes(role))?.id;
}
