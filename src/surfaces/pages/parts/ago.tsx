import { ago } from "../../../verbs/overview/ago.js";

/** A time as a person says it. Both times come from the data, so that server and browser say the same. */
export function Ago({ at, now }: { readonly at: string; readonly now: string }) {
  return (
    <time dateTime={at} title={`${at.slice(0, 16).replace("T", " ")} UTC`}>
      {ago(at, now)}
    </time>
  );
}
