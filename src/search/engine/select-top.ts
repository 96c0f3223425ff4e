/** Selects the best of many documents without sorting them all. */
import { selectRange } from './select-range.ts'

/** Above this size a heap is slower than quickselect: at a million documents, halfway down, it takes more than a second. */
const MAX_HEAP_SIZE = 30_000

/**
 * Returns up to `size` documents from index `skip` on, sorted by key descending, then by tie descending. Ties must be unique.
 * Uses a heap of skip + size documents with the lowest at the root.
 */
export const selectTop = (
  docs: Uint32Array,
  keyOf: (doc: number) => number,
  tieOf: (doc: number) => number,
  skip: number,
  size: number,
): number[] => {
  const heapSize = Math.min(skip + size, docs.length)
  if (heapSize <= skip) return []
  if (heapSize > MAX_HEAP_SIZE) return selectRange(docs, keyOf, tieOf, skip, size)
  const heap = new Uint32Array(heapSize)
  const keys = new Float64Array(heapSize)
  let length = 0
  const isWorse = (key: number, doc: number, i: number) =>
    key < (keys[i] ?? 0) || (key === keys[i] && tieOf(doc) < tieOf(heap[i] ?? 0))
  const setEntry = (i: number, key: number, doc: number) => {
    keys[i] = key
    heap[i] = doc
  }
  const siftUp = (key: number, doc: number) => {
    let i = length++
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (!isWorse(key, doc, parent)) break
      setEntry(i, keys[parent] ?? 0, heap[parent] ?? 0)
      i = parent
    }
    setEntry(i, key, doc)
  }
  const siftDown = (key: number, doc: number) => {
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= length) break
      if (child + 1 < length && isWorse(keys[child + 1] ?? 0, heap[child + 1] ?? 0, child)) child++
      if (isWorse(key, doc, child)) break
      setEntry(i, keys[child] ?? 0, heap[child] ?? 0)
      i = child
    }
    setEntry(i, key, doc)
  }
  for (const doc of docs) {
    const key = keyOf(doc)
    if (length < heapSize) siftUp(key, doc)
    else if (!isWorse(key, doc, 0)) siftDown(key, doc)
  }
  const order = Array.from({ length }, (_, i) => i).toSorted((a, b) =>
    isWorse(keys[a] ?? 0, heap[a] ?? 0, b) ? 1 : -1,
  )
  return order.slice(skip).map(i => heap[i] ?? 0)
}
