/**
 * A look: what a clip or a frame looks like, in 87 bytes that are small enough to keep and compare for every clip.
 * Version 1 · 48 color layout (4 × 4 cells of L, a, b) · 16 edges (2 × 2 × 8 orientations, half a byte each) · motion energy ·
 * motion direction (255: a frame, which has no motion) · 5 × 4 palette (L, a, b, part of the picture).
 */
import { directions } from '#media/directions.ts'
import type { Descriptors } from '#media/rendition-set.ts'

import { labOf } from './color-names.ts'

export type Look = Uint8Array

export const look_bytes = 87
/** Where each part begins. */
export const layout_at = 1
export const edges_at = 49
export const energy_at = 65
export const direction_at = 66
export const palette_at = 67
export const palette_colors = 5
export const cells = 16

const version = 1
export const no_motion = 255

/** What a frame has of a clip's descriptors. */
export type Seen = Pick<Descriptors, 'palette' | 'color_layout' | 'edges'> &
  Partial<Pick<Descriptors, 'motion_energy' | 'motion_direction'>>

const byte = (value: number) => Math.round(Math.min(255, Math.max(0, value)))
const signed = (value: number) => Math.round(Math.min(127, Math.max(-128, value))) & 255

export const packLook = ({ palette, color_layout, edges, motion_energy, motion_direction }: Seen): Look => {
  const look = new Uint8Array(look_bytes)
  look[0] = version
  color_layout.slice(0, 3 * cells).forEach((value, i) => {
    look[layout_at + i] = signed(value)
  })
  edges.slice(0, 32).forEach((value, i) => {
    const half = Math.round(byte(value) / 17)
    look[edges_at + (i >> 1)]! |= i % 2 === 0 ? half << 4 : half
  })
  look[energy_at] = byte((motion_energy ?? 0) * 255)
  look[direction_at] = motion_direction === undefined ? no_motion : directions.indexOf(motion_direction)
  palette.slice(0, palette_colors).forEach(({ hex, weight }, i) => {
    const [L, a, b] = labOf(hex)
    look.set([byte(L), signed(a), signed(b), byte(weight * 255)], palette_at + i * 4)
  })
  return look
}

/** A byte as the signed number that it stands for. */
export const asSigned = (value: number) => (value << 24) >> 24

/** The colors of a look, heaviest first; parts of the picture from 0 to 1. */
export const paletteOf = (look: Look, at = 0) =>
  Array.from({ length: palette_colors }, (_, i) => {
    const from = at + palette_at + i * 4
    return {
      lab: [look[from] ?? 0, asSigned(look[from + 1] ?? 0), asSigned(look[from + 2] ?? 0)] as const,
      weight: (look[from + 3] ?? 0) / 255,
    }
  }).filter(({ weight }) => weight > 0)

/** The colors of a look's 16 cells, row by row. */
export const layoutOf = (look: Look) =>
  Array.from({ length: cells }, (_, i) => {
    const from = layout_at + i * 3
    return [look[from] ?? 0, asSigned(look[from + 1] ?? 0), asSigned(look[from + 2] ?? 0)] as const
  })

/** 87 bytes are 116 letters, without a rest. */
export const codeShape = /^[\w-]{116}$/

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A look as it stands in an address (base64url). */
export const codeOf = (look: Look): string => {
  let code = ''
  for (let i = 0; i < look_bytes; i += 3) {
    const three = (look[i]! << 16) | (look[i + 1]! << 8) | look[i + 2]!
    for (const shift of [18, 12, 6, 0]) code += letters[(three >> shift) & 63]
  }
  return code
}

/** The look of an address; undefined for anything that no look has as its code. */
export const lookOf = (code: string): Look | undefined => {
  if (!codeShape.test(code)) return undefined
  const look = new Uint8Array(look_bytes)
  for (let i = 0; i < look_bytes / 3; i++) {
    const four = [0, 1, 2, 3].reduce((sum, n) => (sum << 6) | letters.indexOf(code[i * 4 + n] ?? ''), 0)
    look.set([four >> 16, (four >> 8) & 255, four & 255], i * 3)
  }
  return isLook(look) ? look : undefined
}

const isLook = (look: Look) =>
  look[0] === version &&
  ((look[direction_at] ?? 0) < directions.length || look[direction_at] === no_motion) &&
  layoutOf(look).every(([L]) => L <= 100) &&
  paletteOf(look).every(({ lab: [L] }) => L <= 100)
