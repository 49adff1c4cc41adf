/**
 * Matches a pattern with stars against a sequence, in at most the product of both lengths: after a mismatch
 * only the last star takes one more. That is enough, because an earlier star could only give the later ones
 * less room.
 */
export function matchStars(
  patternLength: number,
  length: number,
  isStar: (at: number) => boolean,
  fits: (at: number, place: number) => boolean,
): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let taken = 0;
  while (place < length) {
    if (at < patternLength && isStar(at)) {
      star = at;
      taken = place;
      at += 1;
    } else if (at < patternLength && fits(at, place)) {
      at += 1;
      place += 1;
    } else if (star !== -1) {
      taken += 1;
      at = star + 1;
      place = taken;
    } else return false;
  }
  while (at < patternLength && isStar(at)) at += 1;
  return at === patternLength;
}

/** Whether a text has a form in which each `*` stands for any characters, none included. */
export function matchesStars(form: string, text: string): boolean {
  return matchStars(
    form.length,
    text.length,
    (at) => form[at] === "*",
    (at, place) => form[at] === text[place],
  );
}
