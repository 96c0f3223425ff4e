import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createVectors, quantize } from './vectors.server.ts'

const DIMENSION = 64
/** Vectors of length 1 with small components, as models return them. */
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSION, maxLength: DIMENSION })
  .filter(values => Math.hypot(...values) > 1)
  .map(values => Float32Array.from(values, value => value / Math.hypot(...values)))

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

test('the similarity of 8-bit vectors is close to the cosine', () => {
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      const vectors = createVectors(DIMENSION)
      vectors.put(7, quantize(a))
      expect(Math.abs((vectors.similarityOf(7, quantize(b)) ?? 0) - cosine(a, b))).toBeLessThan(0.03)
      expect(vectors.similarityOf(8, quantize(b))).toBeUndefined()
    }),
  )
})

test('the nearest are those with the highest similarity, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(vector, { minLength: 1, maxLength: 20 }),
      vector,
      fc.integer({ min: 1, max: 25 }),
      async (list, query, limit) => {
        const vectors = createVectors(DIMENSION)
        for (const [id, values] of list.entries()) vectors.put(id, quantize(values))
        const similarityOf = (id: number) => vectors.similarityOf(id, quantize(query)) ?? 0
        const { nearest, mean } = await vectors.findNearest(quantize(query), limit)
        const expected = list
          .map((_, id) => similarityOf(id))
          .toSorted((a, b) => b - a)
          .slice(0, limit)
        expect(nearest.map(({ similarity }) => similarity)).toEqual(expected)
        expect(mean).toBeCloseTo(list.reduce((sum, _, id) => sum + similarityOf(id), 0) / list.length)
      },
    ),
  )
})

test('a vector that is put again replaces the first', () => {
  const vectors = createVectors(2)
  vectors.put(1, Int8Array.of(100, 0))
  vectors.put(1, Int8Array.of(0, 100))
  expect(vectors.similarityOf(1, Int8Array.of(100, 0))).toBe(0)
})
