/** A shell word in single quotes, in which POSIX shells and zsh read nothing. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A text as one word of a command that a person copies, in quotes only where it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,][\w./:@%+=,-]*$/.test(text) ? text : singleQuoted(text);
}
