import type { Seen } from '../src/catalog/looks/look.ts'
/** Looks as footage might have them: shoots that differ widely, clips of a shoot that differ a little. The same at every run. */
import { toHex, type Lab } from '../src/media/color.ts'
import { directions } from '../src/media/directions.ts'

/** A generator of numbers from 0 to 1 (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** Mean and spread of L, a and b, and how much of the spread is within a picture. */
const channels = [
  { mean: 45, spread: 20, within: 0.55 },
  { mean: 2, spread: 8, within: 0.35 },
  { mean: 3, spread: 14, within: 0.4 },
] as const
const waves = Array.from({ length: 16 }, (_, k) => ({ down: k >> 2, across: k & 3 }))
const wave = (n: number, i: number) => (n === 0 ? 0.5 : Math.SQRT1_2 * Math.cos(((2 * i + 1) * n * Math.PI) / 8))
const shares = waves.map(({ down, across }) =>
  Array.from({ length: 16 }, (_, i) => wave(down, i >> 2) * wave(across, i & 3)),
)
/** Real clips of one shoot are about this much apart, in parts of how far shoots are. */
const scatter = 0.35

type Shoot = { waves: number[][]; edges: number[]; energy: number; direction: number }

export const openLooks = (seed: number) => {
  const chance = seeded(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  const clamp = (value: number, low: number, high: number) => Math.round(Math.min(high, Math.max(low, value)))

  const wavesAround = (of: (channel: number, k: number) => number, by: number) =>
    channels.map(({ spread, within }, c) =>
      waves.map(({ down, across }, k) => {
        const size = k === 0 ? 1 : within / (across * 1.3 + down)
        return of(c, k) + by * 4 * spread * size * gauss()
      }),
    )

  const shoot = (): Shoot => {
    const detail = Math.abs(gauss()) * 60 + 30
    const profile = Array.from({ length: 8 }, () => 0.5 + chance())
    const quarters = Array.from({ length: 4 }, () => 0.6 + chance() * 0.8)
    return {
      waves: wavesAround((c, k) => (k === 0 ? 4 * (channels[c]?.mean ?? 0) : 0), 1),
      edges: quarters.flatMap(part => profile.map(one => detail * part * one)),
      energy: chance() ** 1.5,
      direction: Math.floor(chance() * directions.length),
    }
  }

  const clip = (of: Shoot): Seen => {
    const sums = wavesAround((c, k) => of.waves[c]?.[k] ?? 0, scatter)
    const cell = (c: number, i: number) =>
      shares.reduce((sum, share, k) => sum + (sums[c]?.[k] ?? 0) * (share[i] ?? 0), 0)
    const colors = Array.from({ length: 16 }, (_, i): Lab => [
      clamp(cell(0, i), 0, 100),
      clamp(cell(1, i), -128, 127),
      clamp(cell(2, i), -128, 127),
    ])
    const parts = Array.from({ length: 5 }, () => chance() ** 2 + 0.02).toSorted((a, b) => b - a)
    const whole = parts.reduce((a, b) => a + b)
    const direction = chance() < 0.7 ? of.direction : Math.floor(chance() * directions.length)
    return {
      palette: parts.map((part, n) => ({ hex: toHex(colors[n * 3] ?? [0, 0, 0]), weight: part / whole })),
      color_layout: colors.flat(),
      edges: of.edges.map(edge => clamp(edge + 30 * scatter * gauss(), 0, 255)),
      motion_energy: Math.min(1, Math.max(0, of.energy + 0.2 * scatter * gauss())),
      motion_direction: directions[direction] ?? 'mixed',
    }
  }
  return { shoot, clip }
}
