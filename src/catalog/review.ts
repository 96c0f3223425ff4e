/** What our editors can do about a clip's state: from where, to where, and whether they have to say why. */
export const clipStates = ['draft', 'in_review', 'published', 'withdrawn'] as const
export type ClipState = (typeof clipStates)[number]

type Move = {
  from: ClipState
  to: ClipState
  /** Its filmmaker is told: a reason is needed. */
  needs_reason: boolean
  /** As our records have it. */
  action: string
}

export const clipMoves = {
  publish: { from: 'in_review', to: 'published', needs_reason: false, action: 'Published' },
  send_back: { from: 'in_review', to: 'draft', needs_reason: true, action: 'Sent back' },
  review: { from: 'draft', to: 'in_review', needs_reason: false, action: 'Put in review' },
  withdraw: { from: 'published', to: 'withdrawn', needs_reason: true, action: 'Withdrawn' },
  bring_back: { from: 'withdrawn', to: 'published', needs_reason: false, action: 'Brought back' },
} as const satisfies Record<string, Move>

export type ClipMove = keyof typeof clipMoves
export const clipMoveNames = Object.keys(clipMoves) as ClipMove[]

export const movesFrom = (state: ClipState): ClipMove[] => clipMoveNames.filter(name => clipMoves[name].from === state)

export const stateWords: Record<ClipState, string> = {
  draft: 'Draft',
  in_review: 'In review',
  published: 'Published',
  withdrawn: 'Withdrawn',
}

/** Why a clip in this state cannot make a move, for whoever asked for it. */
export const whyNot = (state: ClipState, move: ClipMove): string | undefined => {
  const { from } = clipMoves[move]
  if (from === state) return undefined
  if (from === 'in_review' && state === 'draft')
    return 'It is a draft again: its filmmaker took it back, or a colleague sent it back.'
  return `It is ${stateWords[state].toLowerCase()}, not ${stateWords[from].toLowerCase()}.`
}
