import { embedderContract } from "./embedder.contract.js";
import { memoryEmbedder } from "./memory-embedder.contract.js";

embedderContract("memory", async () => memoryEmbedder());
embedderContract("memory with a limit", async () => memoryEmbedder("short", 12, 20));
