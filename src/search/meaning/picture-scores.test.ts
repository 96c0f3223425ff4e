import fc from 'fast-check'
import { expect, test } from 'vitest'

import { listSameSubject, mergeNearest, toTextScale } from './picture-scores.ts'

const similarity = fc.double({ min: -1, max: 1, noNaN: true })
const ranking = fc
  .tuple(fc.array(similarity, { minLength: 1, maxLength: 9 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([values, share]) => {
    const sorted = values.toSorted((a, b) => b - a)
    const best = sorted[0] ?? 0
    return { nearest: sorted.map((value, id) => ({ id, similarity: value })), mean: best - share * (best + 1) }
  })

test('on the scale of texts the best picture equals the best text, the mean the mean, and the order stays', () => {
  fc.assert(
    fc.property(ranking, ranking, similarity, similarity, (texts, pictures, a, b) => {
      const scale = toTextScale(texts, pictures)
      const best = pictures.nearest[0]?.similarity ?? 0
      fc.pre(best - pictures.mean > 1e-6)
      expect(scale(best)).toBeCloseTo(texts.nearest[0]?.similarity ?? 0)
      expect(scale(pictures.mean)).toBeCloseTo(texts.mean)
      if (a > b) expect(scale(a)).toBeGreaterThanOrEqual(scale(b))
    }),
  )
})

test('without texts, and where all pictures are the same, nothing is divided by zero', () => {
  expect(toTextScale({ nearest: [], mean: 0 }, { nearest: [{ id: 1, similarity: 0.3 }], mean: 0.1 })(0.3)).toBe(0.3)
  const same = { nearest: [{ id: 1, similarity: 0.3 }], mean: 0.3 }
  expect(toTextScale({ nearest: [{ id: 1, similarity: 0.9 }], mean: 0.5 }, same)(0.3)).toBe(0.5)
})

test('rankings are merged by similarity, each clip once', () => {
  const merged = mergeNearest(
    [
      [
        { id: 1, similarity: 0.9 },
        { id: 2, similarity: 0.1 },
      ],
      [
        { id: 2, similarity: 0.5 },
        { id: 3, similarity: 0.4 },
      ],
    ],
    2,
  )
  expect(merged).toEqual([1, 2])
})

test('the same subject is well above the mean', () => {
  const nearest = [0.95, 0.8, 0.7, 0.6].map((value, id) => ({ id, similarity: value }))
  expect(listSameSubject({ nearest, mean: 0.55 }).map(({ id }) => id)).toEqual([0, 1])
})
