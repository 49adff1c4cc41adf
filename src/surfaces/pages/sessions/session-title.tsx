interface Named {
  readonly session: string;
  /** Empty where it is not known. */
  readonly name: string;
  readonly agent: string;
}

/** A session by what it was about; one of which that is not known by its agent and the beginning of its id. */
export function SessionTitle({ session, name, agent }: Named) {
  return name === "" ? (
    <>
      {agent} <small title={session}>{session.slice(0, 8)}</small>
    </>
  ) : (
    <span title={session}>{name}</span>
  );
}

/** The same where only text may stand, such as in a list of choices. */
export function sessionName({ session, name, agent }: Named): string {
  return name !== "" ? name : `${agent} ${session.slice(0, 8)}`;
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
