import { expect, it } from "vitest";
import { LazyStore } from "./lazy-store.js";
import { MemoryStore } from "./memory.js";
import { storeContract } from "./store.contract.js";

const late = (open = async () => new MemoryStore()) =>
  new LazyStore({ kind: "memory", location: undefined, open });

storeContract({ name: "memory that is opened with its first use", open: async () => late() });

it("a store that nobody uses is not opened, and closing it opens nothing", async () => {
  const opened: string[] = [];
  const store = late(async () => {
    opened.push("once");
    return new MemoryStore();
  });
  expect(store.replacements).toBe(0);
  await store.close();
  expect(opened).toEqual([]);
  await expect(store.read("p", (tx) => tx.head())).rejects.toMatchObject({ code: "closed" });
});

it("calls at the same time open it once", async () => {
  const opened: string[] = [];
  const store = late(async () => {
    opened.push("once");
    return new MemoryStore();
  });
  await Promise.all([1, 2, 3].map(() => store.read("p", (tx) => tx.head())));
  expect(opened).toEqual(["once"]);
});
