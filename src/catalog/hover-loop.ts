/** What an element needs so that its `<picture>` answers to pointer, focus and fingers; `preview/` does the rest, for all of a page at once. */
import type { GridClip } from './grid-clip.ts'

/** Moves while it is touched. Without an address it stays still. */
export const hoverLoop = (url: string | undefined) => (url ? { 'data-loop': url } : {})

/** A clip: moves, can be scrubbed and looked at large. What flashes never plays by itself. */
export const clipPreview = ({ id, flashing, movie }: GridClip) => ({
  'data-clip': id,
  ...hoverLoop(flashing ? undefined : movie.public_paths.hover),
})
