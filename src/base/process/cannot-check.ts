/**
 * Why a check could not be made. Whoever runs a program or reads a file for a check throws it, and the check ends as one that
 * did not pass.
 */
export class CannotCheck extends Error {
  override readonly name = "CannotCheck";
}
