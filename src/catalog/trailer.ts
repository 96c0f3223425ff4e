/** What plays on a collection's picture. Pure. */
import type { CollectionCard } from './collections-contract.ts'

/** The spec's place of the hover trailer among a preview's videos: the third. */
const hover_video = 2

export const trailerOf = ({ trailer_video_data }: Pick<CollectionCard, 'trailer_video_data'>): string | undefined =>
  trailer_video_data?.preview.videos[hover_video]?.url
