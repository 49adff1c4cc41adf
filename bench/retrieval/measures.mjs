const resamples = 1_000;

/**
 * @param {string[]} found ids, best first
 * @param {string[]} relevant
 * @returns {{ mrr: number, recall5: number, recall8: number }}
 */
export function measuresOf(found, relevant) {
  const place = found.findIndex((id) => relevant.includes(id));
  const recall = (depth) => {
    const hits = relevant.filter((id) => found.slice(0, depth).includes(id)).length;
    return hits / Math.min(relevant.length, depth);
  };
  return { mrr: place < 0 || place >= 10 ? 0 : 1 / (place + 1), recall5: recall(5), recall8: recall(8) };
}

/**
 * The mean with its 95 % bootstrap interval over the queries. Reproducible, because the generator has a fixed
 * seed.
 *
 * @param {number[]} values
 */
export function meanWithInterval(values) {
  const means = resampled(values.length, (draw) => values[draw]);
  return {
    mean: mean(values),
    low: means[Math.floor(resamples * 0.025)],
    high: means[Math.floor(resamples * 0.975)],
  };
}

/**
 * The interval of the difference of two systems on the same queries. It is narrower than their own intervals.
 */
export function differenceInterval(values, baseline) {
  const means = resampled(values.length, (draw) => values[draw] - baseline[draw]);
  return { low: means[Math.floor(resamples * 0.025)], high: means[Math.floor(resamples * 0.975)] };
}

function resampled(count, valueAt) {
  const random = generator(20_261_115);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) sum += valueAt(Math.floor(random() * count));
    return sum / count;
  });
  return means.sort((a, b) => a - b);
}

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The random number generator Mulberry32. */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
