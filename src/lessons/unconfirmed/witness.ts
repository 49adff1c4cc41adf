/** Whether an origin is a person, or the orchestrator that ran the agents: neither speaks for itself. */
export function isWitness(origin: string): boolean {
  return origin === "human" || origin.startsWith("system:");
}

/** The origin of a program that opened the library and named none: it passes on what it saw itself. */
const embeddingProgram = "tool:library";

/** Whether what an origin reports of a run stands in a prompt as it is; anybody else's words are quoted. */
export function isPlainReporter(origin: string): boolean {
  return isWitness(origin) || origin === embeddingProgram;
}
