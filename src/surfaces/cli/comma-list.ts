/** The items of an option that takes several, separated by commas. */
export function commaList(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
