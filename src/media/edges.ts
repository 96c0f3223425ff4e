/** Which way the edges of a picture run, and how strong they are, quarter by quarter. */
import type { GrayFrame } from './frames.ts'

const GRID = 2
const ORIENTATIONS = 8
/** A mean gradient (0…255 per pixel) that counts as full strength. */
const FULL = 24

/** 32 integers 0…255: 2 × 2 grid × 8 gradient orientations over half a turn, the first one a vertical edge. */
export function edgeHistogram(frames: readonly GrayFrame[]): number[] {
  const sums = new Float64Array(GRID * GRID * ORIENTATIONS)
  let pixels = 0
  for (const { width, height, data } of frames) {
    pixels += (width - 2) * (height - 2)
    const at = (x: number, y: number) => data[y * width + x]!
    for (let y = 1; y < height - 1; y++)
      for (let x = 1; x < width - 1; x++) {
        const gx = (at(x + 1, y) - at(x - 1, y)) / 2
        const gy = (at(x, y + 1) - at(x, y - 1)) / 2
        const turn = (Math.atan2(gy, gx) / Math.PI + 1 + 0.5 / ORIENTATIONS) % 1
        const cell = Math.floor((y * GRID) / height) * GRID + Math.floor((x * GRID) / width)
        sums[cell * ORIENTATIONS + Math.floor(turn * ORIENTATIONS)]! += Math.hypot(gx, gy)
      }
  }
  const perCell = Math.max(1, pixels / (GRID * GRID))
  return Array.from(sums, sum => Math.round(255 * Math.sqrt(Math.min(1, sum / perCell / FULL))))
}

/** Mean gradient of a picture, 0…255 per pixel: how much detail there is to see. */
export function detail({ width, height, data }: GrayFrame): number {
  let sum = 0
  for (let y = 1; y < height; y++)
    for (let x = 1; x < width; x++) {
      const i = y * width + x
      sum += Math.abs(data[i]! - data[i - 1]!) + Math.abs(data[i]! - data[i - width]!)
    }
  return sum / (width * height)
}
