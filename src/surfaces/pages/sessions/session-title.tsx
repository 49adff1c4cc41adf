interface Named {
  readonly session: string;
  readonly title: string | null;
  readonly agent: string;
}

/** A session by what it was about; one of which that is not known by its agent and the beginning of its id. */
export function SessionTitle({ session, title, agent }: Named) {
  return title === null ? (
    <>
      {agent} <small title={session}>{session.slice(0, 8)}</small>
    </>
  ) : (
    <span title={session}>{title}</span>
  );
}

/** The same where only text may stand, such as in a list of choices. */
export function sessionName({ session, title, agent }: Named): string {
  return title ?? `${agent} ${session.slice(0, 8)}`;
}

const minuteMs = 60_000;

/** How long it went on, from its first event that counts to its last. */
export function durationText({
  startedAt,
  lastAt,
}: Readonly<Record<"startedAt" | "lastAt", string>>): string {
  const minutes = Math.round((Date.parse(lastAt) - Date.parse(startedAt)) / minuteMs);
  if (minutes < 1) return "under a minute";
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
