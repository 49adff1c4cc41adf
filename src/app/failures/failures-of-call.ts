import { masked } from "../../base/text/masked.js";
import { type FormedCall, formsOfCall, hasArgument, inputChars } from "../../engines/failures/call-form.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { type FailureRow, failures } from "../../projections/failures.js";
import { type FormRow, forms } from "../../projections/forms.js";
import type { Context } from "../context.js";

/** A failure of calls of the same form. */
export interface FailureOfCall {
  readonly row: FailureRow;
  /** The sessions in which this form failed. */
  readonly sessions: readonly string[];
  /** The argument that the call has and its program lacks; null for the very same call. */
  readonly argument: string | null;
}

/** What is known to fail with calls of this form. A call that nothing is known of costs one read. */
export async function failuresOfCall(
  { places }: Context,
  reader: LedgerReader,
  { tool, input }: FormedCall,
): Promise<readonly FailureOfCall[]> {
  const call = { tool, input: masked(input, places.root).slice(0, inputChars) };
  const known = await reader.rowsAt(forms, formsOfCall(call));
  const found = known.flatMap((row) => row.failures.filter((each) => isOfCall(each, call)));
  const rows = await reader.rowsAt(failures, [...new Set(found.map(({ lesson }) => lesson))]);
  return rows.flatMap((row) =>
    found
      .filter(({ lesson }) => lesson === row.lesson)
      .map(({ sessions, argument }) => ({ row, sessions, argument })),
  );
}

function isOfCall({ program, argument }: FormRow["failures"][number], call: FormedCall): boolean {
  return argument === null || hasArgument(call, program, argument);
}
