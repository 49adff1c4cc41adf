/**
 * A small layered layout. An arrow over several levels is led through an empty place on each level between,
 * so that no arrow crosses a box.
 *
 * @typedef {{ id: string, level: number, width: number, x: number, empty: boolean }} Place `x` is the middle
 * @typedef {{ from: string, to: string, via: string[] }} Route
 */

const gap = 36;
const sweeps = 60;
/** Rows that are started either way round: each doubles the time, and a picture should take a second. */
const flippedRows = 6;

/**
 * Settling finds the nearest good arrangement, not the best one. So it starts with the lowest rows either way
 * round and keeps the arrangement with the fewest crossings, then the shortest arrows.
 *
 * @param {{ levels: Map<string, number>, edges: { from: string, to: string }[] }} graph
 * @param {number} boxWidth
 * @returns {{ places: Map<string, Place>, routes: Route[] }}
 */
export function layOut(graph, boxWidth) {
  const rowCount = Math.max(...graph.levels.values()) + 1;
  const starts = Array.from({ length: 2 ** Math.min(rowCount, flippedRows) }, (_, flips) =>
    arrange(graph, boxWidth, flips),
  );
  return starts.reduce((best, next) => (next.cost < best.cost ? next : best));
}

/** @param {number} flips one bit for each of the lowest rows: whether it starts reversed */
function arrange({ levels, edges }, boxWidth, flips) {
  const places = new Map();
  for (const [id, level] of levels) places.set(id, { id, level, width: boxWidth, x: 0, empty: false });
  const routes = edges.map((edge) => ({ ...edge, via: emptyPlaces(edge, levels, places) }));
  const rows = rowsOf(places).map((row, level) => ((flips >> level) & 1 ? row.reverse() : row));
  const neighbours = neighboursOf(routes);
  for (const row of rows)
    spread(
      row,
      row.map(() => 0),
    );
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse())
      settle(row, neighbours, places, sweep < sweeps / 2);
  }
  return { places, routes, cost: cost(routes, places) };
}

function cost(routes, places) {
  const pieces = routes.flatMap(({ from, to, via }) => {
    const stops = [from, ...via, to].map((id) => places.get(id));
    return stops.slice(1).map((stop, index) => ({ level: stop.level, top: stops[index].x, bottom: stop.x }));
  });
  const crossings = pieces.filter((a, index) =>
    pieces.slice(index + 1).some((b) => a.level === b.level && (a.top - b.top) * (a.bottom - b.bottom) < 0),
  ).length;
  const sideways = pieces.reduce((sum, { top, bottom }) => sum + Math.abs(top - bottom), 0);
  return crossings * 10_000 + sideways;
}

function emptyPlaces({ from, to }, levels, places) {
  const ids = [];
  for (let level = levels.get(from) - 1; level > levels.get(to); level -= 1) {
    const id = `${from} to ${to} at ${level}`;
    places.set(id, { id, level, width: 8, x: 0, empty: true });
    ids.push(id);
  }
  return ids;
}

function neighboursOf(routes) {
  const neighbours = new Map();
  const join = (a, b) => neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
  for (const { from, to, via } of routes) {
    const stops = [from, ...via, to];
    for (let index = 1; index < stops.length; index += 1) {
      join(stops[index - 1], stops[index]);
      join(stops[index], stops[index - 1]);
    }
  }
  return neighbours;
}

function rowsOf(places) {
  const all = [...places.values()];
  const top = Math.max(...all.map(({ level }) => level));
  return Array.from({ length: top + 1 }, (_, level) => all.filter((place) => place.level === level));
}

/**
 * Moves each place towards the middle of what it is joined to; the order may change only in the first half of
 * the sweeps.
 */
function settle(row, neighbours, places, mayReorder) {
  const wish = (place) => {
    const joined = neighbours.get(place.id) ?? [];
    return joined.reduce((sum, id) => sum + places.get(id).x, 0) / Math.max(1, joined.length);
  };
  const wishes = new Map(row.map((place) => [place, wish(place)]));
  row.sort((a, b) => (mayReorder ? wishes.get(a) - wishes.get(b) : a.x - b.x));
  spread(
    row,
    row.map((place) => wishes.get(place)),
  );
}

/**
 * Sets every place as near to its wish as its neighbours in the row allow: runs of places that touch share
 * the error.
 */
function spread(row, wishes) {
  const runs = [];
  row.forEach((place, index) => {
    runs.push({ members: [place], wish: [wishes[index]] });
    while (runs.length > 1 && overlaps(runs.at(-2), runs.at(-1))) {
      const last = runs.pop();
      runs.at(-1).members.push(...last.members);
      runs.at(-1).wish.push(...last.wish);
    }
    setRun(runs.at(-1));
  });
  for (const run of runs) setRun(run);
}

function overlaps(left, right) {
  setRun(left);
  setRun(right);
  const [a, b] = [left.members.at(-1), right.members[0]];
  return a.x + (a.width + b.width) / 2 + gap > b.x;
}

function setRun({ members, wish }) {
  const offsets = [0];
  for (let index = 1; index < members.length; index += 1) {
    offsets.push(offsets[index - 1] + (members[index - 1].width + members[index].width) / 2 + gap);
  }
  const start = wish.reduce((sum, x, index) => sum + x - offsets[index], 0) / wish.length;
  members.forEach((place, index) => {
    place.x = start + offsets[index];
  });
}
