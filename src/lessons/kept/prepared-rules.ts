import { parseCheck } from "../directive/check/check.js";
import { type PreparedCheck, prepareCheck } from "../directive/check/prepared-check.js";
import { checkMatchers } from "../directive/predicate/check-matchers.js";

/** More than the rules in force of a project. */
const mostKept = 1_000;

/** Checks that are ready to be asked, by their text: a hook asks the same ones before every call. */
export class PreparedRules {
  readonly matchers = checkMatchers();
  readonly #prepared = new Map<string, PreparedCheck>();

  of(check: string): PreparedCheck {
    const known = this.#prepared.get(check);
    if (known !== undefined) return known;
    if (this.#prepared.size >= mostKept) this.#prepared.clear();
    const prepared = prepareCheck(parseCheck(check), this.matchers);
    this.#prepared.set(check, prepared);
    return prepared;
  }
}
