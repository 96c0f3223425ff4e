/** Selects a range deep in a sorted order without sorting everything before it. */

type IsBefore = (a: number, b: number) => boolean

/**
 * Works like `selectTop`, in about the same time at any depth: moves the first and last document of the range into position,
 * then sorts between them.
 */
export const selectRange = (
  docs: Uint32Array,
  keyOf: (doc: number) => number,
  tieOf: (doc: number) => number,
  skip: number,
  size: number,
): number[] => {
  const end = Math.min(skip + size, docs.length)
  if (end <= skip) return []
  const isBefore: IsBefore = (a, b) => {
    const difference = keyOf(a) - keyOf(b)
    return difference === 0 ? tieOf(a) > tieOf(b) : difference > 0
  }
  const order = docs.slice()
  moveIntoPosition(order, skip, 0, isBefore)
  moveIntoPosition(order, end - 1, skip, isBefore)
  return Array.from(order.subarray(skip, end)).toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
}

/**
 * Runs Hoare's quickselect from index `from` on. Afterwards the right document is at index `nth`, and all that sort before it
 * are before it.
 */
const moveIntoPosition = (order: Uint32Array, nth: number, from: number, isBefore: IsBefore): void => {
  let low = from
  let high = order.length - 1
  while (low < high) {
    const pivot = order[(low + high) >> 1] ?? 0
    let left = low
    let right = high
    while (left <= right) {
      while (isBefore(order[left] ?? 0, pivot)) left++
      while (isBefore(pivot, order[right] ?? 0)) right--
      if (left > right) break
      const swapped = order[left] ?? 0
      order[left++] = order[right] ?? 0
      order[right--] = swapped
    }
    if (nth <= right) high = right
    else if (nth >= left) low = left
    else return
  }
}
