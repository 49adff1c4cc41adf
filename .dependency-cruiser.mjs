import { rooms } from "./scripts/rooms.mjs";

/**
 * Tests and contract suites may use any adapter, room and development package; everything else is production.
 */
const testing = "\\.(test|contract)\\.ts$";

const escaped = (path) => path.replaceAll(".", "\\.").replaceAll("*", "[^/]+");
/** A room that is one file has its test beside it. What lies in a room within a room is not of the outer one. */
const inRoom = ({ path }) => {
  if (!path.endsWith("/")) return `^src/${escaped(path.replace(".ts", ""))}(\\.test)?\\.ts$`;
  const within = rooms.filter((room) => room.path !== path && room.path.startsWith(path));
  const outer = within.map((room) => `(?!${escaped(room.path.slice(path.length))})`).join("");
  return `^src/${escaped(path)}${outer}`;
};
const roomNamed = (name) => rooms.find((room) => room.name === name) ?? fail(`no room is called ${name}`);

function fail(message) {
  throw new Error(`scripts/rooms.mjs: ${message}`);
}

function roomRules(room) {
  const from = { path: inRoom(room), pathNot: testing };
  const allowed = [room, ...room.imports.map(roomNamed)].map(inRoom);
  const packages = (room.packages ?? []).map((name) => `(^|/)node_modules/(@types/)?${name}/`);
  const rules = [
    { name: `${room.name}-imports`, from, to: { path: "^src/", pathNot: allowed } },
    { name: `${room.name}-packages`, from, to: { path: "(^|/)node_modules/", pathNot: packages } },
  ];
  if (room.pure) rules.push({ name: `${room.name}-pure`, from, to: { dependencyTypes: ["core"] } });
  if (room.adapters) rules.push(adapterRule(room));
  return rules;
}

/** An adapter may build on another one; outside of them only verbs/open/ chooses one. */
function adapterRule(room) {
  const from = {
    path: "^src/",
    pathNot: [testing, inRoom(roomNamed("verbs/open")), ...rooms.flatMap(adaptersOf)],
  };
  return { name: `${room.name}-adapters`, from, to: { path: adaptersOf(room) } };
}

function adaptersOf(room) {
  return (room.adapters ?? []).map((path) => `^src/${escaped(room.path + path)}`);
}

const outside = {
  pathNot: ["^src/", "^schema/", "(^|/)node_modules/"],
  dependencyTypesNot: ["core"],
  couldNotResolve: false,
};

const everywhere = [
  { name: "no-circular", from: {}, to: { circular: true } },
  { name: "no-unresolvable", from: {}, to: { couldNotResolve: true } },
  { name: "in-a-room", from: { path: "^src/", pathNot: rooms.map(inRoom) }, to: {} },
  { name: "nobody-imports-outside-a-room", from: {}, to: { path: "^src/", pathNot: rooms.map(inRoom) } },
  { name: "src-stays-inside", from: { path: "^src/", pathNot: testing }, to: outside },
  {
    name: "src-tests-stay-inside",
    from: { path: testing },
    to: { ...outside, pathNot: [...outside.pathNot, "^tests/support/"] },
  },
  { name: "production-without-tests", from: { path: "^src/", pathNot: testing }, to: { path: testing } },
];

export default {
  forbidden: [...everywhere, ...rooms.flatMap(roomRules)].map((rule) => ({ ...rule, severity: "error" })),
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^dist/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["types", "import", "node", "default"],
    },
  },
};
