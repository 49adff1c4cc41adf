import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

const context = 3;

/** What turns one text into another, as `diff -u` prints it; empty when they are equal. */
export function unifiedDiff(before: string, after: string, path: string): string {
  if (before === after) return "";
  const from = before === "" ? "/dev/null" : `a/${path}`;
  const options = { context, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(from, `b/${path}`, before, after, undefined, undefined, options).replace(
    /\n$/,
    "",
  );
}
