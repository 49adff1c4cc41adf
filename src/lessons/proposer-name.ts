/** Who brought a text in, as a person says it: a person by name, others by what they are. */
export function proposerName({ origin, actor }: { readonly origin: string; readonly actor: string }): string {
  if (origin === "human") return actor;
  return origin.replace(/^[a-z]+:/, "");
}
