/**
 * The drawing's skeleton: which arrows to draw and on which level each room stands.
 *
 * @param {readonly import("../rooms.mjs").Room[]} rooms
 * @returns {{ levels: Map<string, number>, edges: { from: string, to: string }[] }} level 0 is the bottom
 */
export function roomGraph(rooms) {
  const imports = new Map(rooms.map((room) => [room.name, room.imports]));
  const edges = rooms.flatMap((room) => reduced(room, imports).map((to) => ({ from: room.name, to })));
  return { edges, levels: levelsFor(rooms, edges) };
}

/** Transitive reduction: an import that another import already brings needs no arrow. */
function reduced(room, imports) {
  return room.imports.filter(
    (name) => !room.imports.some((other) => other !== name && reaches(other, name, imports)),
  );
}

function reaches(from, to, imports) {
  return imports.get(from).some((next) => next === to || reaches(next, to, imports));
}

/** As high as its importers allow: a room then stands next to those who use it, not in the cellar. */
function levelsFor(rooms, edges) {
  const depth = new Map();
  for (const { name } of [...rooms].reverse()) {
    const above = edges.filter((edge) => edge.to === name).map((edge) => depth.get(edge.from));
    depth.set(name, Math.max(-1, ...above) + 1);
  }
  const deepest = Math.max(...depth.values());
  return new Map(rooms.map(({ name }) => [name, deepest - depth.get(name)]));
}
