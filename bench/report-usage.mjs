/** Loaded before a program by the benches: reports what it used on the fourth of its pipes when it ends. */
import { writeSync } from "node:fs";

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, megabytes: Math.round(maxRSS / 1024) };
  writeSync(3, JSON.stringify(usage));
});
