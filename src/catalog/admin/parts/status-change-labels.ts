/** Texts of the buttons and dialogs for each status change. */
import type { ClipStatusChange } from '../../review.ts'

type StatusChangeLabels = {
  label: string
  busy: string
  /** The effect in one sentence. */
  effect: string
  /** Completes a sentence such as "3 clips are published." */
  done: string
  danger?: true
}

export const statusChangeLabels: Record<ClipStatusChange, StatusChangeLabels> = {
  publish: { label: 'Publish', busy: 'Publishing…', effect: 'Buyers find and license it at once.', done: 'published' },
  send_back: {
    label: 'Send back',
    busy: 'Sending back…',
    effect: 'It is a draft again; its filmmaker reads your reason.',
    done: 'sent back',
  },
  review: {
    label: 'Put in review',
    busy: 'Putting in review…',
    effect: 'It goes back into our review queue.',
    done: 'in review',
  },
  withdraw: {
    label: 'Withdraw',
    busy: 'Withdrawing…',
    effect: 'It leaves the search and every cart, with a notice. Existing licenses stay valid.',
    done: 'withdrawn',
    danger: true,
  },
  bring_back: {
    label: 'Bring back',
    busy: 'Bringing back…',
    effect: 'It returns to the search and is for sale again.',
    done: 'published again',
  },
}
