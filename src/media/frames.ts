/** Decoded pictures in memory, at the size that the descriptors need. */

/** Interleaved 8-bit RGB, row by row: 3 × width × height bytes. */
export type RgbFrame = { width: number; height: number; data: Uint8Array }

/** 8-bit luma, row by row: width × height bytes. */
export type GrayFrame = { width: number; height: number; data: Uint8Array }

/** Splits raw video into frames, without an incomplete last one. */
export function splitFrames(raw: Uint8Array, size: { width: number; height: number }, channels: 1 | 3) {
  const bytes = size.width * size.height * channels
  return Array.from({ length: Math.floor(raw.length / bytes) }, (_, i) => ({
    ...size,
    data: raw.subarray(i * bytes, (i + 1) * bytes),
  }))
}

/** Averages a frame to columns × rows cells. Returns 3 numbers (0…255, not rounded) per cell. */
export function meanCells({ width, height, data }: RgbFrame, columns: number, rows: number): Float64Array {
  const sums = new Float64Array(columns * rows * 3)
  const counts = new Uint32Array(columns * rows)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * rows) / height) * columns
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor((x * columns) / width)
      const at = (y * width + x) * 3
      counts[cell]! += 1
      for (let c = 0; c < 3; c++) sums[cell * 3 + c]! += data[at + c]!
    }
  }
  return sums.map((sum, i) => sum / Math.max(1, counts[Math.floor(i / 3)]!))
}

/** Converts to Rec. 709 luma. */
export function toGray({ width, height, data }: RgbFrame): GrayFrame {
  const gray = new Uint8Array(width * height)
  for (let i = 0; i < gray.length; i++)
    gray[i] = Math.round(0.2126 * data[i * 3]! + 0.7152 * data[i * 3 + 1]! + 0.0722 * data[i * 3 + 2]!)
  return { width, height, data: gray }
}
