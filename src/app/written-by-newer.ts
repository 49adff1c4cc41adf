/**
 * What an agent or its person is told where a program of this user wrote a project that this older one cannot
 * read. `fault` is what it could not read.
 */
export function writtenByNewer(fault: string): string {
  return (
    "This project was written by a newer Whetstone than the one that answers here, which cannot read its rules, " +
    `so every tool call is denied: ${fault.replace(/\.$/, "")}. Update Whetstone where this agent calls it ` +
    "('npm install whetstone@latest'), or ask the person you work for to."
  );
}
