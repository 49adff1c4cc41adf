import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";

/** The lessons that were last written into a file. One of them without a line there was deleted in the file. */
export interface PublicationRow {
  readonly file: string;
  readonly lessons: readonly string[];
  readonly at: string;
}

/** What was published, by the file. */
export const publications: Projection<PublicationRow, null> = {
  ...views.publications,
  on: {
    "lessons-published": {
      keys: ({ data }) => [data.file],
      evolve: (_row, { data: { file, lessons }, at }) => ({ file, lessons, at }),
    },
  },
};
