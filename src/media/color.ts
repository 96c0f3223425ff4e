/** Colors of footage in CIE Lab (D65), where equal distances look equal. */
import { meanCells, type RgbFrame } from './frames.ts'

export type Lab = readonly [L: number, a: number, b: number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const fromLinear = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)
const labCurve = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116)
const inverseLabCurve = (t: number) => (t > 6 / 29 ? t ** 3 : ((t - 16 / 116) * 116 * 27) / 24389)

/** Converts sRGB, 0…255 per channel. */
export function toLab(r8: number, g8: number, b8: number): Lab {
  const [r, g, b] = [toLinear(r8 / 255), toLinear(g8 / 255), toLinear(b8 / 255)]
  const x = labCurve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = labCurve(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = labCurve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** Returns `#rrggbb`, clipped to the sRGB gamut. */
export function toHex([L, a, b]: Lab): string {
  const fy = (L + 16) / 116
  const [x, y, z] = [
    inverseLabCurve(fy + a / 500) * 0.95047,
    inverseLabCurve(fy),
    inverseLabCurve(fy - b / 200) * 1.08883,
  ]
  const rgb = [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ]
  const byte = (v: number) => Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, v)))) * 255)
  return `#${rgb.map(v => byte(v).toString(16).padStart(2, '0')).join('')}`
}

/** Squared distance (ΔE*76²). */
export const distance2 = (p: Lab, q: Lab) => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2

/** Averages a frame to at most maxColumns × maxRows cells, never more than it has pixels. */
export function labCells(frame: RgbFrame, maxColumns: number, maxRows: number): Lab[] {
  const [columns, rows] = [Math.min(maxColumns, frame.width), Math.min(maxRows, frame.height)]
  const means = meanCells(frame, columns, rows)
  return Array.from({ length: columns * rows }, (_, i) => toLab(means[i * 3]!, means[i * 3 + 1]!, means[i * 3 + 2]!))
}

/** Returns the mean of each cell over all frames as integers L, a, b: small enough to store and compare for every clip. */
export function colorLayout(frames: readonly RgbFrame[]): number[] {
  const layouts = frames.map(frame => labCells(frame, 4, 4).flat())
  return Array.from({ length: 48 }, (_, i) => {
    const mean = layouts.reduce((sum, layout) => sum + layout[i]!, 0) / Math.max(1, layouts.length)
    return Math.round(Math.min(127, Math.max(-128, mean))) + 0 // avoids −0
  })
}

/** Returns the mean lightness, 0 (black) to 1 (white). */
export function brightness(frames: readonly RgbFrame[]): number {
  const cells = frames.flatMap(frame => labCells(frame, 16, 16))
  return cells.reduce((sum, [L]) => sum + L, 0) / Math.max(1, cells.length) / 100
}
