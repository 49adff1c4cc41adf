import { loadConfig } from "../../src/base/config/load.js";
import { MemoryLosses } from "../../src/base/losses/memory.js";
import { LastSeen } from "../../src/base/project/last-seen.js";
import { placesForProject } from "../../src/base/project/places.js";
import { InstructionFiles } from "../../src/lessons/kept/instruction-files.js";
import { PreparedRules } from "../../src/lessons/kept/prepared-rules.js";
import { ReadActions } from "../../src/lessons/kept/read-actions.js";
import { Threads } from "../../src/lessons/kept/threads.js";
import type { LessonSearch } from "../../src/search/lesson-search.js";
import type { Context } from "../../src/verbs/call/context.js";
import { instructionSources } from "../../src/verbs/open/instruction-sources.js";
import { ledgerOver, movingClock } from "./ledger.js";
import { tempFolder } from "./temp-folder.js";

/** A project whose index is what a test says, and whose briefs may take this much of the process's own time. */
export function contextWith(search: () => Promise<LessonSearch>, briefMs = 60_000): Context {
  const root = tempFolder();
  const loaded = loadConfig();
  const clock = movingClock().read;
  const [actions, instructions] = [new ReadActions(), new InstructionFiles(root, instructionSources)];
  const rules = new PreparedRules();
  return {
    ledger: ledgerOver({ config: loaded.config, clock }),
    loaded,
    identity: { key: "test", from: "config", basis: "test" },
    unaccepted: undefined,
    limits: { briefMs, captureMs: 600_000, starvedMs: 600_000 },
    actions: async () => actions,
    rules: async () => rules,
    places: placesForProject({ key: "test", root, env: {}, platform: "linux", home: root }),
    losses: new MemoryLosses(),
    lastSeen: new LastSeen(undefined),
    threads: new Threads(undefined),
    instructions: async () => instructions,
    env: {},
    search,
    modelsFolder: () => root,
    close: async () => undefined,
    languageModel: () => Promise.reject(new Error("not used")),
    otherProject: () => {
      throw new Error("not used");
    },
    clock,
    actor: "tester",
    origin: "human",
    witness: "person",
    run: undefined,
    version: "test",
    beforeWriting: () => undefined,
  };
}
