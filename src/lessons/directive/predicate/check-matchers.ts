import { RE2JS, RE2JSException } from "re2js";
import { compileGlob, type Glob } from "./glob.js";

/** What checks of rules match texts with: each glob and each regex is read once. */
export interface CheckMatchers {
  readonly glob: (glob: string, file: string) => boolean;
  /** How often a regex is found in a text, in time that grows with the text alone; undefined if it cannot be read. */
  readonly regex: (pattern: string, flags: string) => ((text: string) => number) | undefined;
}

/** More than this often makes no difference to anyone. */
const mostCounted = 1_000;
const maxInstructions = 2_000;

export function checkMatchers(): CheckMatchers {
  const globs = new Map<string, Glob | undefined>();
  const globOf = (text: string) => {
    if (globs.has(text)) return globs.get(text);
    const compiled = compileGlob(text);
    const glob = "error" in compiled ? undefined : compiled;
    globs.set(text, glob);
    return glob;
  };
  return { glob: (glob, file) => globOf(glob)?.matches(file) === true, regex: counting };
}

const flagValues: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

function counting(pattern: string, flags: string): ((text: string) => number) | undefined {
  const regex = compiledRegex(
    pattern,
    [...flags].reduce((sum, flag) => sum | (flagValues[flag] ?? 0), 0),
  );
  if (regex === undefined) return undefined;
  return (text) => {
    if (!regex.test(text)) return 0;
    const matcher = regex.matcher(text);
    let count = 0;
    while (count < mostCounted && matcher.find()) count += 1;
    return count;
  };
}

function compiledRegex(pattern: string, flags: number): RE2JS | undefined {
  try {
    const regex = RE2JS.compile(pattern, flags);
    return regex.programSize() > maxInstructions ? undefined : regex;
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
