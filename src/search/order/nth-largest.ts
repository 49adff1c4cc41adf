/**
 * The value that `count` of these reach, without sorting them: minus infinity where there are fewer. Changes
 * the order of the values.
 */
export function nthLargest(values: Float64Array, count: number): number {
  if (count < 1) return Number.POSITIVE_INFINITY;
  if (values.length < count) return Number.NEGATIVE_INFINITY;
  const wanted = count - 1;
  for (let [low, high] = [0, values.length - 1]; low < high; ) {
    const [from, to] = partition(values, low, high);
    if (wanted <= to) high = to;
    else if (wanted >= from) low = from;
    else break;
  }
  return values[wanted] ?? Number.NEGATIVE_INFINITY;
}

/**
 * Puts what is larger than a value in the middle before what is smaller. Returns where the smaller ones begin
 * and where the larger ones end; what lies between is equal to it.
 */
function partition(values: Float64Array, low: number, high: number): readonly [from: number, to: number] {
  const middle = values[(low + high) >>> 1] ?? 0;
  let [left, right] = [low, high];
  while (left <= right) {
    while ((values[left] ?? 0) > middle) left += 1;
    while ((values[right] ?? 0) < middle) right -= 1;
    if (left > right) break;
    const moved = values[left] ?? 0;
    values[left] = values[right] ?? 0;
    values[right] = moved;
    left += 1;
    right -= 1;
  }
  return [left, right];
}
