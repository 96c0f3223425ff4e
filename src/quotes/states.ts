/** The states of a quote or custom cart, and the error when it cannot be paid. */

export const quoteStates = ['open', 'paying', 'accepted', 'expired', 'declined', 'revoked'] as const
export type QuoteState = (typeof quoteStates)[number]

/** Labels for buyers. */
export const quoteLabels: Readonly<Record<QuoteState, string>> = {
  open: 'Open',
  paying: 'Payment being confirmed',
  accepted: 'Accepted',
  expired: 'Expired',
  declined: 'Declined',
  revoked: 'Withdrawn',
}

type QuoteStateInput = { state: string; cart_state: string; expires_at: Date }

/** A paid offer stays accepted, and a payment that started in time may finish after the expiry. */
export const getQuoteState = ({ state, cart_state, expires_at }: QuoteStateInput, now: Date): QuoteState => {
  if (cart_state === 'ordered') return 'accepted'
  if (cart_state === 'paying') return 'paying'
  if (state === 'declined' || state === 'revoked') return state
  return now.getTime() >= expires_at.getTime() ? 'expired' : 'open'
}

/** Returns the status and message of the error; undefined for an offer that can be paid or is being paid. */
export const getClosedError = (kind: string, state: QuoteState): { status: 409 | 410; text: string } | undefined => {
  const noun = kind === 'quote' ? 'quote' : 'cart'
  switch (state) {
    case 'open':
    case 'paying':
      return undefined
    case 'accepted':
      return { status: 410, text: `This ${noun} has been paid for already.` }
    case 'expired':
      return { status: 410, text: `This ${noun} has expired. Please ask us to renew it; nothing has been charged.` }
    case 'declined':
      return { status: 409, text: `This ${noun} was declined. Please ask us for a new one; nothing has been charged.` }
    case 'revoked':
      return {
        status: 410,
        text: `This ${noun} is no longer available. Please ask us about it; nothing has been charged.`,
      }
  }
}
