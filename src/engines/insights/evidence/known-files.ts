/**
 * Which lines can be cited: those of a tree, or those that a diff shows. Paths are relative, with forward
 * slashes.
 */
export interface KnownFiles {
  has(path: string, line: number): boolean;
}
