/** The views, in the order of the navigation. Each has an address of its own. */
export const viewNames = [
  "today",
  "lessons",
  "sessions",
  "rules",
  "evidence",
  "policy",
  "log",
  "health",
  "team",
] as const;

export type ViewName = (typeof viewNames)[number];

/** What an address names: `/whetstone/lessons/3f9a41c2?stage=shown`. */
export interface Place {
  /** The project's name in addresses. */
  readonly project: string;
  readonly view: ViewName;
  /** The one thing of the view that is open, such as a lesson. */
  readonly item: string | undefined;
  /** What the view is narrowed down to, by the names that the view chose. */
  readonly query: Readonly<Record<string, string>>;
}

/** Undefined where no view has this address. */
export function placeOf(path: string, search = ""): Place | undefined {
  const [project = "", view = viewNames[0], ...rest] = path
    .replace(/^\/|\/$/g, "")
    .split("/")
    .map(decoded);
  if (project === "" || rest.length > 1 || !isView(view)) return undefined;
  const query = Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ""));
  return { project, view, item: rest[0], query };
}

/** The address of a place; the inverse of `placeOf`. */
export function addressOf({
  project,
  view,
  item,
  query = {},
}: Partial<Place> & Pick<Place, "project">): string {
  const parts = [project, view ?? viewNames[0], ...(item === undefined ? [] : [item])];
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const search = new URLSearchParams(given).toString();
  return `/${parts.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

function isView(name: string): name is ViewName {
  return (viewNames as readonly string[]).includes(name);
}

/** A part that is no valid encoding names nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
