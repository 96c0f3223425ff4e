/** The WebVTT file that maps positions in a clip to tiles of its sprite sheet. */
import type { SpriteGrid } from './rendition-set.ts'

const pad2 = (n: number) => String(n).padStart(2, '0')

/** Formats milliseconds: 3723456 → "01:02:03.456" */
export function formatVttTime(ms: number): string {
  const t = Math.round(ms)
  const seconds = `${pad2(Math.floor(t / 1000) % 60)}.${String(t % 1000).padStart(3, '0')}`
  return `${pad2(Math.floor(t / 3_600_000))}:${pad2(Math.floor(t / 60_000) % 60)}:${seconds}`
}

/** Returns one cue per tile, each with a media fragment of the sheet (`sheet.webp#xywh=x,y,w,h`). */
export function renderSpriteVtt(sheet: string, grid: SpriteGrid): string {
  const cues = Array.from({ length: grid.tiles }, (_, i) => {
    const x = (i % grid.columns) * grid.tile_width
    const y = Math.floor(i / grid.columns) * grid.tile_height
    const from = formatVttTime(i * grid.interval_ms)
    const to = formatVttTime((i + 1) * grid.interval_ms)
    return `${from} --> ${to}\n${sheet}#xywh=${x},${y},${grid.tile_width},${grid.tile_height}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}
