import { MemoryStore } from "./memory.js";
import { storeContract } from "./store.contract.js";

// Cannot be shared: what it holds belongs to the handle and ends with it.
storeContract({ name: "memory", open: async () => new MemoryStore() });
