/** Measures the orientation and strength of edges in each quadrant of a picture. */
import type { GrayFrame } from './frames.ts'

const GRID = 2
const ORIENTATIONS = 8
/** Mean gradient (0…255 per pixel) that counts as full strength. */
const FULL_STRENGTH = 24

/** Returns 32 integers 0…255: a 2 × 2 grid × 8 gradient orientations over half a turn; the first is a vertical edge. */
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
        const orientation = (Math.atan2(gy, gx) / Math.PI + 1 + 0.5 / ORIENTATIONS) % 1
        const cell = Math.floor((y * GRID) / height) * GRID + Math.floor((x * GRID) / width)
        sums[cell * ORIENTATIONS + Math.floor(orientation * ORIENTATIONS)]! += Math.hypot(gx, gy)
      }
  }
  const perCell = Math.max(1, pixels / (GRID * GRID))
  return Array.from(sums, sum => Math.round(255 * Math.sqrt(Math.min(1, sum / perCell / FULL_STRENGTH))))
}

/** Returns the mean gradient of a picture, 0…255 per pixel, as a measure of its detail. */
export function measureDetail({ width, height, data }: GrayFrame): number {
  let sum = 0
  for (let y = 1; y < height; y++)
    for (let x = 1; x < width; x++) {
      const i = y * width + x
      sum += Math.abs(data[i]! - data[i - 1]!) + Math.abs(data[i]! - data[i - width]!)
    }
  return sum / (width * height)
}
