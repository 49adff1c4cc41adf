import { parsePredicate } from "../engines/directives/predicates/parse-predicate.js";
import type { Predicate, PredicateFault } from "../engines/directives/predicates/predicate.js";
import { compileLineRegex } from "./line-regex.js";

/** As `parsePredicate`, and the regex compiles: what a directive must pass before it is stored. */
export function readPredicate(text: string): { readonly predicate: Predicate } | PredicateFault {
  const parsed = parsePredicate(text);
  if ("error" in parsed || parsed.predicate.kind !== "grep") return parsed;
  const compiled = compileLineRegex(parsed.predicate.pattern);
  return "error" in compiled ? { ...compiled, position: compiled.position + "grep:".length } : parsed;
}
