import { roomGraph } from "./graph.mjs";
import { layOut } from "./layout.mjs";

const box = { width: 256, nameHeight: 30, lineHeight: 16, padding: 12, charactersPerLine: 36 };
const levelGap = 52;
const margin = 28;
const legendHeight = 64;

const style = `
  text { font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2937; }
  .name { font-size: 15px; font-weight: 600; }
  .about, .legend { font-size: 12px; fill: #4b5563; }
  .room { fill: #eef2ff; stroke: #818cf8; }
  .pure { fill: #ecfdf5; stroke: #34d399; }
  .arrow { fill: none; stroke: #9ca3af; stroke-width: 1.4; }
  .head { fill: #9ca3af; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f3f4f6; }
    .about, .legend { fill: #b6bec9; }
    .room { fill: #1e2145; stroke: #6366f1; }
    .pure { fill: #0c2f26; stroke: #10b981; }
    .arrow { stroke: #7d8794; }
    .head { fill: #7d8794; }
  }`;

/**
 * @param {readonly import("../rooms.mjs").Room[]} rooms
 * @returns {string} a picture that needs no font, script or other file
 */
export function architectureSvg(rooms) {
  const { places, routes } = layOut(roomGraph(rooms), box.width);
  const rows = rowHeights(rooms, places);
  const left = Math.min(...[...places.values()].map((place) => place.x - place.width / 2));
  const right = Math.max(...[...places.values()].map((place) => place.x + place.width / 2));
  for (const place of places.values()) place.x += margin - left;
  const width = Math.ceil(right - left + 2 * margin);
  const height = rows.bottom + legendHeight + margin;
  const arrows = routes.map((route) => arrow(route, routes, places, rows));
  const boxes = rooms.map((room) => drawRoom(room, places.get(room.name), rows));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">The folders of Whetstone and which may import which</title>`,
    `<style>${style}\n</style>`,
    `<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0 L8 4 L0 8 Z"/></marker></defs>`,
    ...arrows,
    ...boxes,
    legend(rows.bottom + margin),
    "</svg>\n",
  ].join("\n");
}

/** Tops and heights by level; a row is as high as its highest box. */
function rowHeights(rooms, places) {
  const heights = [];
  for (const room of rooms) {
    const { level } = places.get(room.name);
    heights[level] = Math.max(heights[level] ?? 0, boxHeight(room));
  }
  const tops = [];
  let y = margin;
  for (let level = heights.length - 1; level >= 0; level -= 1) {
    tops[level] = y;
    y += heights[level] + levelGap;
  }
  return { tops, heights, bottom: y - levelGap };
}

const boxHeight = (room) => box.nameHeight + wrap(room.about).length * box.lineHeight + box.padding;

function wrap(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1).length + word.length + 1 > box.charactersPerLine) lines.push(word);
    else lines[lines.length - 1] = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
  }
  return lines;
}

function drawRoom(room, place, rows) {
  const x = round(place.x - box.width / 2);
  const y = rows.tops[place.level];
  const height = rows.heights[place.level];
  const about = wrap(room.about).map(
    (line, index) =>
      `<text class="about" x="${x + 14}" y="${y + box.nameHeight + 14 + index * box.lineHeight}">${line}</text>`,
  );
  return [
    `<rect class="${room.pure ? "pure" : "room"}" x="${x}" y="${y}" width="${box.width}" height="${height}" rx="10"/>`,
    `<text class="name" x="${x + 14}" y="${y + 25}">${room.name}</text>`,
    ...about,
  ].join("\n");
}

/** Leaves the bottom of one box and meets the top of the other, beside the other arrows that do so. */
function arrow(route, routes, places, rows) {
  const bottom = (place) => rows.tops[place.level] + rows.heights[place.level];
  const [from, to] = [places.get(route.from), places.get(route.to)];
  const points = [{ x: port(route, "from", routes, places), y: bottom(from) }];
  for (const place of route.via.map((id) => places.get(id))) {
    points.push({ x: place.x, y: rows.tops[place.level] }, { x: place.x, y: bottom(place) });
  }
  points.push({ x: port(route, "to", routes, places), y: rows.tops[to.level] - 2 });
  const [start, ...rest] = points;
  const curves = rest.map((point, index) => curve(points[index], point));
  return `<path class="arrow" marker-end="url(#head)" d="M${round(start.x)} ${start.y} ${curves.join(" ")}"/>`;
}

function port(route, end, routes, places) {
  const other = end === "from" ? (it) => it.via[0] ?? it.to : (it) => it.via.at(-1) ?? it.from;
  const shared = routes.filter((it) => it[end] === route[end]);
  shared.sort((a, b) => places.get(other(a)).x - places.get(other(b)).x);
  const step = box.width / (shared.length + 1);
  return places.get(route[end]).x - box.width / 2 + step * (shared.indexOf(route) + 1);
}

function curve(a, b) {
  const middle = round((a.y + b.y) / 2);
  return `C${round(a.x)} ${middle} ${round(b.x)} ${middle} ${round(b.x)} ${b.y}`;
}

function legend(y) {
  return [
    `<rect class="pure" x="${margin}" y="${y}" width="16" height="16" rx="4"/>`,
    `<text class="legend" x="${margin + 24}" y="${y + 12}">pure: no clock, no randomness, no files, no network</text>`,
    `<text class="legend" x="${margin}" y="${y + 34}">An arrow means “may import”. What follows from other arrows is not drawn.</text>`,
    `<text class="legend" x="${margin}" y="${y + 54}">Nor is what a part imports that lies lower than its folder.</text>`,
  ].join("\n");
}

const round = (value) => Math.round(value * 10) / 10;
