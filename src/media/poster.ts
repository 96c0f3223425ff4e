/** Which moment of a clip stands for it. */
import { detail } from './edges.ts'
import { toGray, type RgbFrame } from './frames.ts'

const mean = (data: Uint8Array) => data.reduce((sum, v) => sum + v, 0) / Math.max(1, data.length)

/** 1 for a well exposed picture, toward 0 for one that is nearly black or washed out by a flash. */
function exposure(brightness: number) {
  const dark = Math.min(1, brightness / 40)
  const bright = Math.min(1, (255 - brightness) / 45)
  return dark * bright
}

/** The index of the best candidate: detail and exposure; between equals the one nearest the middle. */
export function choosePoster(candidates: readonly RgbFrame[]): number {
  const middle = (candidates.length - 1) / 2
  const scores = candidates.map((frame, i) => {
    const gray = toGray(frame)
    const centered = 1 - (0.08 * Math.abs(i - middle)) / Math.max(1, middle)
    return (0.5 + detail(gray)) * exposure(mean(gray.data)) * centered
  })
  return scores.indexOf(Math.max(...scores))
}
