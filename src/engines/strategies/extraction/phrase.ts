/** Matches whole words, and no part of a path, an address or a name with a dot in it. */
export function phrase(source: string): RegExp {
  return new RegExp(`(?<![\\w/\\\\.#@])(?:${source})(?!\\w|[.\\\\]\\w|/\\w+[./])`, "gu");
}
