/** Whether a key is a letter of what a person types. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]),select,textarea");
}
