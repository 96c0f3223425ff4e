/**
 * Groups descriptors into cells so that similar ones are stored together. Each cell belongs to a centroid, a descriptor from
 * the catalog, and has the descriptors nearest to it. Only broad traits decide the cell, because fine detail is mostly noise.
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
import { directionVectors, weights } from './distance.ts'

export type Centroid = { id: number; descriptor: VisualDescriptor }
/** Centroids in memory: their broad traits, one after the other. */
export type CentroidMap = { ids: readonly number[]; traits: Float32Array }

/** Cosine waves of a 4 × 4 grid, from flat to two bends in total. Finer ones are omitted. */
const waves = [0, 1, 2].flatMap(vertical =>
  [0, 1, 2].filter(horizontal => vertical + horizontal <= 2).map(horizontal => [vertical, horizontal]),
)

const wave = (n: number, i: number) => (n === 0 ? 0.5 : Math.SQRT1_2 * Math.cos(((2 * i + 1) * n * Math.PI) / 8))

/** The weight of each grid cell in each wave. */
const waveWeights = waves.map(([vertical = 0, horizontal = 0]) =>
  Float32Array.from({ length: CELL_COUNT }, (_, i) => (wave(vertical, i >> 2) * wave(horizontal, i & 3)) / 4),
)

const MOTION_TRAITS = 5
const STILL_TRAITS = 3 * waves.length + 4
const TRAIT_COUNT = STILL_TRAITS + MOTION_TRAITS

/** Returns the broad traits of a descriptor, in the units of `distanceOf`. */
const getTraits = (descriptor: VisualDescriptor): Float32Array => {
  const traits = new Float32Array(TRAIT_COUNT)
  waveWeights.forEach((cellWeights, waveIndex) => {
    let [L, a, b] = [0, 0, 0]
    for (let i = 0; i < CELL_COUNT; i++) {
      const from = LAYOUT_OFFSET + i * 3
      L += cellWeights[i]! * descriptor[from]!
      a += cellWeights[i]! * toSigned(descriptor[from + 1]!)
      b += cellWeights[i]! * toSigned(descriptor[from + 2]!)
    }
    traits.set([L * Math.sqrt(waveIndex === 0 ? weights.light : weights.shade), a, b], waveIndex * 3)
  })
  for (let quarter = 0; quarter < 4; quarter++) {
    let sum = 0
    for (let i = 0; i < 4; i++) {
      const packed = descriptor[EDGES_OFFSET + quarter * 4 + i]!
      sum += (packed >> 4) + (packed & 15)
    }
    traits[STILL_TRAITS - 4 + quarter] = (sum / 8) * Math.sqrt(weights.edges / 4)
  }
  if (hasMotion(descriptor)) {
    const vector = directionVectors[descriptor[DIRECTION_OFFSET]!] ?? [0, 0, 0, 0]
    traits[STILL_TRAITS] = (descriptor[ENERGY_OFFSET]! / 255) * Math.sqrt(weights.energy)
    traits.set(
      vector.map(value => value * Math.sqrt(weights.direction)),
      STILL_TRAITS + 1,
    )
  }
  return traits
}

const hasMotion = (descriptor: VisualDescriptor) => descriptor[DIRECTION_OFFSET] !== NO_MOTION

export const createCentroidMap = (centroids: readonly Centroid[]): CentroidMap => {
  const traits = new Float32Array(centroids.length * TRAIT_COUNT)
  centroids.forEach(({ descriptor }, i) => traits.set(getTraits(descriptor), i * TRAIT_COUNT))
  return { ids: centroids.map(({ id }) => id), traits }
}

/**
 * Returns the squared distance between the given traits and those of the centroid at an index. Stops early once the sum
 * exceeds `limit`.
 */
const squaredDistance = (
  target: Float32Array,
  { traits }: CentroidMap,
  index: number,
  traitCount: number,
  limit = Infinity,
) => {
  const from = index * TRAIT_COUNT
  let sum = 0
  for (let i = 0; i < traitCount && sum < limit; i++) {
    const difference = target[i]! - traits[from + i]!
    sum += difference * difference
  }
  return sum
}

const countComparedTraits = (descriptor: VisualDescriptor) => (hasMotion(descriptor) ? TRAIT_COUNT : STILL_TRAITS)

/** The cell of clips that were indexed before there was any centroid. */
export const NO_CELL = 0

/** Returns the cell of a descriptor: the id of the nearest centroid. */
export const findCell = (centroidMap: CentroidMap, descriptor: VisualDescriptor): number => {
  const traits = getTraits(descriptor)
  let best = Infinity
  let nearest = NO_CELL
  centroidMap.ids.forEach((id, index) => {
    const distance = squaredDistance(traits, centroidMap, index, countComparedTraits(descriptor), best)
    if (distance < best) {
      best = distance
      nearest = id
    }
  })
  return nearest
}

/**
 * Returns up to `limit` cells in the order in which to search them for neighbors, nearest first, followed by the cell of clips
 * without a centroid.
 */
export const listNearestCells = (centroidMap: CentroidMap, descriptor: VisualDescriptor, limit: number): number[] => {
  const traits = getTraits(descriptor)
  const distances = Float32Array.from({ length: centroidMap.ids.length }, (_, index) =>
    squaredDistance(traits, centroidMap, index, countComparedTraits(descriptor)),
  )
  // Only the nearest cells are sorted.
  const maxDistance = distances.toSorted()[limit] ?? Infinity
  const candidates = centroidMap.ids.map((_, index) => index).filter(index => distances[index]! <= maxDistance)
  const nearest = candidates.toSorted((a, b) => distances[a]! - distances[b]!).slice(0, limit)
  return [...nearest.map(index => centroidMap.ids[index] ?? NO_CELL), NO_CELL]
}

/** One clip in this many becomes a centroid, up to `MAX_CENTROIDS`. Comparing more would take longer than they save. */
const CENTROID_INTERVAL = 128
export const MAX_CENTROIDS = 8_192

/** Returns whether a clip becomes a centroid: the same evenly spread clips on every machine. */
export const isCentroid = (clip_id: number): boolean => (Math.imul(clip_id, 0x9e3779b1) >>> 0) % CENTROID_INTERVAL === 0
