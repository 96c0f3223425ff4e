import type { CollectionState } from '#catalog/curating.ts'

export const collectionTones: Record<CollectionState, 'good' | 'bad' | undefined> = {
  draft: undefined,
  published: 'good',
  withdrawn: 'bad',
}

/** "12 clips", "12 clips, 3 of them published". */
export const clipsInWords = ({ clips, published_clips }: { clips: number; published_clips: number }): string =>
  `${clips === 1 ? '1 clip' : `${clips.toLocaleString('en-US')} clips`}${
    clips === published_clips ? '' : `, ${published_clips.toLocaleString('en-US')} published`
  }`
