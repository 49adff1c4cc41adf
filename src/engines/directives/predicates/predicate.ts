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
