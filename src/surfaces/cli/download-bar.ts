import type { Printer } from "../../base/terminal/output.js";
import type { Update } from "../../base/terminal/progress.js";

export interface DownloadBar {
  /** Takes bytes; the first call has the size of the download. */
  readonly update: Update;
  /** Ends the bar, whether the download is complete or not. */
  end(): void;
}

/** A bar that comes with the first byte of a download, which most calls never see. */
export function downloadBar(printer: Pick<Printer, "note" | "progress">): DownloadBar {
  const bar: { update?: Update; end?: () => void } = {};
  return {
    update(done, total) {
      if (bar.update === undefined) {
        printer.note(`Downloading a model of ${megabytes(total)} MB, once.`);
        void printer.progress("Downloading, in MB", (update) => {
          bar.update = update;
          return new Promise<void>((resolve) => {
            bar.end = resolve;
          });
        });
      }
      bar.update?.(megabytes(done), megabytes(total));
    },
    end: () => bar.end?.(),
  };
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
