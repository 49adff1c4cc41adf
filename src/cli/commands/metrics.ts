import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "metrics",
  summary: "Print the project's counters for Prometheus",
  description:
    "Prints outcomes by result, patterns detected, reliability and its changes, overlays applied and what was shown or refused, in the text format that Prometheus and OpenTelemetry collectors read.",
  arguments: [],
  options: {},
  examples: [
    {
      run: "whetstone metrics > /var/lib/node_exporter/whetstone.prom",
      about: "For a collector that reads files:",
    },
  ],
  async run(context) {
    const text = await withWhetstone(context, (ws) => ws.metrics());
    context.printer.result({ text }, () => text);
  },
});
