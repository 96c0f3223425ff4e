/** Measures how much a clip moves and in which direction: optical flow by least squares over blocks (Lucas–Kanade). */
import type { GrayFrame } from './frames.ts'
import type { MotionDirection } from './rendition-set.ts'

export type MotionDescriptors = { motion_energy: number; motion_direction: MotionDirection }

/** Flow of one block in picture widths per second, its position from −1 to 1, and its confidence (0…1). */
type BlockFlow = { u: number; v: number; x: number; y: number; confidence: number }

const BLOCK = 12
/** Number of frame pairs solved together: averages out noise but keeps changes of direction. */
const PAIRS = 6
/** Gradient energy per pixel below which a block is too flat to measure. */
const FLAT = 6
/** Mean change per pixel (0…1) between two frames at which energy reaches 63%. */
const LIVELY = 0.03
/** Picture widths per second below which a clip counts as still. */
const STILL = 0.006

function meanChange(frames: readonly GrayFrame[]): number {
  let sum = 0
  let pixels = 0
  for (let i = 1; i < frames.length; i++) {
    const [a, b] = [frames[i - 1]!.data, frames[i]!.data]
    for (let p = 0; p < a.length; p++) sum += Math.abs(a[p]! - b[p]!)
    pixels += a.length
  }
  return pixels ? sum / pixels / 255 : 0
}

function computeBlockFlow(frames: readonly GrayFrame[], left: number, top: number, rate: number): BlockFlow {
  const { width, height } = frames[0]!
  let [xx, xy, yy, xt, yt] = [0, 0, 0, 0, 0]
  for (let f = 1; f < frames.length; f++) {
    const [a, b] = [frames[f - 1]!.data, frames[f]!.data]
    for (let y = Math.max(1, top); y < Math.min(top + BLOCK, height - 1); y++)
      for (let x = Math.max(1, left); x < Math.min(left + BLOCK, width - 1); x++) {
        const i = y * width + x
        const gx = (a[i + 1]! - a[i - 1]! + b[i + 1]! - b[i - 1]!) / 4
        const gy = (a[i + width]! - a[i - width]! + b[i + width]! - b[i - width]!) / 4
        const change = b[i]! - a[i]!
        xx += gx * gx
        xy += gx * gy
        yy += gy * gy
        xt += gx * change
        yt += gy * change
      }
  }
  const flat = FLAT * BLOCK * BLOCK * (frames.length - 1)
  const determinant = (xx + flat) * (yy + flat) - xy * xy
  const weakest = (xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy)
  return {
    u: ((xy * yt - (yy + flat) * xt) / determinant) * (rate / width),
    v: ((xy * xt - (xx + flat) * yt) / determinant) * (rate / width),
    x: ((left + BLOCK / 2) / width) * 2 - 1,
    y: ((top + BLOCK / 2) / height) * 2 - 1,
    confidence: weakest / (weakest + flat),
  }
}

function computeFlows(frames: readonly GrayFrame[], rate: number): BlockFlow[] {
  const first = frames[0]
  if (!first) return []
  const blocks: BlockFlow[] = []
  for (let from = 0; from + 1 < frames.length; from += PAIRS)
    for (let top = 0; top + BLOCK / 2 < first.height; top += BLOCK)
      for (let left = 0; left + BLOCK / 2 < first.width; left += BLOCK)
        blocks.push(computeBlockFlow(frames.slice(from, from + PAIRS + 1), left, top, rate))
  return blocks
}

function dominantDirection(blocks: readonly BlockFlow[]): MotionDirection {
  const totalConfidence = blocks.reduce((sum, f) => sum + f.confidence, 0)
  if (totalConfidence === 0) return 'still'
  const mean = (value: (f: BlockFlow) => number) =>
    blocks.reduce((sum, f) => sum + f.confidence * value(f), 0) / totalConfidence
  const speed = mean(f => Math.hypot(f.u, f.v))
  if (speed < STILL) return 'still'
  const [u, v] = [mean(f => f.u), mean(f => f.v)]
  if (Math.hypot(u, v) > 0.6 * speed) {
    if (Math.abs(u) > Math.abs(v)) return u > 0 ? 'right' : 'left'
    return v > 0 ? 'down' : 'up'
  }
  const outward = mean(f => (f.u * f.x + f.v * f.y) / Math.max(0.2, Math.hypot(f.x, f.y)))
  if (Math.abs(outward) > 0.5 * speed) return outward > 0 ? 'in' : 'out'
  return 'mixed'
}

/** `frames` are in order, `rate` per second, all of one size. Energy ranges from 0 (frozen) to 1 (every pixel changes fully). */
export function measureMotion(frames: readonly GrayFrame[], rate: number): MotionDescriptors {
  const energy = 1 - Math.exp(-meanChange(frames) / LIVELY)
  return {
    motion_energy: Math.round(energy * 1000) / 1000,
    motion_direction: dominantDirection(computeFlows(frames, rate)),
  }
}
