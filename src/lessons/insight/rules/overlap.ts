import type { InsightEvidence } from "./insight-evidence.js";

/** What a prompt is about, as far as the caller states it. */
export interface Surroundings {
  readonly labels: readonly string[];
  readonly files: readonly string[];
  readonly phase?: string | undefined;
}

/**
 * Signals that the surroundings share with those an insight was learned in: labels, files or their folders,
 * the phase.
 */
export function overlapsOf(
  evidence: Pick<InsightEvidence, "labels" | "files" | "phases">,
  { labels, files, phase }: Surroundings,
): number {
  const inPhase = phase !== undefined && evidence.phases.includes(phase);
  return (
    Number(sharesLabel(evidence.labels, labels)) +
    Number(sharesPlace(evidence.files, files)) +
    Number(inPhase)
  );
}

export function sharesLabel(some: readonly string[], others: readonly string[]): boolean {
  return others.some((each) => some.includes(each));
}

/**
 * Whether two sets of files share a file or the folder of one. The root is everybody's folder and says
 * nothing.
 */
export function sharesPlace(some: readonly string[], others: readonly string[]): boolean {
  const places = new Set(some.flatMap(filesAndFolders));
  return others.flatMap(filesAndFolders).some((place) => places.has(place));
}

export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

function filesAndFolders(file: string): readonly string[] {
  const folder = folderOf(file);
  return folder === "" ? [file] : [file, `${folder}/`];
}
