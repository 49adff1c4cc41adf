import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/settings.js";
import { positionById } from "../engines/retrieval/places-of.js";
import { type PackedMatrix, VectorMatrix } from "../engines/retrieval/vector-matrix.js";
import { fileError } from "../files/file-error.js";
import { makeFolder } from "../files/make-folder.js";
import { replaceFile } from "../files/replace-file.js";
import { digest } from "../text/digest.js";
import { packFile, type UnpackedFile, unpackFile } from "./packed-file.js";
import { ProjectWords, type SavedLessons } from "./project-words.js";

/** One model's vectors of a project, as they are saved. */
interface SavedVectors {
  /** The setting that opens the model again. */
  readonly setting: string;
  readonly name: string;
  /** Whether every lesson of the position has its vector. */
  readonly complete: boolean;
  readonly matrix: VectorMatrix;
}

export interface SavedIndex {
  readonly words: ProjectWords;
  readonly position: number;
  readonly forgotten: number;
  readonly vectors: readonly SavedVectors[];
}

/** Of a vector whose lesson is not in the file. */
const nowhere = 0xffffffff;

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
 * What is held in memory for a project, in one file that loads without parsing texts or embedding them, and
 * has none in it. It is derived: a file that is missing, damaged or of another format is as good as none.
 */
export function readSavedIndex(
  folder: string,
  project: string,
  settings: Config["retrieval"],
): SavedIndex | undefined {
  const file = bytesOf(fileOf(folder, project));
  const saved = file === undefined ? undefined : unpackFile(file);
  const value = saved?.value as SavedValue | undefined;
  // The name of the file is a hash: the project itself decides.
  if (saved === undefined || value?.project !== project) return undefined;
  return {
    words: new ProjectWords(settings, saved),
    position: value.position,
    forgotten: value.forgotten,
    vectors: value.models.map(({ setting, name, dimensions, complete }, which) => ({
      setting,
      name,
      complete,
      matrix: VectorMatrix.from(matrixOf(saved, value, which, dimensions)),
    })),
  };
}

export function writeSavedIndex(folder: string, project: string, index: SavedIndex): void {
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
    // A lesson that is being taken in has its vector before its words: such a row is no lesson yet.
    const rows = Uint32Array.from(ids, (id) => places.get(id) ?? nowhere);
    return [
      [`rows${which}`, rows],
      [`values${which}`, values],
    ] as const;
  });
  const value: SavedValue = { project, position, forgotten, ...lessons, models };
  const file = fileOf(folder, project);
  try {
    makeFolder(folder);
    replaceFile(file, packFile(value, { ...sections, ...Object.fromEntries(matrices) }));
  } catch (error) {
    throw fileError(error, file);
  }
}

export function removeSavedIndex(folder: string, project: string): void {
  rmSync(fileOf(folder, project), { force: true, recursive: true });
}

function fileOf(folder: string, project: string): string {
  return join(folder, `lessons-${digest(project)}.bin`);
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileError(error, file);
  }
}

function matrixOf(
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
  return { dimensions, ids, kinds, values: known ? all : keptRows(all, rows, length, dimensions) };
}

function keptRows(
  values: Float32Array,
  rows: Uint32Array,
  lessons: number,
  dimensions: number,
): Float32Array {
  return values.filter((_, place) => (rows[Math.floor(place / dimensions)] ?? nowhere) < lessons);
}
