/** Extracts the dominant colors of footage with a weighted k-means in Lab. The result is deterministic. */
import { distance2, labCells, toHex, type Lab } from './color.ts'
import type { RgbFrame } from './frames.ts'

type PalettePoint = { color: Lab; weight: number }

/** Weights vivid cells more: a palette of plain averages is muddy. */
const vividWeight = ({ color, weight }: PalettePoint) => weight * (1 + Math.hypot(color[1], color[2]) / 20)

/** Width of a histogram cell in Lab units: merges noise but keeps hues apart. */
const CELL = 6
/** Squared Lab distance below which two colors look the same. */
const SAME_COLOR_DISTANCE2 = 7 ** 2

function histogram(colors: readonly Lab[]): PalettePoint[] {
  const cells = new Map<string, { sum: [number, number, number]; weight: number }>()
  for (const color of colors) {
    const key = color.map(v => Math.floor(v / CELL)).join()
    const cell = cells.get(key) ?? { sum: [0, 0, 0], weight: 0 }
    cell.sum = [cell.sum[0] + color[0], cell.sum[1] + color[1], cell.sum[2] + color[2]]
    cell.weight += 1
    cells.set(key, cell)
  }
  return [...cells.values()].map(({ sum, weight }) => ({
    color: [sum[0] / weight, sum[1] / weight, sum[2] / weight],
    weight,
  }))
}

const nearestDistance2 = (point: PalettePoint, centers: readonly Lab[]) =>
  Math.min(...centers.map(c => distance2(point.color, c)))

/** Picks the heaviest color first, then colors that are far from those picked and not rare, so that accents are included. */
function pickSeeds(points: readonly PalettePoint[], count: number): Lab[] {
  const best = (score: (p: PalettePoint) => number) => points.reduce((a, b) => (score(b) > score(a) ? b : a))
  const centers = [best(p => p.weight).color]
  while (centers.length < count) {
    const next = best(p => nearestDistance2(p, centers) * p.weight ** 0.4)
    if (nearestDistance2(next, centers) < SAME_COLOR_DISTANCE2) break
    centers.push(next.color)
  }
  return centers
}

function assignToCenters(points: readonly PalettePoint[], centers: readonly Lab[]): PalettePoint[] {
  const groups = centers.map(color => ({ color, sum: [0, 0, 0], pulled: 0, weight: 0 }))
  for (const point of points) {
    const group = groups.reduce((a, b) => (distance2(point.color, b.color) < distance2(point.color, a.color) ? b : a))
    const pull = vividWeight(point)
    group.sum = group.sum.map((v, i) => v + point.color[i]! * pull)
    group.pulled += pull
    group.weight += point.weight
  }
  return groups.map(({ color, sum: [L = 0, a = 0, b = 0], pulled, weight }) => ({
    color: pulled ? [L / pulled, a / pulled, b / pulled] : color,
    weight,
  }))
}

/** Returns up to `count` colors, heaviest first. The weights sum to 1 and are rounded to 3 decimals. */
export function palette(frames: readonly RgbFrame[], count = 5): { hex: string; weight: number }[] {
  const points = histogram(frames.flatMap(frame => labCells(frame, 120, 120)))
  if (!points.length) return []
  let groups: PalettePoint[] = pickSeeds(points, count).map(color => ({ color, weight: 0 }))
  for (let i = 0; i < 12; i++)
    groups = assignToCenters(
      points,
      groups.map(g => g.color),
    )
  const total = points.reduce((sum, p) => sum + p.weight, 0)
  return groups
    .filter(g => g.weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(g => ({ hex: toHex(g.color), weight: Math.round((g.weight / total) * 1000) / 1000 }))
}
