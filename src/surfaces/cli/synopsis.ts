import type { CommandFacts } from "./command.js";

/** How a command is written, such as `whetstone explain <id> [options]`. */
export function synopsis(
  path: readonly string[],
  command: Pick<CommandFacts, "usage" | "arguments">,
): string {
  const own =
    command.usage === undefined ? [...command.arguments.map(placeholder), "[options]"] : [command.usage];
  return [...path, ...own].join(" ");
}

function placeholder({ name, required, many }: CommandFacts["arguments"][number]): string {
  const word = `<${name}>${many ? "…" : ""}`;
  return required ? word : `[${word}]`;
}
