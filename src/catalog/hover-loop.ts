/** Props that let an element’s `<picture>` react to pointer, focus and touch; `preview/` has one set of handlers for the whole page. */
import type { GridClip } from './grid-clip.ts'

/** Plays a loop on hover or touch. Without a URL the picture stays still. */
export const hoverLoopProps = (url: string | undefined) => (url ? { 'data-loop': url } : {})

/** Makes a clip’s card play, scrub and open a quick preview. Flashing clips never autoplay. */
export const clipPreviewProps = ({ id, flashing, movie }: GridClip) => ({
  'data-clip': id,
  ...hoverLoopProps(flashing ? undefined : movie.public_paths.hover),
})
