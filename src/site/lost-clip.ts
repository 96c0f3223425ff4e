import { brand } from '#platform/brand.ts'

/** What to ask for where nothing was found; a shop without this clip shows the words alone. */
export const lostClip = { params: { id: String(brand.lost_clip_id) } }
