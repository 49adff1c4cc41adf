import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import type { StoreUnderTest } from "../../src/log/store/store.contract.js";
import { bundledProgram } from "./bundled-program.js";
import { everythingIn, fillStore, steps } from "./store-steps.js";

interface SharedStoreUnderTest extends StoreUnderTest {
  /** As `openShared` knows the adapter. */
  readonly kind: string;
}

/** Opens a shared store and appends to it, or kills itself in the middle of a transaction. */
const program = `
import { openShared } from "./shared-stores.js";
import { appendNext, project, steps } from "./store-steps.js";

const [kind, location, job, number] = process.argv.slice(2);
const store = await openShared(kind, location);
if (job === "append") {
  for (let n = 0; n < Number(number); n += 1) await appendNext(store, "process-" + process.pid);
} else {
  await store.write(project, async (tx) => {
    for (const step of steps.slice(0, Number(number))) await step(tx);
    process.kill(process.pid, "SIGKILL");
    await new Promise(() => undefined);
  });
}
await store.close();
`;

/** What every adapter that can be shared promises about processes that write, and end at any moment. */
export function processContract({ name, kind, open }: SharedStoreUnderTest): void {
  describe(`a store of ${name} that several processes share`, () => {
    async function opened() {
      const file = await bundledProgram(import.meta.dirname, program);
      const store = await open();
      onTestFinished(() => store.close());
      /** Resolves to the signal or the exit code that ended the process. */
      const run = async (job: "append" | "crash", number: number): Promise<unknown> => {
        const args = [file, kind, store.location ?? "", job, String(number)];
        const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
        const [code, signal] = await once(child, "exit");
        return signal ?? code;
      };
      return { store, run };
    }

    it("processes that write at the same time lose nothing and leave no gap", async () => {
      const { store, run } = await opened();
      const ends = await Promise.all([25, 25, 25].map((count) => run("append", count)));
      expect(ends).toEqual([0, 0, 0]);
      const { head, events, rows, marks } = await everythingIn(store);
      expect(head).toBe(75);
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 75 }, (_, index) => index + 1));
      expect(rows[0]).toEqual([{ key: "count", row: { n: 75 } }]);
      expect(marks).toEqual({ v: { fingerprint: "1", position: 75 } });
    });

    it("a process that is killed after any call of a transaction leaves nothing of it behind", async () => {
      const { store, run } = await opened();
      await fillStore(store);
      const before = await everythingIn(store);
      for (let calls = 0; calls <= steps.length; calls += 1) {
        expect(await run("crash", calls)).toBe("SIGKILL");
        expect(await everythingIn(store), `killed after call ${calls}`).toEqual(before);
      }
      expect(await run("append", 1)).toBe(0);
      expect((await everythingIn(store)).head).toBe(before.head + 1);
      expect((await store.inspect()).problems.filter((each) => !each.includes("never folded"))).toEqual([]);
    });
  });
}
