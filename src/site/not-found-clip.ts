import { brand } from '#platform/brand.ts'

/** Input for `getClip` on the 404 page. A shop without this clip shows the text alone. */
export const notFoundClipInput = { params: { id: String(brand.not_found_clip_id) } }
