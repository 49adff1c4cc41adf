import { readFileSync, rmSync } from "node:fs";
import type { Config } from "../base/config/settings.js";
import { fileError } from "../base/files/file-error.js";
import { makeFolder } from "../base/files/make-folder.js";
import { replaceFile } from "../base/files/replace-file.js";
import { positionById } from "./order/position-by-id.js";
import { type PackedMatrix, VectorMatrix } from "./order/vector-matrix.js";
import { packFile, type UnpackedFile, unpackFile } from "./packed-file.js";
import { ProjectWords, type SavedLessons } from "./project-words.js";
import {
  fileState,
  type PlacedIndex,
  readSavedPlace,
  removeSavedPlace,
  type SavedPlace,
  savedIndexFile,
  writeSavedPlace,
} from "./saved-place.js";

/** The saved vectors of one model. */
interface SavedVectors {
  /** The setting that opens the model. */
  readonly setting: string;
  readonly name: string;
  /** Whether every lesson up to the position has a vector. */
  readonly complete: boolean;
  readonly matrix: VectorMatrix;
}

export interface SavedIndex extends SavedPlace {
  readonly words: ProjectWords;
  readonly vectors: readonly SavedVectors[];
}

/** Marks a vector whose lesson is not in the file. */
const noLesson = 0xffffffff;

interface SavedValue extends SavedLessons {
  readonly project: string;
  readonly position: number;
  readonly forgotten: number;
  readonly models: readonly {
    readonly setting: string;
    readonly name: string;
    readonly dimensions: number;
    readonly complete: boolean;
  }[];
}

/**
 * Reads the index of a project from one file, which holds no texts and needs no parsing or embedding. It is
 * derived data: a file that is damaged or of another format counts as missing.
 */
export function readSavedIndex(
  folder: string,
  project: string,
  settings: Config["retrieval"],
): (SavedIndex & { readonly of: PlacedIndex }) | undefined {
  const file = savedIndexFile(folder, project);
  const state = fileState(file);
  const place = readSavedPlace(file);
  const bytes = readSavedBytes(file);
  if (bytes === undefined) return place && { words: new ProjectWords(settings), ...place, vectors: [] };
  const saved = unpackFile(bytes);
  const value = saved?.value as SavedValue | undefined;
  // The file name is a hash, which could collide, so the project in the file decides.
  if (saved === undefined || value?.project !== project) return undefined;
  return {
    words: new ProjectWords(settings, saved),
    ...(place?.of.writtenAt === value.position ? place : value),
    of: { file: state, writtenAt: value.position },
    vectors: value.models.map(({ setting, name, dimensions, complete }, which) => ({
      setting,
      name,
      complete,
      matrix: VectorMatrix.from(unpackMatrix(saved, value, which, dimensions)),
    })),
  };
}

/** Returns what its place is kept under. */
export function writeSavedIndex(folder: string, project: string, index: SavedIndex): PlacedIndex {
  const { words, position, forgotten, vectors } = index;
  const { lessons, sections } = words.pack();
  const places = positionById(lessons.ids);
  const models = vectors.map(({ setting, name, complete, matrix }) => ({
    setting,
    name,
    complete,
    dimensions: matrix.dimensions,
  }));
  const matrices = vectors.flatMap(({ matrix }, which) => {
    const { ids, values } = matrix.pack();
    // A lesson gets its vector before its words; until then its row belongs to no lesson.
    const rows = Uint32Array.from(ids, (id) => places.get(id) ?? noLesson);
    return [
      [`rows${which}`, rows],
      [`values${which}`, values],
    ] as const;
  });
  const value: SavedValue = { project, position, forgotten, ...lessons, models };
  const file = savedIndexFile(folder, project);
  try {
    makeFolder(folder);
    replaceFile(file, packFile(value, { ...sections, ...Object.fromEntries(matrices) }), 0o600);
    const of = { file: fileState(file), writtenAt: position };
    writeSavedPlace(file, folder, of, { position, forgotten });
    return of;
  } catch (error) {
    throw fileError(error, file);
  }
}

/** Says that a saved index is true up to another place, because nothing that it holds has changed since. */
export function moveSavedIndex(folder: string, project: string, of: PlacedIndex, place: SavedPlace): void {
  const file = savedIndexFile(folder, project);
  try {
    writeSavedPlace(file, folder, of, place);
  } catch (error) {
    throw fileError(error, file);
  }
}

export function removeSavedIndex(folder: string, project: string): void {
  const file = savedIndexFile(folder, project);
  rmSync(file, { force: true, recursive: true });
  removeSavedPlace(file);
}

function readSavedBytes(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileError(error, file);
  }
}

function unpackMatrix(
  { section }: UnpackedFile,
  saved: SavedValue,
  which: number,
  dimensions: number,
): PackedMatrix {
  const rows = (section(`rows${which}`, "u32") ?? new Uint32Array()) as Uint32Array;
  const all = (section(`values${which}`, "f32") ?? new Float32Array()) as Float32Array;
  const kindOf = section("kindOf", "u8");
  const { length } = saved.ids;
  const known = rows.every((row) => row < length);
  const places = known ? rows : rows.filter((row) => row < length);
  const ids: string[] = [];
  const kinds: string[] = [];
  for (const place of places) {
    ids.push(saved.ids[place] ?? "");
    kinds.push(saved.kinds[kindOf?.[place] ?? 0] ?? "");
  }
  return { dimensions, ids, kinds, values: known ? all : rowsOfLessons(all, rows, length, dimensions) };
}

function rowsOfLessons(
  values: Float32Array,
  rows: Uint32Array,
  lessons: number,
  dimensions: number,
): Float32Array {
  return values.filter((_, place) => (rows[Math.floor(place / dimensions)] ?? noLesson) < lessons);
}
