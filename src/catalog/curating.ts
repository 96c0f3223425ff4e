/** What our editors can do about a curated collection: from where, to where. A shoot is seen by its clips alone. */
export const collectionStates = ['draft', 'published', 'withdrawn'] as const
export type CollectionState = (typeof collectionStates)[number]

export const collectionMoves = {
  publish: { from: ['draft', 'withdrawn'], to: 'published', action: 'Published' },
  withdraw: { from: ['published'], to: 'withdrawn', action: 'Withdrawn' },
} as const satisfies Record<string, { from: readonly CollectionState[]; to: CollectionState; action: string }>
export type CollectionMove = keyof typeof collectionMoves

export const collectionWords: Record<CollectionState, string> = {
  draft: 'Draft',
  published: 'Published',
  withdrawn: 'Withdrawn',
}

/** So many clips somebody can still put in order. */
export const most_members = 5_000
/** Put in or taken out at a time: the search follows at once. */
export const most_at_once = 200
