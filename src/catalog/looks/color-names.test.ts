import fc from 'fast-check'
import { expect, test } from 'vitest'

import { colorNames, colorNamesOf, labOf, nameOf } from './color-names.ts'

const hex = fc.nat(0xffffff).map(n => `#${n.toString(16).padStart(6, '0')}`)

test.each(Object.entries(colorNames))('%s is what %s is called', (name, swatch) => {
  expect(nameOf(labOf(swatch))).toBe(name)
})

test('every color has a name', () => {
  fc.assert(
    fc.property(hex, color => {
      expect(Object.keys(colorNames)).toContain(nameOf(labOf(color)))
    }),
  )
})

test('a clip of one color has that name and no other', () => {
  fc.assert(
    fc.property(hex, color => {
      expect(colorNamesOf([{ hex: color, weight: 1 }])).toEqual([nameOf(labOf(color))])
    }),
  )
})

test('names are those of its colors, each once, in whatever order the palette is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ hex, weight: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 5 }),
      palette => {
        const names = colorNamesOf(palette)
        expect(new Set(names).size).toBe(names.length)
        for (const name of names) expect(palette.map(one => nameOf(labOf(one.hex)))).toContain(name)
        expect(new Set(colorNamesOf(palette.toReversed()))).toEqual(new Set(names))
      },
    ),
  )
})

test('a little is enough of what glows, and not of what is dull', () => {
  const night = { hex: '#141312', weight: 0.9 }
  expect(colorNamesOf([night, { hex: '#ff2fa0', weight: 0.08 }])).toEqual(['black', 'pink'])
  expect(colorNamesOf([night, { hex: '#8b8b8b', weight: 0.08 }])).toEqual(['black'])
})
