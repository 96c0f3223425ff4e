/** What can become of a quote or custom cart, and what is said when it cannot be paid. */

export const quoteStates = ['open', 'paying', 'accepted', 'expired', 'declined', 'revoked'] as const
export type QuoteState = (typeof quoteStates)[number]

/** In a buyer's words. */
export const quoteLabels: Readonly<Record<QuoteState, string>> = {
  open: 'Open',
  paying: 'Payment being confirmed',
  accepted: 'Accepted',
  expired: 'Expired',
  declined: 'Declined',
  revoked: 'Withdrawn',
}

type Facts = { state: string; cart_state: string; expires_at: Date }

/** What was paid stays accepted, and what is being paid in time is let through. */
export const stateOf = ({ state, cart_state, expires_at }: Facts, now: Date): QuoteState => {
  if (cart_state === 'ordered') return 'accepted'
  if (cart_state === 'paying') return 'paying'
  if (state === 'declined' || state === 'revoked') return state
  return now.getTime() >= expires_at.getTime() ? 'expired' : 'open'
}

/** Status and sentence of the refusal; undefined for those that can be paid, or are being paid. */
export const closedOf = (kind: string, state: QuoteState): { status: 409 | 410; text: string } | undefined => {
  const what = kind === 'quote' ? 'quote' : 'cart'
  switch (state) {
    case 'open':
    case 'paying':
      return undefined
    case 'accepted':
      return { status: 410, text: `This ${what} has been paid for already.` }
    case 'expired':
      return { status: 410, text: `This ${what} has expired. Please ask us to renew it; nothing has been charged.` }
    case 'declined':
      return { status: 409, text: `This ${what} was declined. Please ask us for a new one; nothing has been charged.` }
    case 'revoked':
      return {
        status: 410,
        text: `This ${what} is no longer available. Please ask us about it; nothing has been charged.`,
      }
  }
}
