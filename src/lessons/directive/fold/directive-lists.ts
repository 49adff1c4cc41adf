import { scopeName } from "../rules/scope.js";

const part = "\u001e";

/** Active directives that name this role, or everyone. */
export function roleList(role: string): string {
  return ["role", scopeName(role), ""].join(part);
}

/** Active directives that name this tool, or all tools. */
export function toolList(tool: string): string {
  return ["tool", scopeName(tool), ""].join(part);
}

/** Proposals that name this role or tool: the list of the active ones for it, marked. */
export function proposedIn(list: string): string {
  return `proposed${part}${list}`;
}

/** What might say the same or the opposite: whatever shares a key with a text. */
export function similarList(key: string): string {
  return ["like", key, ""].join(part);
}

/** Those that wait to be made checkable, oldest first. */
export const quarantineList = `quarantined${part}`;
/** What people said to agents and have not decided on, what was said in the most sessions first. */
export const heardList = `heard${part}`;
/** Active ones that stop a tool. */
export const enforcedList = `enforced${part}`;

/** Active directives that bind and ask for something to be done or checked: it may be a command. */
export const requiringList = `requiring${part}`;
/** Active ones that speak of files. */
export const citingList = `citing${part}`;
