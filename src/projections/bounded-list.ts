/** A list after one more entry. Beyond `kept` the oldest falls out. */
export function pushBounded<Entry>(list: readonly Entry[], entry: Entry, kept: number): readonly Entry[] {
  const rest = list.length < kept ? list.slice() : list.slice(list.length - kept + 1);
  rest.push(entry);
  return rest;
}

/** A list without repeats after its entry was seen again, or for the first time: it is the newest now. */
export function moveToEnd<Entry>(list: readonly Entry[], entry: Entry, kept: number): readonly Entry[] {
  return [...list.filter((each) => each !== entry), entry].slice(-kept);
}
