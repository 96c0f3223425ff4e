import fc from 'fast-check'
import { expect, test } from 'vitest'

import { directions } from '#media/directions.ts'

import {
  codeOf,
  lookOf,
  look_bytes,
  no_motion,
  direction_at,
  packLook,
  paletteOf,
  layoutOf,
  type Seen,
} from './look.ts'

const hex = fc.nat(0xffffff).map(n => `#${n.toString(16).padStart(6, '0')}`)
const seen: fc.Arbitrary<Seen> = fc.record(
  {
    palette: fc.array(fc.record({ hex, weight: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 7 }),
    color_layout: fc
      .array(
        fc.tuple(
          fc.integer({ min: 0, max: 100 }),
          fc.integer({ min: -128, max: 127 }),
          fc.integer({ min: -128, max: 127 }),
        ),
        { minLength: 16, maxLength: 16 },
      )
      .map(cells => cells.flat()),
    edges: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 32, maxLength: 32 }),
    motion_energy: fc.double({ min: 0, max: 1, noNaN: true }),
    motion_direction: fc.constantFrom(...directions),
  },
  { requiredKeys: ['palette', 'color_layout', 'edges'] },
)

test('a look goes into its code and back, whatever was seen', () => {
  fc.assert(
    fc.property(seen, one => {
      const look = packLook(one)
      expect(look).toHaveLength(look_bytes)
      expect(lookOf(codeOf(look))).toEqual(look)
      expect(layoutOf(look).flat()).toEqual(one.color_layout)
      expect(paletteOf(look).length).toBeLessThanOrEqual(5)
    }),
  )
})

test('a frame has no motion', () => {
  expect(packLook({ palette: [], color_layout: Array(48).fill(0), edges: Array(32).fill(0) })[direction_at]).toBe(
    no_motion,
  )
})

test('what is no code is nothing, and each look has one code', () => {
  const letters = fc.stringMatching(/^[\w-]{116}$/)
  fc.assert(
    fc.property(
      fc.oneof(
        letters,
        fc.string({ unit: 'binary' }),
        letters.map(code => `AS${code.slice(2)}`),
      ),
      text => {
        const look = lookOf(text)
        if (look) expect(codeOf(look)).toBe(text)
      },
    ),
  )
  expect(lookOf('')).toBeUndefined()
  expect(lookOf('A'.repeat(116))).toBeUndefined()
})
