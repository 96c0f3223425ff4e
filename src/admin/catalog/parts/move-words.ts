/** What the buttons and dialogs say of each move. */
import type { ClipMove } from '#catalog/review.ts'

type MoveWords = {
  label: string
  busy: string
  /** What happens, in a sentence. */
  what: string
  /** After how many: "3 clips are published." */
  done: string
  danger?: true
}

export const moveWords: Record<ClipMove, MoveWords> = {
  publish: { label: 'Publish', busy: 'Publishing…', what: 'Buyers find and license it at once.', done: 'published' },
  send_back: {
    label: 'Send back',
    busy: 'Sending back…',
    what: 'It is a draft again; its filmmaker reads your reason.',
    done: 'sent back',
  },
  review: { label: 'Put in review', busy: 'Putting in review…', what: 'It waits for us again.', done: 'in review' },
  withdraw: {
    label: 'Withdraw',
    busy: 'Withdrawing…',
    what: 'It leaves the search and every cart, with a notice. Who licensed it keeps it.',
    done: 'withdrawn',
    danger: true,
  },
  bring_back: {
    label: 'Bring back',
    busy: 'Bringing back…',
    what: 'It is in the search and for sale again.',
    done: 'published again',
  },
}
