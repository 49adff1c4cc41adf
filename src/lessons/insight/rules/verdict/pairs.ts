/** Who judges whom, each as validator:judged. */
export type Pairs = readonly string[];

/** The role that judges this one; undefined when none is named. */
export function validatorOf(role: string, pairs: Pairs): string | undefined {
  return rolesIn(pairs).find(([, judged]) => judged === role)?.[0];
}

/** The roles that this one judges. */
export function judgedBy(validator: string, pairs: Pairs): readonly string[] {
  return rolesIn(pairs).flatMap(([judge, judged]) =>
    judge === validator && judged !== undefined ? [judged] : [],
  );
}

function rolesIn(pairs: Pairs): readonly (readonly string[])[] {
  return pairs.map((pair) => pair.toLowerCase().split(":"));
}
