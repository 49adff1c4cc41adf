import { earliestFirst, escalatedList, newestFirst, stateList } from "../../../log/list-keys.js";
import { similarityKeys } from "../../../reading/language/compare.js";
import { anyName } from "../rules/scope.js";
import {
  citingList,
  enforcedList,
  heardList,
  proposedIn,
  quarantineList,
  requiringList,
  roleList,
  similarList,
  toolList,
} from "./directive-lists.js";
import { awaitsItsPerson, type DirectiveRow, heardKept, sessionsIn } from "./directive-row.js";

/** All that the places of a directive are made of: being shown or answered changes none of it. */
export const placingFields = [
  "text",
  "status",
  "heard",
  "appliesToAgents",
  "appliesToTools",
  "priority",
  "enforcement",
  "citations",
  "requiredActions",
  "verificationChecks",
  "firstSeenAt",
  "escalationHistory",
] as const satisfies readonly (keyof DirectiveRow)[];

export function directivePlaces(row: Pick<DirectiveRow, (typeof placingFields)[number]>): readonly string[] {
  const places = [
    ...similarityKeys(row.text).map(similarList),
    stateList(row.status) + earliestFirst(Number.POSITIVE_INFINITY),
  ];
  if (row.status === "quarantined") return [...places, quarantineList + row.firstSeenAt];
  const scopes = [...rolesOf(row).map(roleList), ...row.appliesToTools.map(toolList)];
  // What a person said waits for that person, and no agent is shown it before.
  if (awaitsItsPerson(row)) return [...places, heardList + oftenestFirst(row)];
  if (row.status === "proposed")
    return [...places, ...scopes.map((list) => proposedIn(list) + standing(row))];
  if (row.status !== "active") return places;
  const last = row.escalationHistory.at(-1);
  return [
    ...places,
    ...scopes.map((list) => list + standing(row)),
    ...(row.enforcement === "enforce" ? [enforcedList] : []),
    ...(mayRequire(row) ? [requiringList] : []),
    ...(row.citations.length > 0 ? [citingList] : []),
    ...(last?.by === "violations" ? [escalatedList + newestFirst(last.at)] : []),
  ];
}

type Requiring = Pick<DirectiveRow, "priority" | "enforcement" | "requiredActions" | "verificationChecks">;

function mayRequire({ priority, enforcement, requiredActions, verificationChecks }: Requiring): boolean {
  const binds = priority === "critical" || enforcement === "enforce";
  return binds && requiredActions.length + verificationChecks.length > 0;
}

/** A directive without roles and tools is for everyone. */
function rolesOf({
  appliesToAgents,
  appliesToTools,
}: Pick<DirectiveRow, "appliesToAgents" | "appliesToTools">): readonly string[] {
  return appliesToAgents.length === 0 && appliesToTools.length === 0 ? [anyName] : appliesToAgents;
}

/** The weightiest first, then the newest. */
function standing({ priority, firstSeenAt }: Pick<DirectiveRow, "priority" | "firstSeenAt">): string {
  return `${{ critical: 0, high: 1, medium: 2, low: 3 }[priority]}${newestFirst(firstSeenAt)}`;
}

/** What was said in the most sessions first, then the newest. */
function oftenestFirst({ heard, firstSeenAt }: Pick<DirectiveRow, "heard" | "firstSeenAt">): string {
  return `${heardKept - sessionsIn(heard)}`.padStart(2, "0") + newestFirst(firstSeenAt);
}
