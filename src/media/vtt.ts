/** The WebVTT that maps moments of a clip to tiles of its scrub sheet. */
import type { SpriteGrid } from './rendition-set.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** 3723456 → "01:02:03.456" */
export function vttTime(ms: number): string {
  const t = Math.round(ms)
  const seconds = `${two(Math.floor(t / 1000) % 60)}.${String(t % 1000).padStart(3, '0')}`
  return `${two(Math.floor(t / 3_600_000))}:${two(Math.floor(t / 60_000) % 60)}:${seconds}`
}

/** One cue per tile, each pointing into the sheet with a media fragment (`sheet.webp#xywh=x,y,w,h`). */
export function spriteVtt(sheet: string, grid: SpriteGrid): string {
  const cues = Array.from({ length: grid.tiles }, (_, i) => {
    const x = (i % grid.columns) * grid.tile_width
    const y = Math.floor(i / grid.columns) * grid.tile_height
    const from = vttTime(i * grid.interval_ms)
    const to = vttTime((i + 1) * grid.interval_ms)
    return `${from} --> ${to}\n${sheet}#xywh=${x},${y},${grid.tile_width},${grid.tile_height}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}
