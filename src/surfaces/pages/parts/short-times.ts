import { timeText } from "./ago.js";

/** Times to the minute, by the viewer's clock: an answer for the terminal has them to the millisecond. */
export function withShortTimes(sentence: string, zone: string): string {
  return sentence.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) => timeText(at, zone));
}
