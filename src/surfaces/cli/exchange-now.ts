import { setTimeout as sleep } from "node:timers/promises";
import { WhetstoneError } from "../../base/errors.js";
import { version } from "../../base/version.js";
import type { Exchanged } from "../../hub/exchange/exchange.js";
import { HttpHub } from "../server/http-hub.js";
import type { CommandContext } from "./command.js";
import { withWhetstone } from "./with-whetstone.js";

const lookAgainMs = 200;
/** The other process exchanges the same. */
const looks = 50;

/** One exchange with the hub; undefined where another process is still at it after some seconds. */
export function exchangeNow(
  context: CommandContext<unknown, unknown>,
  label: string,
): Promise<Exchanged | undefined> {
  return context.printer.progress(label, () =>
    withWhetstone(context, async (ws) => {
      if (!ws.isShared) throw notShared();
      for (let look = 0; look < looks; look += 1) {
        const done = await ws.exchange((hub) => new HttpHub({ ...hub, version }));
        if (done !== undefined) return done;
        await sleep(lookAgainMs);
      }
      return undefined;
    }),
  );
}

function notShared(): WhetstoneError {
  return new WhetstoneError("invalid_usage", "this project is not shared by a hub", {
    next: "share it with 'whetstone team join'",
  });
}
