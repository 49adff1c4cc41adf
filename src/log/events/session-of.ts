/**
 * The session that an event belongs to: the task where one is named, else the phase, else the run. The agents
 * that an agent starts have runs of their own, and share its session.
 */
export function sessionOf({
  task,
  run,
  data,
}: {
  readonly task?: string | undefined;
  readonly run?: string | undefined;
  readonly data: { readonly phase?: string | undefined };
}): string | undefined {
  return task ?? data.phase ?? run;
}
