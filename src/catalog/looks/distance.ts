/** How unlike two looks are, and in what: the whole is the root of its parts, so whoever knows the parts can say why. */
import { asSigned, cells, direction_at, edges_at, energy_at, layout_at, no_motion, type Look } from './look.ts'

/** Each part of a distance, squared. About 100 is a difference that one sees at once. */
export type Parts = { colors: number; composition: number; motion: number }

/** How much each part weighs, set by eye over real clips: colors most, then where things stand, then how they move. */
export const weights = { light: 0.45, shade: 0.6, edges: 8, energy: 14 ** 2, direction: 7 ** 2 }

/** Where the picture goes, in the order of `directions`, as places: left is twice as far from right as from still. */
export const places: readonly (readonly [x: number, y: number, z: number, mixed: number])[] = [
  [0, 0, 0, 0],
  [-1, 0, 0, 0],
  [1, 0, 0, 0],
  [0, -1, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, -1, 0],
  [0, 0, 0, 1],
]

/** Squared distance between the places of two directions. */
const turn = (one: number, other: number) => {
  const [p, q] = [places[one], places[other]]
  return p && q ? (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2 + (p[3] - q[3]) ** 2 : 0
}

/** `other` begins at `at` of its bytes. Against a frame, which has no motion, motion does not count. */
export const partsOf = (one: Look, other: Uint8Array, at = 0): Parts => {
  let hue = 0
  let lights = 0
  let squares = 0
  for (let i = layout_at; i < layout_at + 3 * cells; i += 3) {
    const light = one[i]! - other[at + i]!
    const a = asSigned(one[i + 1]!) - asSigned(other[at + i + 1]!)
    const b = asSigned(one[i + 2]!) - asSigned(other[at + i + 2]!)
    lights += light
    squares += light * light
    hue += a * a + b * b
  }
  const mean = lights / cells
  let edges = 0
  for (let i = edges_at; i < energy_at; i++) {
    const p = one[i]!
    const q = other[at + i]!
    edges += ((p >> 4) - (q >> 4)) ** 2 + ((p & 15) - (q & 15)) ** 2
  }
  return {
    colors: hue / cells + weights.light * mean * mean,
    // What is left of light when its mean is taken out: where it falls.
    composition: weights.shade * Math.max(0, squares / cells - mean * mean) + (weights.edges * edges) / 32,
    motion: motionBetween(one, other, at),
  }
}

const motionBetween = (one: Look, other: Uint8Array, at: number) => {
  const [mine, its] = [one[direction_at] ?? no_motion, other[at + direction_at] ?? no_motion]
  if (mine === no_motion || its === no_motion) return 0
  const energy = ((one[energy_at] ?? 0) - (other[at + energy_at] ?? 0)) / 255
  return weights.energy * energy * energy + weights.direction * turn(mine, its)
}

export const distanceOf = ({ colors, composition, motion }: Parts): number => Math.sqrt(colors + composition + motion)

/** Farther apart than this, nobody would call two looks alike. */
export const alike = 24
