import type { Company } from '#platform/settings/company.ts'

/** Input for `getClip` on the 404 page. A shop without this clip shows the text alone. */
export const notFoundClipInput = ({ not_found_clip_id }: Company) => ({
  params: { id: String(not_found_clip_id ?? 0) },
})
