/**
 * Each folder of src/ as one room that imports what the rooms in it import. An import of a folder that stands
 * higher is left out: it comes from a part that lies lower than its folder.
 *
 * @param {readonly { readonly name: string, readonly about: string }[]} folders bottom up
 * @param {readonly import("../rooms.mjs").Room[]} rooms
 * @returns {readonly import("../rooms.mjs").Room[]}
 */
export function foldersAsRooms(folders, rooms) {
  const folderOf = (name) => name.split("/")[0];
  const names = folders.map(({ name }) => name);
  const homeless = rooms.find(({ name }) => !names.includes(folderOf(name)));
  if (homeless !== undefined)
    throw new Error(`the room ${homeless.name} is in no folder of scripts/rooms.mjs`);
  return folders.map(({ name, about }, place) => {
    const parts = rooms.filter((room) => folderOf(room.name) === name);
    const imported = new Set(parts.flatMap(({ imports }) => imports.map(folderOf)));
    const imports = names.slice(0, place).filter((lower) => imported.has(lower));
    return {
      name,
      path: `${name}/`,
      about,
      imports,
      ...(parts.every(({ pure }) => pure) ? { pure: true } : {}),
    };
  });
}
