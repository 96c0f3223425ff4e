import type { CollectionState } from '../../../collection-states.ts'

export const collectionStateTones: Record<CollectionState, 'good' | 'bad' | undefined> = {
  draft: undefined,
  published: 'good',
  withdrawn: 'bad',
}

/** "12 clips", or "12 clips, 3 published". */
export const formatClipCounts = ({ clips, published_clips }: { clips: number; published_clips: number }): string =>
  `${clips === 1 ? '1 clip' : `${clips.toLocaleString('en-US')} clips`}${
    clips === published_clips ? '' : `, ${published_clips.toLocaleString('en-US')} published`
  }`
