/** Finds the video that plays on a collection’s cover. */
import type { CollectionCard } from './collections-contract.ts'

/** The hover trailer is the third video in the spec. */
const HOVER_VIDEO_INDEX = 2

export const trailerUrlOf = ({ trailer_video_data }: Pick<CollectionCard, 'trailer_video_data'>): string | undefined =>
  trailer_video_data?.preview.videos[HOVER_VIDEO_INDEX]?.url
