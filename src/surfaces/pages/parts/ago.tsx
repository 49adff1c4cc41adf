import { ago } from "../../../verbs/overview/ago.js";
import { useZone } from "../zone.js";

/** A time as a person says it. Both times come from the data, so that server and browser say the same. */
export function Ago({ at, now }: { readonly at: string; readonly now: string }) {
  const zone = useZone();
  return (
    <time dateTime={at} title={timeText(at, zone)}>
      {ago(at, now)}
    </time>
  );
}

/** A time by the clock of whoever looks at it. */
export function Clock({ at, only }: { readonly at: string; readonly only?: "clock" }) {
  const zone = useZone();
  return <time dateTime={at}>{timeText(at, zone, only)}</time>;
}

/** "2026-03-02 14:20", with its zone while that is not the viewer's. */
export function timeText(at: string, zone: string, only?: "clock"): string {
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone } as const;
  // Sweden writes days as the ISO does.
  const text = new Intl.DateTimeFormat("sv-SE", only === undefined ? { ...day, ...clock } : clock).format(
    new Date(at),
  );
  return zone === "UTC" && only === undefined ? `${text} UTC` : text;
}
