import fc from 'fast-check'
import { expect, test } from 'vitest'

import { colorPath, eyePath, framePath, readEye } from './look-path.ts'
import { codeOf, packLook } from './look.ts'
import { colorTitle, swatches } from './swatches.ts'

const hex = fc.nat(0xffffff).map(n => n.toString(16).padStart(6, '0'))

test('every swatch is another color, and called as a person would', () => {
  const all = swatches.flat()
  expect(new Set(all.map(one => one.hex)).size).toBe(all.length)
  expect(all.map(one => one.name)).toEqual(
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

test('addresses of searches by eye are read as they were written', () => {
  const paramsOf = (path: string) => new URL(path, 'http://shop').searchParams
  fc.assert(
    fc.property(hex, color => {
      expect(readEye(paramsOf(colorPath(`#${color.toUpperCase()}`)))).toEqual({ by: 'color', hex: color })
    }),
  )
  const code = codeOf(
    packLook({ palette: [], color_layout: Array<number>(48).fill(7), edges: Array<number>(32).fill(9) }),
  )
  expect(readEye(paramsOf(framePath(code)))).toEqual({ by: 'frame', code })
  expect(paramsOf(eyePath({ by: 'frame', code }, 3)).get('page')).toBe('3')
})

test('any other address asks for nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const eye = readEye(new URLSearchParams({ like: text, color: text }))
      if (eye) expect(eye.by === 'color' ? text : '').toMatch(/^#?[\da-f]{6}$/i)
    }),
  )
})
