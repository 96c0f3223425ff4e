import fc from 'fast-check'
import { expect, test } from 'vitest'

import { hexToLab } from './color-names.ts'
import { measureColorAmount, listColorTerms, listSearchTerms } from './color-terms.ts'
import { packDescriptor } from './descriptor.ts'

const hex = fc.nat(0xffffff).map(n => `#${n.toString(16).padStart(6, '0')}`)
const descriptorWith = (palette: { hex: string; weight: number }[]) =>
  packDescriptor({ palette, color_layout: Array<number>(48).fill(0), edges: Array<number>(32).fill(0) })

test('the amount grows with the share of the color', () => {
  fc.assert(
    fc.property(hex, hex, fc.integer({ min: 0, max: 9 }), (color, other, tenths) => {
      const amountFor = (n: number) =>
        measureColorAmount(
          hexToLab(color),
          descriptorWith([
            { hex: color, weight: n / 10 },
            { hex: other, weight: 1 - n / 10 },
          ]),
        )
      expect(amountFor(tenths + 1)).toBeGreaterThanOrEqual(amountFor(tenths) - 0.01)
    }),
  )
})

test('a picture in exactly the color has amount 1, and one in an unrelated color has amount 0', () => {
  expect(measureColorAmount(hexToLab('#1f6f78'), descriptorWith([{ hex: '#1f6f78', weight: 1 }]))).toBeCloseTo(1, 1)
  expect(measureColorAmount(hexToLab('#1f6f78'), descriptorWith([{ hex: '#b3261e', weight: 1 }]))).toBe(0)
})

test('a clip with mostly one color has at least one of the color’s search terms', () => {
  fc.assert(
    fc.property(hex, fc.array(fc.record({ hex, weight: fc.constant(0.15) }), { maxLength: 3 }), (color, others) => {
      const searchTerms = new Set(listSearchTerms(hexToLab(color), 64))
      expect(
        listColorTerms(descriptorWith([{ hex: color, weight: 0.5 }, ...others])).some(term => searchTerms.has(term)),
      ).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('the terms with the largest expected amount come first', () => {
  const teal = hexToLab('#1f6f78')
  const [fullTerm] = listColorTerms(descriptorWith([{ hex: '#1f6f78', weight: 1 }]))
  const [smallTerm] = listColorTerms(descriptorWith([{ hex: '#1f6f78', weight: 0.12 }]))
  const terms = listSearchTerms(teal, 1_000)
  expect(terms.indexOf(fullTerm ?? -1)).toBeGreaterThanOrEqual(0)
  expect(terms.indexOf(fullTerm ?? -1)).toBeLessThan(terms.indexOf(smallTerm ?? -1))
})
