const begin = "<!-- rooms: made from scripts/rooms.mjs by npm run generate -->";
const end = "<!-- end of rooms -->";

/**
 * The page with the table of rooms between its two marks written anew, so that it names every room.
 *
 * @param {string} page
 * @param {readonly import("../rooms.mjs").Room[]} rooms
 */
export function withRoomTable(page, rooms) {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/DESIGN.md lacks '${begin}' or '${end}'`);
  const rows = rooms.map(({ path, about, pure }) => `| \`${path}\` | ${about} | ${pure ? "pure" : ""} |`);
  return [before, begin, "\n\n| Room | Holds | |\n|---|---|---|\n", rows.join("\n"), "\n\n", end, after].join(
    "",
  );
}
