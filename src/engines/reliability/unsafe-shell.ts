/** Failure types that say that a shell command was dangerous. */
export const unsafeShell = /unsafe.*(shell|command)|(shell|command).*(unsafe|injection)/;
