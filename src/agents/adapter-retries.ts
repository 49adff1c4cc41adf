import type { FailureType } from "../runs/reliability/failure-type.js";

/** A call of an adapter that is over. */
interface EndedCall {
  readonly adapter: string;
  readonly input: string;
  /** How it failed; undefined if the call worked, null if nobody can say. */
  readonly failed: FailureType | null | undefined;
}

interface Row {
  /** Failures in a row that lay in the service or are not explained. */
  readonly ofService: number;
  /** The last call whose own arguments were wrong, and how often in a row it failed. */
  readonly misused: { readonly input: string; readonly times: number } | undefined;
}

/**
 * How often each adapter was tried again in a session. A call with corrected arguments, after the service
 * refused the first ones, is not a retry; only the identical call is.
 */
export class AdapterRetries {
  readonly #rows = new Map<string, Row>();

  note({ adapter, input, failed }: EndedCall): void {
    const row = this.#rows.get(adapter) ?? { ofService: 0, misused: undefined };
    if (failed === undefined) this.#rows.delete(adapter);
    else if (failed === "validation" || failed === "not_found") {
      const times = row.misused?.input === input ? row.misused.times + 1 : 1;
      this.#rows.set(adapter, { ...row, misused: { input, times } });
    } else this.#rows.set(adapter, { ...row, ofService: row.ofService + 1 });
  }

  /** How many failures a call would come after, as a retry of them. */
  before(adapter: string, input: string): number {
    const row = this.#rows.get(adapter);
    if (row === undefined) return 0;
    return row.ofService + (row.misused?.input === input ? row.misused.times : 0);
  }
}
