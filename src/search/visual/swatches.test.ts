import fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeDescriptor, packDescriptor } from '#catalog/visual/descriptor.ts'
import {
  colorSearchPath,
  visualSearchPath,
  frameSearchPath,
  parseVisualQuery,
} from '#catalog/visual/visual-search-path.ts'

import { colorTitle, swatches } from './swatches.ts'

const hex = fc.nat(0xffffff).map(n => n.toString(16).padStart(6, '0'))

test('every swatch has a color and a name of its own', () => {
  const allSwatches = swatches.flat()
  expect(new Set(allSwatches.map(swatch => swatch.name)).size).toBe(allSwatches.length)
  expect(allSwatches.map(swatch => colorTitle(swatch.hex))).toEqual(allSwatches.map(swatch => swatch.name))
  expect(new Set(allSwatches.map(swatch => swatch.hex)).size).toBe(allSwatches.length)
  expect(allSwatches.map(swatch => swatch.name)).toEqual(
    expect.arrayContaining(['Deep teal', 'Pale pink', 'Dark blue', 'Black', 'White']),
  )
})

test('every color has a title', () => {
  fc.assert(
    fc.property(hex, color => {
      expect(colorTitle(color)).toMatch(/^[A-Z][a-z]+( [a-z]+)?$/)
    }),
  )
  expect(colorTitle('00ff00')).toBe('Vivid green')
})

test('a visual search address is parsed back to its query', () => {
  const toParams = (path: string) => new URL(path, 'http://shop').searchParams
  fc.assert(
    fc.property(hex, color => {
      expect(parseVisualQuery(toParams(colorSearchPath(`#${color.toUpperCase()}`)))).toEqual({
        by: 'color',
        hex: color,
      })
    }),
  )
  const code = encodeDescriptor(
    packDescriptor({ palette: [], color_layout: Array<number>(48).fill(7), edges: Array<number>(32).fill(9) }),
  )
  expect(parseVisualQuery(toParams(frameSearchPath(code)))).toEqual({ by: 'frame', code })
  expect(
    toParams(visualSearchPath({ by: 'frame', code }, 3, new URLSearchParams({ q: 'sea & sky' }))).get('page'),
  ).toBe('3')
})

test('any other address has no query', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const query = parseVisualQuery(new URLSearchParams({ like: text, color: text }))
      if (query) expect(query.by === 'color' ? text : '').toMatch(/^#?[\da-f]{6}$/i)
    }),
  )
})
