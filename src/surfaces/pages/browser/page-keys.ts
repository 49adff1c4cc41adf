import type { Said } from "../acts.js";
import { isTyping } from "../parts/is-typing.js";

const keysText = "J and K go through lessons, Esc closes what is open, / searches, ? shows this.";

/** The keys of every view. Returns what ends it. */
export function followKeys(say: (said: Said) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === "?") say({ text: keysText });
    if (event.key !== "/") return;
    const field = document.querySelector<HTMLElement>("main [type=search], main .narrow input");
    if (field === null) return;
    event.preventDefault();
    field.focus();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
