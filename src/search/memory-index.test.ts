import { MemoryIndex } from "./memory-index.js";
import { contractModel, vectorIndexContract } from "./vector-index.contract.js";

vectorIndexContract("MemoryIndex", async () => new MemoryIndex(contractModel));
