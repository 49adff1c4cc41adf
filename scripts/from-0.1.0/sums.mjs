import { crc32 } from "node:zlib";

/** The sum of a row or of the marks of a project. */
export function sumOf(project, place, text) {
  return crc32(`${project}\0${place}\0${text}`);
}

/** The sum of an event; a part that is not there is null or undefined. */
export function sumOfEvent(project, { seq, id, type, at, actor, origin, run, task, key, v, data }) {
  const part = (text) => (text === null || text === undefined ? "" : `=${text}`);
  const envelope = [project, seq, id, type, at, actor, origin, v].join("\0");
  return crc32([envelope, part(run), part(task), part(key), data].join("\0"));
}
