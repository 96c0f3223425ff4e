/** Generates plausible visual descriptors: shoots differ widely, clips of a shoot differ a little. Deterministic. */

import type { DescriptorInput } from '../src/catalog/visual/descriptor.ts'
import { toHex, type Lab } from '../src/media/color.ts'
import { motionDirections } from '../src/media/motion-directions.ts'

/** A random number generator from 0 to 1 (mulberry32). */
const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** Mean and spread of L, a and b, and how much of the spread is within one picture. */
const channels = [
  { mean: 45, spread: 20, within: 0.55 },
  { mean: 2, spread: 8, within: 0.35 },
  { mean: 3, spread: 14, within: 0.4 },
] as const
const components = Array.from({ length: 16 }, (_, k) => ({ down: k >> 2, across: k & 3 }))
const cosine = (n: number, i: number) => (n === 0 ? 0.5 : Math.SQRT1_2 * Math.cos(((2 * i + 1) * n * Math.PI) / 8))
const componentWeights = components.map(({ down, across }) =>
  Array.from({ length: 16 }, (_, i) => cosine(down, i >> 2) * cosine(across, i & 3)),
)
/** Distance between clips of one shoot, relative to the distance between shoots. */
const CLIP_SCATTER = 0.35

type GeneratedShoot = { components: number[][]; edges: number[]; energy: number; direction: number }

export const createDescriptorGenerator = (seed: number) => {
  const random = createRandom(seed)
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const clamp = (value: number, low: number, high: number) => Math.round(Math.min(high, Math.max(low, value)))

  const componentsAround = (meanOf: (channel: number, k: number) => number, scale: number) =>
    channels.map(({ spread, within }, c) =>
      components.map(({ down, across }, k) => {
        const size = k === 0 ? 1 : within / (across * 1.3 + down)
        return meanOf(c, k) + scale * 4 * spread * size * gaussian()
      }),
    )

  const shoot = (): GeneratedShoot => {
    const detail = Math.abs(gaussian()) * 60 + 30
    const profile = Array.from({ length: 8 }, () => 0.5 + random())
    const quadrants = Array.from({ length: 4 }, () => 0.6 + random() * 0.8)
    return {
      components: componentsAround((c, k) => (k === 0 ? 4 * (channels[c]?.mean ?? 0) : 0), 1),
      edges: quadrants.flatMap(quadrant => profile.map(bin => detail * quadrant * bin)),
      energy: random() ** 1.5,
      direction: Math.floor(random() * motionDirections.length),
    }
  }

  const clip = (shoot: GeneratedShoot): DescriptorInput => {
    const sums = componentsAround((c, k) => shoot.components[c]?.[k] ?? 0, CLIP_SCATTER)
    const cell = (c: number, i: number) =>
      componentWeights.reduce((sum, share, k) => sum + (sums[c]?.[k] ?? 0) * (share[i] ?? 0), 0)
    const colors = Array.from({ length: 16 }, (_, i): Lab => [
      clamp(cell(0, i), 0, 100),
      clamp(cell(1, i), -128, 127),
      clamp(cell(2, i), -128, 127),
    ])
    const parts = Array.from({ length: 5 }, () => random() ** 2 + 0.02).toSorted((a, b) => b - a)
    const total = parts.reduce((a, b) => a + b)
    const direction = random() < 0.7 ? shoot.direction : Math.floor(random() * motionDirections.length)
    return {
      palette: parts.map((part, n) => ({ hex: toHex(colors[n * 3] ?? [0, 0, 0]), weight: part / total })),
      color_layout: colors.flat(),
      edges: shoot.edges.map(edge => clamp(edge + 30 * CLIP_SCATTER * gaussian(), 0, 255)),
      motion_energy: Math.min(1, Math.max(0, shoot.energy + 0.2 * CLIP_SCATTER * gaussian())),
      motion_direction: motionDirections[direction] ?? 'mixed',
    }
  }
  return { shoot, clip }
}
