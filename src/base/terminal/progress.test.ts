import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryIo } from "./memory-io.contract.js";
import { type Update, withProgress } from "./progress.js";

describe("withProgress", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const at = (ms: number, update: Update, done: number) => {
    vi.advanceTimersByTime(ms);
    update(done, 200);
  };

  it("withProgress shows nothing for work under a second, and returns its result", async () => {
    const { io, written } = memoryIo({ tty: true });
    const work = async (update: Update) => {
      at(999, update, 100);
      return 7;
    };
    expect(await withProgress("Rebuilding", io.stderr, false, work)).toBe(7);
    vi.advanceTimersByTime(60_000);
    expect(written.stderr).toBe("");
  });

  it("withProgress redraws one line of a terminal and leaves nothing there", async () => {
    const { io, written } = memoryIo({ tty: true });
    await withProgress("Rebuilding", io.stderr, false, async (update) => {
      at(1000, update, 50);
      at(10, update, 51);
      at(100, update, 99);
    });
    const drawn = written.stderr.split("\r").filter((line) => line !== "");
    expect(drawn).toEqual(["Rebuilding …\u001b[K", "Rebuilding: 99 of 200 (49 %)\u001b[K", "\u001b[K"]);
  });

  it("withProgress updates by itself when the work reports nothing", async () => {
    const { io, written } = memoryIo({ tty: true });
    await withProgress("Opening", io.stderr, false, async () => vi.advanceTimersByTime(1500));
    expect(written.stderr).toBe("\rOpening …\u001b[K\r\u001b[K");
  });

  it("withProgress draws during synchronous work, in which no timer runs", async () => {
    const { io, written } = memoryIo();
    await withProgress("Rebuilding", io.stderr, false, async (update) => {
      const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1200);
      update(20, 200);
      now.mockRestore();
    });
    expect(written.stderr).toBe("Rebuilding: 20 of 200 (10 %)\n");
  });

  it("withProgress writes a line now and then when stderr is not a terminal", async () => {
    const { io, written } = memoryIo();
    await withProgress("Rebuilding", io.stderr, false, async (update) => {
      for (let done = 0; done <= 200; done++) at(100, update, done);
    });
    expect(written.stderr.split("\n")).toEqual([
      "Rebuilding: 8 of 200 (4 %)",
      "Rebuilding: 109 of 200 (54 %)",
      "Rebuilding: 200 of 200 (100 %)",
      "",
    ]);
  });

  it("withProgress fits the line into the terminal", async () => {
    const { io, written } = memoryIo({ tty: true, columns: 12 });
    await withProgress("Rebuilding all views", io.stderr, false, async () => vi.advanceTimersByTime(1000));
    expect(written.stderr).toContain("\rRebuilding \u001b[K");
  });

  it("withProgress is silent with --quiet, and cleans up after a failure", async () => {
    const quiet = memoryIo({ tty: true });
    await withProgress("Rebuilding", quiet.io.stderr, true, async (update) => at(5000, update, 1));
    expect(quiet.written.stderr).toBe("");
    const failing = memoryIo({ tty: true });
    const work = async (update: Update) => {
      at(5000, update, 1);
      throw new Error("stop");
    };
    await expect(withProgress("Rebuilding", failing.io.stderr, false, work)).rejects.toThrow("stop");
    expect(failing.written.stderr.endsWith("\r\u001b[K")).toBe(true);
  });

  it("a log holds each state once, and the last one, when work blocks the timer", async () => {
    const { io, written } = memoryIo();
    await withProgress("Verifying", io.stderr, false, async (update) => {
      const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1200);
      update(0, 1);
      now.mockRestore();
      vi.advanceTimersByTime(1500);
      update(1, 1);
    });
    expect(written.stderr).toBe("Verifying: 0 of 1 (0 %)\nVerifying: 1 of 1 (100 %)\n");
  });
});
