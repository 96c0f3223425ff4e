import fc from 'fast-check'
import { expect, test } from 'vitest'

import { motionDirections } from '#media/motion-directions.ts'

import {
  encodeDescriptor,
  decodeDescriptor,
  DESCRIPTOR_BYTES,
  NO_MOTION,
  DIRECTION_OFFSET,
  packDescriptor,
  paletteOf,
  colorLayoutOf,
  type DescriptorInput,
} from './descriptor.ts'

const hex = fc.nat(0xffffff).map(n => `#${n.toString(16).padStart(6, '0')}`)
const descriptorInput: fc.Arbitrary<DescriptorInput> = fc.record(
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
    motion_direction: fc.constantFrom(...motionDirections),
  },
  { requiredKeys: ['palette', 'color_layout', 'edges'] },
)

test('a descriptor survives encoding and decoding for any input', () => {
  fc.assert(
    fc.property(descriptorInput, input => {
      const descriptor = packDescriptor(input)
      expect(descriptor).toHaveLength(DESCRIPTOR_BYTES)
      expect(decodeDescriptor(encodeDescriptor(descriptor))).toEqual(descriptor)
      expect(colorLayoutOf(descriptor).flat()).toEqual(input.color_layout)
      expect(paletteOf(descriptor).length).toBeLessThanOrEqual(5)
    }),
  )
})

test('a frame has no motion', () => {
  expect(
    packDescriptor({ palette: [], color_layout: Array(48).fill(0), edges: Array(32).fill(0) })[DIRECTION_OFFSET],
  ).toBe(NO_MOTION)
})

test('invalid codes decode to undefined, and each descriptor has exactly one code', () => {
  const codes = fc.stringMatching(/^[\w-]{116}$/)
  fc.assert(
    fc.property(
      fc.oneof(
        codes,
        fc.string({ unit: 'binary' }),
        codes.map(code => `AS${code.slice(2)}`),
      ),
      text => {
        const descriptor = decodeDescriptor(text)
        if (descriptor) expect(encodeDescriptor(descriptor)).toBe(text)
      },
    ),
  )
  expect(decodeDescriptor('')).toBeUndefined()
  expect(decodeDescriptor('A'.repeat(116))).toBeUndefined()
})
