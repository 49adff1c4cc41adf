import { type ForbiddenAction, readForbiddenAction } from "../directive/rules/forbidden-action.js";

/** More than the enforced directives of a project have. */
const mostKept = 1_000;

/** Forbidden actions as they were read, by their text: a hook asks for the same ones before every call. */
export class ReadActions {
  readonly #read = new Map<string, ForbiddenAction | undefined>();

  /** Undefined for prose, which a program cannot stop. */
  of(text: string): ForbiddenAction | undefined {
    if (this.#read.has(text)) return this.#read.get(text);
    if (this.#read.size >= mostKept) this.#read.clear();
    const action = readForbiddenAction(text);
    this.#read.set(text, action);
    return action;
  }
}
