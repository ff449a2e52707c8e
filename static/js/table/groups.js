// How a count is laid in groups of matches.

/**
 * Groups of at most five, half by half: the last group of a half is cut to it.
 * @param {number} points @param {number} target @param {number|null} half
 * @returns {{filled: number, size: number}[][]}
 */
export function groups(points, target, half) {
  const halves = half ? [half, target - half] : [target];
  let rest = points;
  return halves.map((length) => {
    const boxes = [];
    for (let at = 0; at < length; at += 5) {
      const size = Math.min(5, length - at);
      const filled = Math.max(0, Math.min(size, rest));
      rest -= filled;
      boxes.push({ filled, size });
    }
    return boxes;
  });
}
