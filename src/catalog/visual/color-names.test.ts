import fc from 'fast-check'
import { expect, test } from 'vitest'

import { colorNames, listColorNames, hexToLab, nameOf } from './color-names.ts'

const hex = fc.nat(0xffffff).map(n => `#${n.toString(16).padStart(6, '0')}`)

test.each(Object.entries(colorNames))('%s is the name of its swatch %s', (name, swatch) => {
  expect(nameOf(hexToLab(swatch))).toBe(name)
})

test('every color has a name', () => {
  fc.assert(
    fc.property(hex, color => {
      expect(Object.keys(colorNames)).toContain(nameOf(hexToLab(color)))
    }),
  )
})

test('a clip of one color has that name and no other', () => {
  fc.assert(
    fc.property(hex, color => {
      expect(listColorNames([{ hex: color, weight: 1 }])).toEqual([nameOf(hexToLab(color))])
    }),
  )
})

test('a palette yields the names of its colors, each once, in any palette order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ hex, weight: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 5 }),
      palette => {
        const names = listColorNames(palette)
        expect(new Set(names).size).toBe(names.length)
        for (const name of names) expect(palette.map(color => nameOf(hexToLab(color.hex)))).toContain(name)
        expect(new Set(listColorNames(palette.toReversed()))).toEqual(new Set(names))
      },
    ),
  )
})

test('a small share of a vivid color counts, and the same share of a dull color does not', () => {
  const night = { hex: '#141312', weight: 0.9 }
  expect(listColorNames([night, { hex: '#ff2fa0', weight: 0.08 }])).toEqual(['black', 'pink'])
  expect(listColorNames([night, { hex: '#8b8b8b', weight: 0.08 }])).toEqual(['black'])
})
