/** States of an upload and its clip, for filmmakers and staff. */

/** As stored. From `taken` on, the clip determines the state. */
export type StoredUploadState = 'uploading' | 'checking' | 'failed' | 'refused' | 'accepted'
type ClipStatus = 'draft' | 'in_review' | 'published' | 'withdrawn'

type UploadStateInfo = {
  label: string
  tone: 'good' | 'waiting' | 'bad' | 'over'
  /** Actions that the filmmaker can take. */
  next: readonly ('send' | 'check' | 'remove' | 'describe' | 'delete' | 'take_back' | 'see')[]
}

export const uploadStates = {
  uploading: { label: 'Uploading', tone: 'waiting', next: ['send', 'remove'] },
  checking: { label: 'Checking', tone: 'waiting', next: [] },
  // An error on our side: the bytes are still stored.
  failed: { label: 'Failed', tone: 'bad', next: ['check', 'remove'] },
  refused: { label: 'Refused', tone: 'bad', next: ['remove'] },
  needs_details: { label: 'Needs details', tone: 'waiting', next: ['describe', 'delete'] },
  declined: { label: 'Declined', tone: 'bad', next: ['describe', 'delete'] },
  in_review: { label: 'In review', tone: 'waiting', next: ['take_back'] },
  published: { label: 'In the shop', tone: 'good', next: ['see'] },
  withdrawn: { label: 'Withdrawn', tone: 'over', next: [] },
} as const satisfies Record<string, UploadStateInfo>

export type UploadState = keyof typeof uploadStates
export const uploadStateNames = Object.keys(uploadStates) as UploadState[]

/** `review_note` is the editors' reason for declining the clip, or empty. */
export const clipState = ({ status, review_note }: { status: ClipStatus; review_note: string }): UploadState =>
  status === 'draft' ? (review_note === '' ? 'needs_details' : 'declined') : status

/** `clip` is null when the upload has not become a clip. */
export const stateOf = (
  stored: StoredUploadState,
  clip: { status: ClipStatus; review_note: string } | null,
): UploadState => (stored === 'accepted' ? (clip ? clipState(clip) : 'withdrawn') : stored)

export const canDo = (state: UploadState, action: UploadStateInfo['next'][number]): boolean =>
  (uploadStates[state].next as readonly string[]).includes(action)
