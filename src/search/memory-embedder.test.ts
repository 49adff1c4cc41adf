import { embedderContract } from "./embedder.contract.js";
import { memoryEmbedder } from "./memory-embedder.contract.js";

embedderContract("memoryEmbedder", async () => memoryEmbedder());
embedderContract("memoryEmbedder with a token limit", async () => memoryEmbedder("short", 12, 20));
