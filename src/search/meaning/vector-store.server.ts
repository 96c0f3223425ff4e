/** Keeps the vectors of a table in memory: loads them once, and what is new every 30 seconds. */
import type { Clock } from '#platform/clock.ts'

import { createVectors, type Vectors } from './vectors.server.ts'

const REFRESH_MS = 30_000
/** Rows that are written in a long transaction appear late: each refresh reads this much again. */
const OVERLAP_MS = 300_000
export const VECTOR_BATCH_SIZE = 5_000

/** `id` is the row's key in memory, in the order of the rows. */
export type StoredVector = { id: number; vector: Uint8Array; embedded_at: Date }
/** Returns up to `VECTOR_BATCH_SIZE` rows after an id that were embedded since a time. */
type SelectVectors = (after_id: number, since: Date) => Promise<StoredVector[]>

export const openVectorStore = (clock: Clock, select: SelectVectors, onError: (error: unknown) => void) => {
  let vectors: Vectors | undefined
  let refreshed_at: number | undefined
  let newest = new Date(0)
  let refreshing: Promise<void> | undefined

  const load = async () => {
    const since = new Date(Math.max(0, newest.getTime() - OVERLAP_MS))
    for (let lastId = 0, more = true; more;) {
      const rows = await select(lastId, since)
      for (const { id, vector, embedded_at } of rows) {
        if (embedded_at > newest) newest = embedded_at
        if (vector.length === 0) continue
        vectors ??= createVectors(vector.length)
        // A model that was replaced by another of the same name has vectors of two lengths for a while.
        if (vector.length === vectors.dimension) vectors.put(id, new Int8Array(vector))
      }
      lastId = rows.at(-1)?.id ?? lastId
      more = rows.length === VECTOR_BATCH_SIZE
    }
    refreshed_at = clock.now().getTime()
  }

  return {
    /** Loads new vectors in the background; only the first call waits. Returns undefined while there are none. */
    get: async (): Promise<Vectors | undefined> => {
      if (refreshed_at !== undefined && clock.now().getTime() - refreshed_at < REFRESH_MS) return vectors
      refreshing ??= load().finally(() => {
        refreshing = undefined
      })
      if (vectors) refreshing.catch(onError)
      else await refreshing
      return vectors
    },
  }
}
