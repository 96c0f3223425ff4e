/** States of a clip and the changes that editors can make between them. */
import type { StaffAction } from '#platform/audit/staff-actions.ts'

export const clipStates = ['draft', 'in_review', 'published', 'withdrawn'] as const
export type ClipState = (typeof clipStates)[number]

type StatusChange = {
  from: ClipState
  to: ClipState
  /** The filmmaker is notified, so a reason is required. */
  needs_reason: boolean
  /** The action in the audit log. */
  action: StaffAction
}

export const clipStatusChanges = {
  publish: { from: 'in_review', to: 'published', needs_reason: false, action: 'published' },
  send_back: { from: 'in_review', to: 'draft', needs_reason: true, action: 'returned' },
  review: { from: 'draft', to: 'in_review', needs_reason: false, action: 'submitted' },
  withdraw: { from: 'published', to: 'withdrawn', needs_reason: true, action: 'withdrawn' },
  bring_back: { from: 'withdrawn', to: 'published', needs_reason: false, action: 'restored' },
} as const satisfies Record<string, StatusChange>

export type ClipStatusChange = keyof typeof clipStatusChanges
export const clipStatusChangeNames = Object.keys(clipStatusChanges) as ClipStatusChange[]

export const listStatusChanges = (state: ClipState): ClipStatusChange[] =>
  clipStatusChangeNames.filter(name => clipStatusChanges[name].from === state)

export const clipStateLabels: Record<ClipState, string> = {
  draft: 'Draft',
  in_review: 'In review',
  published: 'Published',
  withdrawn: 'Withdrawn',
}

/** Returns why a clip in this state cannot make a change, undefined if it can. */
export const explainRefusedChange = (state: ClipState, move: ClipStatusChange): string | undefined => {
  const { from } = clipStatusChanges[move]
  if (from === state) return undefined
  if (from === 'in_review' && state === 'draft')
    return 'It is a draft again: its filmmaker recalled it, or a colleague sent it back.'
  return `It is ${clipStateLabels[state].toLowerCase()}, not ${clipStateLabels[from].toLowerCase()}.`
}
