import { expect, it } from "vitest";
import { downloadBar } from "./download-bar.js";

function printer() {
  const said: string[] = [];
  return {
    said,
    note: (text: string) => void said.push(text),
    progress: async <T>(
      label: string,
      work: (update: (done: number, total: number) => void) => Promise<T>,
    ) => {
      const result = await work((done, total) => void said.push(`${label}: ${done} of ${total}`));
      said.push("end");
      return result;
    },
  };
}

it("the download bar shows the size of a download before it begins, then the progress", async () => {
  const { said, ...given } = printer();
  const bar = downloadBar(given);
  bar.update(0, 110_400_000);
  bar.update(55_200_000, 110_400_000);
  bar.end();
  await Promise.resolve();
  await Promise.resolve();
  expect(said).toEqual([
    "Downloading a model of 111 MB, once.",
    "Downloading, in MB: 0 of 111",
    "Downloading, in MB: 56 of 111",
    "end",
  ]);
});

it("the download bar shows nothing when nothing is downloaded", () => {
  const { said, ...given } = printer();
  downloadBar(given).end();
  expect(said).toEqual([]);
});
