const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

/**
 * A path as a diff writes it. Git puts one with unusual characters in quotes and writes its bytes as octal
 * numbers.
 */
export function unquoteGitPath(written: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"/s.exec(written) ?? [];
  if (quoted === undefined) return written;
  const encoder = new TextEncoder();
  const bytes = [...quoted.matchAll(/\\([0-7]{1,3})|\\(.)|([^\\]+)/gsu)].flatMap(
    ([, octal, letter, plain]) => {
      if (octal !== undefined) return [Number.parseInt(octal, 8) & 0xff];
      return letter === undefined
        ? [...encoder.encode(plain)]
        : [escapes[letter] ?? letter.charCodeAt(0) & 0xff];
    },
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
