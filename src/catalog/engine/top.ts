/** The best of many without sorting them all. */
import { deep } from './deep.ts'

/** With more than so many a heap costs more than it saves: at a million, half way down, a second and more. */
const most_kept = 30_000

/**
 * Of `docs`, those from place `skip` on, `size` at most, in order: the higher key first, between equals the higher tie, which no
 * two share. Keeps a heap of skip + size, its worst at the root.
 */
export const top = (
  docs: Uint32Array,
  keyOf: (doc: number) => number,
  tieOf: (doc: number) => number,
  skip: number,
  size: number,
): number[] => {
  const most = Math.min(skip + size, docs.length)
  if (most <= skip) return []
  if (most > most_kept) return deep(docs, keyOf, tieOf, skip, size)
  const heap = new Uint32Array(most)
  const keys = new Float64Array(most)
  let length = 0
  const isWorse = (key: number, doc: number, i: number) =>
    key < (keys[i] ?? 0) || (key === keys[i] && tieOf(doc) < tieOf(heap[i] ?? 0))
  const put = (i: number, key: number, doc: number) => {
    keys[i] = key
    heap[i] = doc
  }
  const up = (key: number, doc: number) => {
    let i = length++
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (!isWorse(key, doc, parent)) break
      put(i, keys[parent] ?? 0, heap[parent] ?? 0)
      i = parent
    }
    put(i, key, doc)
  }
  const down = (key: number, doc: number) => {
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= length) break
      if (child + 1 < length && isWorse(keys[child + 1] ?? 0, heap[child + 1] ?? 0, child)) child++
      if (isWorse(key, doc, child)) break
      put(i, keys[child] ?? 0, heap[child] ?? 0)
      i = child
    }
    put(i, key, doc)
  }
  for (const doc of docs) {
    const key = keyOf(doc)
    if (length < most) up(key, doc)
    else if (!isWorse(key, doc, 0)) down(key, doc)
  }
  const order = Array.from({ length }, (_, i) => i).toSorted((a, b) =>
    isWorse(keys[a] ?? 0, heap[a] ?? 0, b) ? 1 : -1,
  )
  return order.slice(skip).map(i => heap[i] ?? 0)
}
