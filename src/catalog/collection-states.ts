/** States of a curated collection and the changes between them. */
import type { StaffAction } from '#platform/audit/staff-actions.ts'

export const collectionStates = ['draft', 'published', 'withdrawn'] as const
export type CollectionState = (typeof collectionStates)[number]

export const collectionStatusChanges = {
  publish: { from: ['draft', 'withdrawn'], to: 'published', action: 'published' },
  withdraw: { from: ['published'], to: 'withdrawn', action: 'withdrawn' },
} as const satisfies Record<string, { from: readonly CollectionState[]; to: CollectionState; action: StaffAction }>
export type CollectionStatusChange = keyof typeof collectionStatusChanges

export const collectionStateLabels: Record<CollectionState, string> = {
  draft: 'Draft',
  published: 'Published',
  withdrawn: 'Withdrawn',
}

/** The most clips that an editor can still put in order. */
export const MAX_MEMBERS = 5_000
/** The most clips to add or remove in one request; the search is updated at once. */
export const MAX_CLIPS_PER_REQUEST = 200
