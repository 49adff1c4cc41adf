/**
 * Whether one version comes after another by its numbers. A version without numbers, as of unbuilt sources,
 * never does.
 */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  if (a === undefined || b === undefined) return false;
  const place = a.findIndex((number, index) => number !== b[index]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
}

/** A release comes after its own previews: 1.2.0-rc.1, 1.2.0. */
function numbersOf(version: string): readonly number[] | undefined {
  const parts = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-[a-z]{0,20}\.?(\d{1,9})?)?/i.exec(version);
  if (parts === null) return undefined;
  const preview = version.includes("-") ? Number(parts[4] ?? 0) : Number.POSITIVE_INFINITY;
  return [Number(parts[1]), Number(parts[2]), Number(parts[3]), preview];
}
