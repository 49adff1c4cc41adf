import { describe, expect, it } from "vitest";
import { OwnTime } from "./own-time.js";

const start = { wall: 1_000, processor: 50 };

describe("OwnTime", () => {
  it("OwnTime counts every millisecond of a process that waits and is never late", () => {
    const time = new OwnTime(start);
    for (let wall = 1_020; wall < 1_500; wall += 20) time.look({ wall, processor: 50 });
    expect(time.look({ wall: 1_500, processor: 50 })).toEqual({ own: 500, wall: 500 });
  });

  it("OwnTime counts work that keeps the process from looking", () => {
    expect(new OwnTime(start).look({ wall: 1_300, processor: 350 })).toEqual({ own: 300, wall: 300 });
  });

  it("OwnTime does not count the time in which another process had the processor", () => {
    expect(new OwnTime(start).look({ wall: 3_000, processor: 130 })).toEqual({ own: 100, wall: 2_000 });
  });

  it("OwnTime does not count the time in which others had their turn", () => {
    const time = new OwnTime(start);
    time.look({ wall: 1_300, processor: 350 });
    time.giveBack(200);
    expect(time.look({ wall: 1_310, processor: 360 })).toEqual({ own: 110, wall: 310 });
  });
});
