/** What an upload can be, and what its clip makes of it: one table for filmmakers and our own people. */

/** As the table keeps it; `taken` is a clip, and from then on the clip says how it stands. */
export type KeptState = 'uploading' | 'checking' | 'failed' | 'refused' | 'taken'
type ClipStatus = 'draft' | 'in_review' | 'published' | 'withdrawn'

type StateFacts = {
  label: string
  tone: 'good' | 'waiting' | 'bad' | 'over'
  /** What its filmmaker can do now. */
  next: readonly ('send' | 'check' | 'remove' | 'describe' | 'delete' | 'take_back' | 'see')[]
}

export const uploadStates = {
  uploading: { label: 'Uploading', tone: 'waiting', next: ['send', 'remove'] },
  checking: { label: 'Checking', tone: 'waiting', next: [] },
  // Our machine's fault: what was sent is there still.
  failed: { label: 'Failed', tone: 'bad', next: ['check', 'remove'] },
  refused: { label: 'Refused', tone: 'bad', next: ['remove'] },
  needs_details: { label: 'Needs details', tone: 'waiting', next: ['describe', 'delete'] },
  declined: { label: 'Declined', tone: 'bad', next: ['describe', 'delete'] },
  in_review: { label: 'In review', tone: 'waiting', next: ['take_back'] },
  published: { label: 'In the shop', tone: 'good', next: ['see'] },
  withdrawn: { label: 'Withdrawn', tone: 'over', next: [] },
} as const satisfies Record<string, StateFacts>

export type UploadState = keyof typeof uploadStates
export const uploadStateNames = Object.keys(uploadStates) as UploadState[]

/** `review_note`: why the editors sent it back; empty while they have not. */
export const clipState = ({ status, review_note }: { status: ClipStatus; review_note: string }): UploadState =>
  status === 'draft' ? (review_note === '' ? 'needs_details' : 'declined') : status

/** null: it is no clip yet. */
export const stateOf = (kept: KeptState, clip: { status: ClipStatus; review_note: string } | null): UploadState =>
  kept === 'taken' ? (clip ? clipState(clip) : 'withdrawn') : kept

export const mayDo = (state: UploadState, what: StateFacts['next'][number]): boolean =>
  (uploadStates[state].next as readonly string[]).includes(what)
