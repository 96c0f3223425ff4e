/** The dominant colors of footage: weighted k-means in Lab, the same result on every run. */
import { distance2, labCells, toHex, type Lab } from './color.ts'
import type { RgbFrame } from './frames.ts'

type Point = { color: Lab; weight: number }

/** Vivid cells pull the mean of their group: a palette of plain averages is mud. */
const pull = ({ color, weight }: Point) => weight * (1 + Math.hypot(color[1], color[2]) / 20)

/** Width of a histogram cell, in Lab units: noise falls together, hues stay apart. */
const CELL = 6
/** Colors closer than this look like one. */
const ALIKE2 = 7 ** 2

function histogram(colors: readonly Lab[]): Point[] {
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

const nearest2 = (point: Point, centers: readonly Lab[]) => Math.min(...centers.map(c => distance2(point.color, c)))

/** Starts from the heaviest color, then what is far from those chosen and not rare: accents get a place. */
function seeds(points: readonly Point[], count: number): Lab[] {
  const best = (score: (p: Point) => number) => points.reduce((a, b) => (score(b) > score(a) ? b : a))
  const centers = [best(p => p.weight).color]
  while (centers.length < count) {
    const next = best(p => nearest2(p, centers) * p.weight ** 0.4)
    if (nearest2(next, centers) < ALIKE2) break
    centers.push(next.color)
  }
  return centers
}

function regroup(points: readonly Point[], centers: readonly Lab[]): Point[] {
  const groups = centers.map(color => ({ color, sum: [0, 0, 0], pulled: 0, weight: 0 }))
  for (const point of points) {
    const group = groups.reduce((a, b) => (distance2(point.color, b.color) < distance2(point.color, a.color) ? b : a))
    const force = pull(point)
    group.sum = group.sum.map((v, i) => v + point.color[i]! * force)
    group.pulled += force
    group.weight += point.weight
  }
  return groups.map(({ color, sum: [L = 0, a = 0, b = 0], pulled, weight }) => ({
    color: pulled ? [L / pulled, a / pulled, b / pulled] : color,
    weight,
  }))
}

/** Up to `count` colors, heaviest first, weights summing to 1 (rounded to 3 decimals). */
export function palette(frames: readonly RgbFrame[], count = 5): { hex: string; weight: number }[] {
  const points = histogram(frames.flatMap(frame => labCells(frame, 120, 120)))
  if (!points.length) return []
  let groups: Point[] = seeds(points, count).map(color => ({ color, weight: 0 }))
  for (let i = 0; i < 12; i++)
    groups = regroup(
      points,
      groups.map(g => g.color),
    )
  const total = points.reduce((sum, p) => sum + p.weight, 0)
  return groups
    .filter(g => g.weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(g => ({ hex: toHex(g.color), weight: Math.round((g.weight / total) * 1000) / 1000 }))
}
