/** A bounded list after one more entry: the oldest falls out. */
export function withNewest<Entry>(list: readonly Entry[], entry: Entry, kept: number): readonly Entry[] {
  const rest = list.length < kept ? list.slice() : list.slice(list.length - kept + 1);
  rest.push(entry);
  return rest;
}
