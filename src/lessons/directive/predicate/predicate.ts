/**
 * A check that a directive carries. Which program a `tool` check may run is the config's choice, never the
 * directive's.
 */
export type Predicate =
  | { readonly kind: "grep"; readonly pattern: string; readonly glob: string }
  | { readonly kind: "file_modified"; readonly path: string }
  | { readonly kind: "file_not_modified"; readonly path: string }
  | { readonly kind: "tool"; readonly words: readonly string[] };

/** What is wrong with a predicate and where: the index of a character of its text, from 0. */
export interface PredicateFault {
  readonly error: string;
  readonly position: number;
}

/** Where a line matched that must not. */
export interface PredicateMatch {
  readonly file: string;
  readonly line: number;
}

/** What became of a predicate. Whatever cannot be checked has not passed. */
export interface PredicateResult {
  readonly passed: boolean;
  /** One line for a person: no text of a file, no output beyond its last line. */
  readonly reason: string;
  /** The first lines at fault. */
  readonly matches?: readonly PredicateMatch[];
  /** No file fits the glob: it passed without having looked at anything. */
  readonly empty?: true;
}

export function failedBecause(reason: string): PredicateResult {
  return { passed: false, reason };
}
