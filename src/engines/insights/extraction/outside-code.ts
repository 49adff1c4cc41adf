/**
 * Changes a text but not its inline code. The change may reach over code, as emphasis does, so code is set
 * aside and put back.
 */
export function outsideCode(text: string, change: (part: string) => string): string {
  const spans: string[] = [];
  const hollow = text.replace(/`[^`]*`/g, (span) => `\`${spans.push(span) - 1}\``);
  return change(hollow).replace(/`(\d+)`/g, (whole, index: string) => spans[Number(index)] ?? whole);
}
