/** Places far down an order, without sorting all that stands before them. */

type Before = (a: number, b: number) => boolean

/** As `top`, at any depth in about the same time: the first and the last wanted place are put right, and what is between them is sorted. */
export const deep = (
  docs: Uint32Array,
  keyOf: (doc: number) => number,
  tieOf: (doc: number) => number,
  skip: number,
  size: number,
): number[] => {
  const end = Math.min(skip + size, docs.length)
  if (end <= skip) return []
  const isBefore: Before = (a, b) => {
    const by = keyOf(a) - keyOf(b)
    return by === 0 ? tieOf(a) > tieOf(b) : by > 0
  }
  const order = docs.slice()
  settle(order, skip, 0, isBefore)
  settle(order, end - 1, skip, isBefore)
  return Array.from(order.subarray(skip, end)).toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** Hoare's selection from a place on: afterwards whoever belongs at place `nth` is there, and whoever comes before them is before. */
const settle = (order: Uint32Array, nth: number, from: number, isBefore: Before): void => {
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
      const one = order[left] ?? 0
      order[left++] = order[right] ?? 0
      order[right--] = one
    }
    if (nth <= right) high = right
    else if (nth >= left) low = left
    else return
  }
}
