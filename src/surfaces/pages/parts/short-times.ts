/** Times to the minute: an answer for the terminal has them to the millisecond. */
export function withShortTimes(sentence: string): string {
  return sentence.replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z/g, "$1 $2");
}
