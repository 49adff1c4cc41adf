import type { PredicateFault } from "./predicate.js";

/** `{a,b}{c,d}` doubles with every pair: more alternatives than this are a mistake or an attack. */
const maxAlternatives = 64;

/** Every text that a glob with `{a,b}` stands for. Braces do not nest: what needs that is two directives. */
export function expandBraces(text: string): { readonly texts: readonly string[] } | PredicateFault {
  let texts = [""];
  let rest = 0;
  for (let open = text.indexOf("{"); open !== -1; open = text.indexOf("{", rest)) {
    const close = text.indexOf("}", open);
    if (close === -1) return { error: "has a { that is not closed", position: open };
    const inside = text.slice(open + 1, close);
    if (inside.includes("{")) return { error: "has braces inside braces", position: open };
    if (!inside.includes(",")) return { error: "has braces without a comma", position: open };
    const choices = inside.split(",");
    if (texts.length * choices.length > maxAlternatives) {
      return { error: `stands for more than ${maxAlternatives} globs`, position: open };
    }
    const before = text.slice(rest, open);
    texts = texts.flatMap((start) => choices.map((choice) => start + before + choice));
    rest = close + 1;
  }
  const stray = strayBrace(text);
  if (stray !== -1) return { error: "has a } without a {", position: stray };
  return { texts: texts.map((start) => start + text.slice(rest)) };
}

function strayBrace(text: string): number {
  const outside = text.replace(/\{[^}]*\}/g, (braces) => "-".repeat(braces.length));
  return outside.indexOf("}");
}
