/** The text of a field of what may be anything. */
export function textAt(value: unknown, field: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Reflect.get(value, field);
  return typeof found === "string" ? found : undefined;
}
