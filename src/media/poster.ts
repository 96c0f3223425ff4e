/** Chooses the poster frame of a clip. */
import { measureDetail } from './edges.ts'
import { toGray, type RgbFrame } from './frames.ts'

const mean = (data: Uint8Array) => data.reduce((sum, v) => sum + v, 0) / Math.max(1, data.length)

/** 1 for a well-exposed picture, toward 0 for one that is nearly black or blown out. */
function exposure(brightness: number) {
  const dark = Math.min(1, brightness / 40)
  const bright = Math.min(1, (255 - brightness) / 45)
  return dark * bright
}

/** Returns the index of the candidate with the best detail and exposure; ties go to the one nearest the middle. */
export function choosePoster(candidates: readonly RgbFrame[]): number {
  const middle = (candidates.length - 1) / 2
  const scores = candidates.map((frame, i) => {
    const gray = toGray(frame)
    const centered = 1 - (0.08 * Math.abs(i - middle)) / Math.max(1, middle)
    return (0.5 + measureDetail(gray)) * exposure(mean(gray.data)) * centered
  })
  return scores.indexOf(Math.max(...scores))
}
