/** Signals that end this process. */
const deadly = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const pending = new Set<() => void>();

/**
 * Calls `stop` when this process ends by itself or by a signal, until the returned function is called.
 * Listens only while there is something to stop, so that a host's own ways of ending stay as they are.
 */
export function beforeExit(stop: () => void): () => void {
  if (pending.size === 0) {
    process.on("exit", stopAll);
    for (const signal of deadly) process.on(signal, onSignal);
  }
  pending.add(stop);
  return () => {
    pending.delete(stop);
    if (pending.size === 0) stopListening();
  };
}

function stopListening(): void {
  process.off("exit", stopAll);
  for (const signal of deadly) process.off(signal, onSignal);
}

function stopAll(): void {
  for (const stop of [...pending]) stop();
}

function onSignal(signal: NodeJS.Signals): void {
  stopAll();
  stopListening();
  // Nobody else listens: what the signal does by default still has to happen.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
