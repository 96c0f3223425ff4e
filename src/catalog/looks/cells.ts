/**
 * Where looks are kept so that alike ones lie together: under the landmark, a look taken from the catalog itself, that they are
 * most like. Only the broad traits of a look decide that: fine detail says more about noise than about neighbors.
 */
import { places, weights } from './distance.ts'
import { asSigned, cells, direction_at, edges_at, energy_at, layout_at, no_motion, type Look } from './look.ts'

export type Landmark = { id: number; look: Look }
/** Landmarks in memory: their broad traits, one after the other. */
export type LookMap = { ids: readonly number[]; traits: Float32Array }

/** Waves of a 4 × 4 grid, from flat to as many as two bends; finer ones are left out. */
const waves = [0, 1, 2].flatMap(down => [0, 1, 2].filter(across => down + across <= 2).map(across => [down, across]))

const wave = (n: number, i: number) => (n === 0 ? 0.5 : Math.SQRT1_2 * Math.cos(((2 * i + 1) * n * Math.PI) / 8))

/** For each wave the share of each cell. */
const shares = waves.map(([down = 0, across = 0]) =>
  Float32Array.from({ length: cells }, (_, i) => (wave(down, i >> 2) * wave(across, i & 3)) / 4),
)

const motion_traits = 5
const still_traits = 3 * waves.length + 4
const all_traits = still_traits + motion_traits

/** The broad traits of a look, in units of `distanceOf`. */
const traitsOf = (look: Look): Float32Array => {
  const traits = new Float32Array(all_traits)
  shares.forEach((share, w) => {
    let [L, a, b] = [0, 0, 0]
    for (let i = 0; i < cells; i++) {
      const from = layout_at + i * 3
      L += share[i]! * look[from]!
      a += share[i]! * asSigned(look[from + 1]!)
      b += share[i]! * asSigned(look[from + 2]!)
    }
    traits.set([L * Math.sqrt(w === 0 ? weights.light : weights.shade), a, b], w * 3)
  })
  for (let quarter = 0; quarter < 4; quarter++) {
    let sum = 0
    for (let i = 0; i < 4; i++) {
      const two = look[edges_at + quarter * 4 + i]!
      sum += (two >> 4) + (two & 15)
    }
    traits[still_traits - 4 + quarter] = (sum / 8) * Math.sqrt(weights.edges / 4)
  }
  if (hasMotion(look)) {
    const place = places[look[direction_at]!] ?? [0, 0, 0, 0]
    traits[still_traits] = (look[energy_at]! / 255) * Math.sqrt(weights.energy)
    traits.set(
      place.map(value => value * Math.sqrt(weights.direction)),
      still_traits + 1,
    )
  }
  return traits
}

const hasMotion = (look: Look) => look[direction_at] !== no_motion

export const mapOf = (landmarks: readonly Landmark[]): LookMap => {
  const traits = new Float32Array(landmarks.length * all_traits)
  landmarks.forEach(({ look }, i) => traits.set(traitsOf(look), i * all_traits))
  return { ids: landmarks.map(({ id }) => id), traits }
}

/** Squared distance between a look's traits and those of the landmark at a place; more than `enough` may be too little of it. */
const distance2 = (mine: Float32Array, { traits }: LookMap, place: number, compared: number, enough = Infinity) => {
  const from = place * all_traits
  let sum = 0
  for (let i = 0; i < compared && sum < enough; i++) {
    const by = mine[i]! - traits[from + i]!
    sum += by * by
  }
  return sum
}

const comparedOf = (look: Look) => (hasMotion(look) ? all_traits : still_traits)

/** Where clips are kept while there is no landmark. */
export const nowhere = 0

/** The landmark that a look is most like. */
export const cellOf = (map: LookMap, look: Look): number => {
  const mine = traitsOf(look)
  let best = Infinity
  let nearest = nowhere
  map.ids.forEach((id, place) => {
    const far = distance2(mine, map, place, comparedOf(look), best)
    if (far < best) {
      best = far
      nearest = id
    }
  })
  return nearest
}

/** Landmarks in the order in which a look's neighbors are looked for, at most `most` of them; then where clips are that have none. */
export const cellsNear = (map: LookMap, look: Look, most: number): number[] => {
  const mine = traitsOf(look)
  const far = Float32Array.from({ length: map.ids.length }, (_, place) => distance2(mine, map, place, comparedOf(look)))
  // Only the nearest are put in order.
  const limit = far.toSorted()[most] ?? Infinity
  const near = map.ids.map((_, place) => place).filter(place => far[place]! <= limit)
  const places = near.toSorted((a, b) => far[a]! - far[b]!).slice(0, most)
  return [...places.map(place => map.ids[place] ?? nowhere), nowhere]
}

/** One clip of so many becomes a landmark; more than `most_landmarks` would take longer to compare than they save. */
const one_of = 128
export const most_landmarks = 8_192

/** The same clips on every machine, spread over all. */
export const isLandmark = (clip_id: number): boolean => (Math.imul(clip_id, 0x9e3779b1) >>> 0) % one_of === 0
