/** A number with its noun: "1 run", "2 runs". */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** A number with commas between its thousands: "12,345". */
export function grouped(number: number): string {
  return number.toLocaleString("en-US");
}

/** A part of a whole: "12 %"; a dash where there is no whole. */
export function percentage(part: number, whole: number): string {
  if (whole === 0) return "–";
  return `${Math.round((100 * part) / whole)} %`;
}
