/**
 * @typedef {{ median: number, low: number, high: number }} Spread the median and the quartiles around it
 * @typedef {{ name: string, subject: string, baseline: string, rounds: number }} Labels
 * @typedef {{ subjectMs: Spread, baselineMs: Spread, ratio: Spread, note?: string }} Numbers
 * @typedef {Labels & Numbers} Row
 */

/**
 * Measures two things in turn, A B A B …, so that other load on the machine affects both. The ratio is
 * computed within each round. A first round is a warm-up and is dropped.
 *
 * @param {Labels & { runSubject: () => Promise<number>, runBaseline: () => Promise<number> }} question
 * both functions return milliseconds
 * @returns {Promise<Row>}
 */
export async function interleaved({ runSubject, runBaseline, rounds, ...labels }) {
  const pairs = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair = { subject: await runSubject(), baseline: await runBaseline() };
    if (round > 0) pairs.push(pair);
  }
  return {
    ...labels,
    rounds,
    subjectMs: spread(pairs.map(({ subject }) => subject)),
    baselineMs: spread(pairs.map(({ baseline }) => baseline)),
    ratio: spread(pairs.map(({ subject, baseline }) => subject / baseline)),
  };
}

/**
 * @param {number[]} values
 * @returns {Spread}
 */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

function quantile(sorted, share) {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place - Math.floor(place));
}
