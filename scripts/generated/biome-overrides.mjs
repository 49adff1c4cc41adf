const argument = (what) => `A pure room takes ${what} as an argument.`;

const denied = {
  Date: argument("the time"),
  performance: argument("the time"),
  setTimeout: argument("the time"),
  setInterval: argument("the time"),
  crypto: argument("ids and randomness"),
  process: argument("what it needs"),
  fetch: argument("what it needs"),
  console: "A pure room returns what is to be printed.",
  globalThis: "A pure room reads nothing global.",
};

const restricted = (deniedGlobals) => ({
  noRestrictedGlobals: { level: "error", options: { deniedGlobals } },
});
const underSrc = (room, file = "") => `src/${room.path}${file}`;
const noTests = "!**/*.test.ts";

/**
 * Biome's rules that depend on the room: what pure code may not touch, and who reads the environment.
 *
 * @param {readonly import("../rooms.mjs").Room[]} rooms
 */
export function biomeOverrides(rooms) {
  const pure = rooms
    .filter((room) => room.pure)
    .map((room) => underSrc(room, room.path.endsWith("/") ? "**" : ""));
  const excepted = rooms.flatMap((room) =>
    Object.entries(room.mayUse ?? {}).map(([file, name]) => ({ file: underSrc(room, file), name })),
  );
  const readers = rooms.flatMap((room) =>
    (room.mayReadEnvironment ?? []).map((file) => underSrc(room, file)),
  );
  return [
    { includes: ["biome.json"], json: { formatter: { expand: "always" } } },
    {
      includes: ["src/**", ...readers.map((file) => `!${file}`), noTests],
      linter: { rules: { style: { noProcessEnv: "error" } } },
    },
    {
      includes: [...pure, ...excepted.map(({ file }) => `!${file}`), noTests],
      linter: { rules: { style: restricted(denied) } },
    },
    ...excepted.map(({ file, name }) => ({
      includes: [file],
      linter: { rules: { style: restricted(deniedBesides(name)) } },
    })),
    { includes: [...pure, noTests], plugins: ["./scripts/biome/no-math-random.grit"] },
  ];
}

function deniedBesides(name) {
  return Object.fromEntries(Object.entries(denied).filter(([each]) => each !== name));
}
