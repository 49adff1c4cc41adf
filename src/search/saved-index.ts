import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/settings.js";
import { type PackedMatrix, VectorMatrix } from "../engines/retrieval/vector-matrix.js";
import { makeFolder } from "../files/make-folder.js";
import { replaceFile } from "../files/replace-file.js";
import { digest } from "../text/digest.js";
import { packFile, type UnpackedFile, unpackFile } from "./packed-file.js";
import { ProjectWords } from "./project-words.js";

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
  readonly vectors: readonly SavedVectors[];
}

interface SavedValue {
  readonly project: string;
  readonly position: number;
  readonly lessons: readonly (readonly [id: string, kind: string, triggers: readonly string[]])[];
  readonly models: readonly {
    readonly setting: string;
    readonly name: string;
    readonly dimensions: number;
    readonly complete: boolean;
  }[];
}

/**
 * What is held in memory for a project, in one file that loads without parsing texts or embedding them. It is derived: a file
 * that is missing, damaged or of another format is as good as none.
 */
export function readSavedIndex(folder: string, project: string, settings: Config["retrieval"]): SavedIndex | undefined {
  const file = bytesOf(fileOf(folder, project));
  const saved = file === undefined ? undefined : unpackFile(file);
  const value = saved?.value as SavedValue | undefined;
  // The name of the file is a hash: the project itself decides.
  if (saved === undefined || value?.project !== project) return undefined;
  return {
    words: new ProjectWords(settings, saved),
    position: value.position,
    vectors: value.models.map(({ setting, name, dimensions, complete }, which) => ({
      setting,
      name,
      complete,
      matrix: VectorMatrix.from(matrixOf(saved, value, which, dimensions)),
    })),
  };
}

export function writeSavedIndex(folder: string, project: string, { words, position, vectors }: SavedIndex): void {
  const { lessons, sections } = words.pack();
  const places = new Map(lessons.map(([id], place) => [id, place]));
  const models = vectors.map(({ setting, name, complete, matrix }) => ({
    setting,
    name,
    complete,
    dimensions: matrix.dimensions,
  }));
  const matrices = vectors.flatMap(({ matrix }, which) => {
    const { ids, values } = matrix.pack();
    const rows = Uint32Array.from(ids, (id) => places.get(id) ?? 0);
    return [
      [`rows${which}`, rows],
      [`values${which}`, values],
    ] as const;
  });
  const value: SavedValue = { project, position, lessons, models };
  makeFolder(folder);
  replaceFile(fileOf(folder, project), packFile(value, { ...sections, ...Object.fromEntries(matrices) }));
}

export function removeSavedIndex(folder: string, project: string): void {
  rmSync(fileOf(folder, project), { force: true });
}

function fileOf(folder: string, project: string): string {
  return join(folder, `lessons-${digest(project)}.bin`);
}

/** Undefined also for a file that cannot be read: whoever looks for lessons is better off without it than without an answer. */
function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function matrixOf({ section }: UnpackedFile, { lessons }: SavedValue, which: number, dimensions: number): PackedMatrix {
  const rows = [...((section(`rows${which}`, "u32") ?? new Uint32Array()) as Uint32Array)];
  return {
    dimensions,
    ids: rows.map((row) => lessons[row]?.[0] ?? ""),
    kinds: rows.map((row) => lessons[row]?.[1] ?? ""),
    values: (section(`values${which}`, "f32") ?? new Float32Array()) as Float32Array,
  };
}
