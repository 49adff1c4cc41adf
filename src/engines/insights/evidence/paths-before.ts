/**
 * Longer than any path that somebody types, so that a megabyte without a space costs no more than its length.
 */
const maxPathChars = 260;
const pathCharacter = /[\p{L}\p{N}\p{M}_@.+~$%=\-/\\]/u;
const named =
  /(?:^|[/\\])(?:Makefile|Dockerfile|Rakefile|Gemfile|Jenkinsfile|Procfile|Justfile|Vagrantfile|BUILD|WORKSPACE|LICENSE|README|CODEOWNERS)$/;
const extension = /\.[A-Za-z][A-Za-z0-9_]{0,11}$/;
const domain = /^[^/\\]*\.(?:com|org|net|io|dev|local|internal|localhost)$/i;

/**
 * The paths of a file that may end right before `end`, the plainest last; none when what stands there is a
 * URL, a host, a time or a word.
 */
export function pathsBefore(text: string, end: number): readonly string[] {
  const plain = plainPath(text, end);
  return isFile(plain) ? [...spacedPath(text, end), plain] : [];
}

function isFile(path: string): boolean {
  return (extension.test(path) || named.test(path)) && !domain.test(path) && !/^[/\\]{2}/.test(path);
}

/** Between backticks or quotes a path may hold spaces; or the words before it may be there too. */
function spacedPath(text: string, end: number): readonly string[] {
  const before = text.slice(Math.max(0, end - maxPathChars), end);
  const start = Math.max(before.lastIndexOf("`"), before.lastIndexOf('"')) + 1;
  const path = before.slice(start);
  return start > 0 && path.includes(" ") && !/[\n\r:]/.test(path) ? [path] : [];
}

/**
 * Brackets belong to a path when both are in it, `app/[id]/page.tsx`, and around it when not, `(src/a.ts:4)`.
 */
function plainPath(text: string, end: number): string {
  const withBrackets = scanBack(text, end, true);
  return isBalanced(withBrackets) ? withBrackets : scanBack(text, end, false);
}

function scanBack(text: string, end: number, brackets: boolean): string {
  let start = end;
  let depth = 0;
  for (; start > 0 && end - start < maxPathChars; start--) {
    const character = text.charAt(start - 1);
    if (brackets && /[)\]]/.test(character)) depth += 1;
    else if (brackets && depth > 0 && /[([]/.test(character)) depth -= 1;
    else if (!pathCharacter.test(character) && !isSurrogate(character)) break;
  }
  return text.slice(start, end);
}

function isSurrogate(character: string): boolean {
  return /[\uD800-\uDFFF]/.test(character);
}

function isBalanced(path: string): boolean {
  const count = (pattern: RegExp) => path.match(pattern)?.length ?? 0;
  return count(/\[/g) === count(/\]/g) && count(/\(/g) === count(/\)/g);
}
