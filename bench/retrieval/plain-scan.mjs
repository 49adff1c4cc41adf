/**
 * The baseline: the cosine of every vector in one simple loop, and the best ten.
 *
 * @param {Float32Array} values
 * @param {Float32Array} query
 */
export function plainScan(values, query) {
  const width = query.length;
  const rows = values.length / width;
  const best = [];
  for (let row = 0; row < rows; row += 1) {
    let cosine = 0;
    for (let place = 0; place < width; place += 1) cosine += values[row * width + place] * query[place];
    if (best.length < 10 || cosine > best[9].cosine) {
      best.push({ row, cosine });
      best.sort((a, b) => b.cosine - a.cosine);
      best.length = Math.min(best.length, 10);
    }
  }
  return best;
}
