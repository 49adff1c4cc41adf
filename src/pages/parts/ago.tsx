const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A time as a person says it. Both times come from the data, so that server and browser say the same. */
export function Ago({ at, now }: { readonly at: string; readonly now: string }) {
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace("T", " ")} UTC`}>
      {agoText(Date.parse(now) - Date.parse(at), at)}
    </time>
  );
}

export function agoText(ms: number, at: string): string {
  if (ms < minute) return "just now";
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`;
  if (ms < day) return `${Math.floor(ms / hour)} h ago`;
  const days = Math.floor(ms / day);
  if (days === 1) return "yesterday";
  return days < 14 ? `${days} days ago` : at.slice(0, 10);
}
