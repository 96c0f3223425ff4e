import fc from 'fast-check'
import { expect, test } from 'vitest'

import { labOf } from './color-names.ts'
import { amountOf, colorWords, wordsFor } from './color-words.ts'
import { packLook } from './look.ts'

const hex = fc.nat(0xffffff).map(n => `#${n.toString(16).padStart(6, '0')}`)
const lookWith = (palette: { hex: string; weight: number }[]) =>
  packLook({ palette, color_layout: Array<number>(48).fill(0), edges: Array<number>(32).fill(0) })

test('the more of a color, the greater its amount', () => {
  fc.assert(
    fc.property(hex, hex, fc.integer({ min: 0, max: 9 }), (color, other, tenths) => {
      const part = (n: number) =>
        amountOf(
          labOf(color),
          lookWith([
            { hex: color, weight: n / 10 },
            { hex: other, weight: 1 - n / 10 },
          ]),
        )
      expect(part(tenths + 1)).toBeGreaterThanOrEqual(part(tenths) - 0.01)
    }),
  )
})

test('all of the very color is the whole, and of its opposite nothing', () => {
  expect(amountOf(labOf('#1f6f78'), lookWith([{ hex: '#1f6f78', weight: 1 }]))).toBeCloseTo(1, 1)
  expect(amountOf(labOf('#1f6f78'), lookWith([{ hex: '#b3261e', weight: 1 }]))).toBe(0)
})

test('a clip that is mostly of a color has one of the words that are looked for', () => {
  fc.assert(
    fc.property(hex, fc.array(fc.record({ hex, weight: fc.constant(0.15) }), { maxLength: 3 }), (color, others) => {
      const words = new Set(wordsFor(labOf(color), 64))
      expect(colorWords(lookWith([{ hex: color, weight: 0.5 }, ...others])).some(word => words.has(word))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('the words that promise most come first', () => {
  const teal = labOf('#1f6f78')
  const [all] = colorWords(lookWith([{ hex: '#1f6f78', weight: 1 }]))
  const [some] = colorWords(lookWith([{ hex: '#1f6f78', weight: 0.12 }]))
  const words = wordsFor(teal, 1_000)
  expect(words.indexOf(all ?? -1)).toBeGreaterThanOrEqual(0)
  expect(words.indexOf(all ?? -1)).toBeLessThan(words.indexOf(some ?? -1))
})
