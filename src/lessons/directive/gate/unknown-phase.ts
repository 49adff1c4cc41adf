import { WhetstoneError } from "../../../base/errors.js";
import { nearestName } from "../../../base/text/nearest.js";
import { shellWord } from "../../../base/text/shell-word.js";
import { openPhases } from "../../../log/list-keys.js";
import type { Context } from "../../../verbs/call/context.js";
import { phases } from "../fold/phases.js";

/** Misspelled names are those of work under way: of the open phases, the last to begin. */
const phasesCompared = 500;

/** The error for a name that no phase has, with the nearest that one has and the command for it. */
export async function unknownPhase(
  { ledger }: Pick<Context, "ledger">,
  phase: string,
  commandFor: (name: string) => string,
): Promise<WhetstoneError> {
  const newest = await ledger.read((reader) =>
    reader.rowsFrom(phases, { list: openPhases, limit: phasesCompared }),
  );
  const near = nearestName(
    phase,
    newest.map(({ row }) => row.phase),
  );
  const meant = near === undefined ? "" : `. Did you mean '${near}'?`;
  return new WhetstoneError("not_found", `there is no phase '${phase}'${meant}`, {
    field: "phase",
    next:
      near === undefined
        ? `name the phase in a brief, or begin it: whetstone gate ${shellWord(phase)} --begin`
        : `ask again: ${commandFor(near)}`,
    values: { phase, ...(near === undefined ? {} : { near }) },
  });
}

/** A store that cannot be read refuses nothing: the work behind it reports why. */
export async function refuseUnknownPhase(
  context: Pick<Context, "ledger">,
  phase: string,
  commandFor: (name: string) => string,
): Promise<void> {
  const row = context.ledger.read((reader) => reader.row(phases, phase));
  const isUnknown = await row.then(
    (found) => found === undefined,
    () => false,
  );
  if (isUnknown) throw await unknownPhase(context, phase, commandFor);
}
