/** Vectors of 8-bit integers, and the nearest of them. */
import { setImmediate } from 'node:timers/promises'

const MAX_VALUE = 127
/** Comparing this many vectors of 384 dimensions takes about 4 ms. */
const SLICE = 5_000

/** Converts a vector to 8-bit integers. Its length is lost: only directions are compared. */
export const quantize = (vector: Float32Array): Int8Array => {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1
  return Int8Array.from(vector, value => Math.round((value / largest) * MAX_VALUE))
}

const lengthOf = (vector: Int8Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1

/** `similarity` is the cosine, -1 to 1. */
export type Similar = { id: number; similarity: number }

export const createVectors = (dimension: number) => {
  let values = new Int8Array(0)
  const ids: number[] = []
  const lengths: number[] = []
  const rows = new Map<number, number>()

  const dot = (row: number, query: Int8Array): number => {
    let sum = 0
    for (let i = 0, at = row * dimension; i < dimension; i++, at++) sum += (values[at] ?? 0) * (query[i] ?? 0)
    return sum / (lengths[row] ?? 1)
  }

  return {
    dimension,
    /** Adds or replaces the vector of a clip. */
    put: (id: number, vector: Int8Array): void => {
      const row = rows.get(id) ?? ids.length
      if (row === ids.length) {
        ids.push(id)
        rows.set(id, row)
      }
      lengths[row] = lengthOf(vector)
      const needed = ids.length * dimension
      if (values.length < needed) {
        const grown = new Int8Array(Math.max(needed, values.length * 2))
        grown.set(values)
        values = grown
      }
      values.set(vector, row * dimension)
    },
    /** Returns the cosine of a clip and a query, -1 to 1; undefined for a clip without a vector. */
    similarityOf: (id: number, query: Int8Array): number | undefined => {
      const row = rows.get(id)
      return row === undefined ? undefined : dot(row, query) / lengthOf(query)
    },
    /**
     * Returns the most similar to a query, the most similar first, and the mean similarity of all. Other work runs in between.
     */
    findNearest: async (query: Int8Array, limit: number): Promise<{ nearest: Similar[]; mean: number }> => {
      const best: Similar[] = []
      const queryLength = lengthOf(query)
      let sum = 0
      for (const [row, id] of ids.entries()) {
        if (row % SLICE === SLICE - 1) await setImmediate()
        const similarity = dot(row, query) / queryLength
        sum += similarity
        const last = best.at(-1)
        if (best.length === limit && last && similarity <= last.similarity) continue
        const at = best.findIndex(other => other.similarity < similarity)
        best.splice(at < 0 ? best.length : at, 0, { id, similarity })
        best.length = Math.min(best.length, limit)
      }
      return { nearest: best, mean: ids.length === 0 ? 0 : sum / ids.length }
    },
  }
}

export type Vectors = ReturnType<typeof createVectors>
