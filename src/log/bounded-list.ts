/** A list after one more entry. Beyond `kept` the oldest falls out. */
export function pushBounded<Entry>(list: readonly Entry[], entry: Entry, kept: number): readonly Entry[] {
  if (list.length < kept) return [...list, entry];
  // Moved in a copy of its own length: every event does this, and a list that grows takes twice the room.
  const moved = list.slice(list.length - kept);
  for (let at = 1; at < kept; at += 1) moved[at - 1] = moved[at] as Entry;
  moved[kept - 1] = entry;
  return moved;
}

/** A list without repeats after its entry was seen again, or for the first time: it is the newest now. */
export function moveToEnd<Entry>(list: readonly Entry[], entry: Entry, kept: number): readonly Entry[] {
  return [...list.filter((each) => each !== entry), entry].slice(-kept);
}
