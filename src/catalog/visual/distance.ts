/**
 * Measures how different two descriptors are. The distance is the square root of the sum of its parts, so the parts explain
 * the result.
 */
import {
  toSigned,
  CELL_COUNT,
  DIRECTION_OFFSET,
  EDGES_OFFSET,
  ENERGY_OFFSET,
  LAYOUT_OFFSET,
  NO_MOTION,
  type VisualDescriptor,
} from './descriptor.ts'

/** The parts of a distance, squared. About 100 is an obvious difference. */
export type DistanceParts = { colors: number; composition: number; motion: number }

/** The weight of each part, tuned by eye on real clips: color first, then layout, then motion. */
export const weights = { light: 0.45, shade: 0.6, edges: 8, energy: 14 ** 2, direction: 7 ** 2 }

/** Directions of motion as vectors, in the order of `directions`: left is twice as far from right as from still. */
export const directionVectors: readonly (readonly [x: number, y: number, z: number, mixed: number])[] = [
  [0, 0, 0, 0],
  [-1, 0, 0, 0],
  [1, 0, 0, 0],
  [0, -1, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, -1, 0],
  [0, 0, 0, 1],
]

/** Returns the squared distance between two directions. */
const squaredDirectionDistance = (a: number, b: number) => {
  const [p, q] = [directionVectors[a], directionVectors[b]]
  return p && q ? (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2 + (p[3] - q[3]) ** 2 : 0
}

/**
 * Returns the parts of the distance. `other` begins at `offset` of its bytes. A single frame has no motion, so motion does not
 * count against it.
 */
export const measureDistance = (descriptor: VisualDescriptor, other: Uint8Array, offset = 0): DistanceParts => {
  let hue = 0
  let lightSum = 0
  let squareSum = 0
  for (let i = LAYOUT_OFFSET; i < LAYOUT_OFFSET + 3 * CELL_COUNT; i += 3) {
    const light = descriptor[i]! - other[offset + i]!
    const a = toSigned(descriptor[i + 1]!) - toSigned(other[offset + i + 1]!)
    const b = toSigned(descriptor[i + 2]!) - toSigned(other[offset + i + 2]!)
    lightSum += light
    squareSum += light * light
    hue += a * a + b * b
  }
  const mean = lightSum / CELL_COUNT
  let edges = 0
  for (let i = EDGES_OFFSET; i < ENERGY_OFFSET; i++) {
    const p = descriptor[i]!
    const q = other[offset + i]!
    edges += ((p >> 4) - (q >> 4)) ** 2 + ((p & 15) - (q & 15)) ** 2
  }
  return {
    colors: hue / CELL_COUNT + weights.light * mean * mean,
    // The light that remains after subtracting the mean: where it falls.
    composition: weights.shade * Math.max(0, squareSum / CELL_COUNT - mean * mean) + (weights.edges * edges) / 32,
    motion: measureMotion(descriptor, other, offset),
  }
}

const measureMotion = (descriptor: VisualDescriptor, other: Uint8Array, offset: number) => {
  const [direction, otherDirection] = [
    descriptor[DIRECTION_OFFSET] ?? NO_MOTION,
    other[offset + DIRECTION_OFFSET] ?? NO_MOTION,
  ]
  if (direction === NO_MOTION || otherDirection === NO_MOTION) return 0
  const energy = ((descriptor[ENERGY_OFFSET] ?? 0) - (other[offset + ENERGY_OFFSET] ?? 0)) / 255
  return weights.energy * energy * energy + weights.direction * squaredDirectionDistance(direction, otherDirection)
}

export const distanceOf = ({ colors, composition, motion }: DistanceParts): number =>
  Math.sqrt(colors + composition + motion)

/** Above this distance two descriptors do not look similar. */
export const MAX_SIMILAR_DISTANCE = 24
