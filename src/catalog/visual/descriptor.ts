/**
 * The visual descriptor of a clip or frame: 87 bytes, small enough to store and compare for every clip. Version 1 · 48 color
 * layout (4 × 4 cells of L, a, b) · 16 edges (2 × 2 × 8 orientations, half a byte each) · motion energy · motion direction
 * (255: a single frame, which has no motion) · 5 × 4 palette (L, a, b, share of the picture).
 */
import { motionDirections } from '#media/motion-directions.ts'
import type { Descriptors } from '#media/rendition-set.ts'

import { hexToLab } from './color-names.ts'

export type VisualDescriptor = Uint8Array

export const DESCRIPTOR_BYTES = 87
/** The offset of each part. */
export const LAYOUT_OFFSET = 1
export const EDGES_OFFSET = 49
export const ENERGY_OFFSET = 65
export const DIRECTION_OFFSET = 66
export const PALETTE_OFFSET = 67
export const PALETTE_COLORS = 5
export const CELL_COUNT = 16

const DESCRIPTOR_VERSION = 1
export const NO_MOTION = 255

/** The descriptors that packing needs. A single frame has no motion. */
export type DescriptorInput = Pick<Descriptors, 'palette' | 'color_layout' | 'edges'> &
  Partial<Pick<Descriptors, 'motion_energy' | 'motion_direction'>>

const toByte = (value: number) => Math.round(Math.min(255, Math.max(0, value)))
const toSignedByte = (value: number) => Math.round(Math.min(127, Math.max(-128, value))) & 255

export const packDescriptor = ({
  palette,
  color_layout,
  edges,
  motion_energy,
  motion_direction,
}: DescriptorInput): VisualDescriptor => {
  const descriptor = new Uint8Array(DESCRIPTOR_BYTES)
  descriptor[0] = DESCRIPTOR_VERSION
  color_layout.slice(0, 3 * CELL_COUNT).forEach((value, i) => {
    descriptor[LAYOUT_OFFSET + i] = toSignedByte(value)
  })
  edges.slice(0, 32).forEach((value, i) => {
    const nibble = Math.round(toByte(value) / 17)
    descriptor[EDGES_OFFSET + (i >> 1)]! |= i % 2 === 0 ? nibble << 4 : nibble
  })
  descriptor[ENERGY_OFFSET] = toByte((motion_energy ?? 0) * 255)
  descriptor[DIRECTION_OFFSET] = motion_direction === undefined ? NO_MOTION : motionDirections.indexOf(motion_direction)
  palette.slice(0, PALETTE_COLORS).forEach(({ hex, weight }, i) => {
    const [L, a, b] = hexToLab(hex)
    descriptor.set([toByte(L), toSignedByte(a), toSignedByte(b), toByte(weight * 255)], PALETTE_OFFSET + i * 4)
  })
  return descriptor
}

/** Converts a byte to the signed number that it encodes. */
export const toSigned = (value: number) => (value << 24) >> 24

/** Returns the colors of a descriptor, the largest first, with their shares of the picture from 0 to 1. */
export const paletteOf = (bytes: VisualDescriptor, offset = 0) =>
  Array.from({ length: PALETTE_COLORS }, (_, i) => {
    const from = offset + PALETTE_OFFSET + i * 4
    return {
      lab: [bytes[from] ?? 0, toSigned(bytes[from + 1] ?? 0), toSigned(bytes[from + 2] ?? 0)] as const,
      weight: (bytes[from + 3] ?? 0) / 255,
    }
  }).filter(({ weight }) => weight > 0)

/** Returns the colors of the 16 grid cells, row by row. */
export const colorLayoutOf = (descriptor: VisualDescriptor) =>
  Array.from({ length: CELL_COUNT }, (_, i) => {
    const from = LAYOUT_OFFSET + i * 3
    return [descriptor[from] ?? 0, toSigned(descriptor[from + 1] ?? 0), toSigned(descriptor[from + 2] ?? 0)] as const
  })

/** 87 bytes are exactly 116 base64url characters. */
export const CODE_PATTERN = /^[\w-]{116}$/

const BASE64URL_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Encodes a descriptor for an address (base64url). */
export const encodeDescriptor = (descriptor: VisualDescriptor): string => {
  let code = ''
  for (let i = 0; i < DESCRIPTOR_BYTES; i += 3) {
    const bits = (descriptor[i]! << 16) | (descriptor[i + 1]! << 8) | descriptor[i + 2]!
    for (const shift of [18, 12, 6, 0]) code += BASE64URL_ALPHABET[(bits >> shift) & 63]
  }
  return code
}

/** Decodes the descriptor of an address. Returns undefined for anything that is not the code of a valid descriptor. */
export const decodeDescriptor = (code: string): VisualDescriptor | undefined => {
  if (!CODE_PATTERN.test(code)) return undefined
  const descriptor = new Uint8Array(DESCRIPTOR_BYTES)
  for (let i = 0; i < DESCRIPTOR_BYTES / 3; i++) {
    const bits = [0, 1, 2, 3].reduce((sum, n) => (sum << 6) | BASE64URL_ALPHABET.indexOf(code[i * 4 + n] ?? ''), 0)
    descriptor.set([bits >> 16, (bits >> 8) & 255, bits & 255], i * 3)
  }
  return isValidDescriptor(descriptor) ? descriptor : undefined
}

const isValidDescriptor = (descriptor: VisualDescriptor) =>
  descriptor[0] === DESCRIPTOR_VERSION &&
  ((descriptor[DIRECTION_OFFSET] ?? 0) < motionDirections.length || descriptor[DIRECTION_OFFSET] === NO_MOTION) &&
  colorLayoutOf(descriptor).every(([L]) => L <= 100) &&
  paletteOf(descriptor).every(({ lab: [L] }) => L <= 100)
