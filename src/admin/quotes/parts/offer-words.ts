/** How our people read what has become of an offer. */
import { quoteLabels, type QuoteState } from '#quotes/states.ts'

const tones: Partial<Record<QuoteState, 'good' | 'bad'>> = { accepted: 'good', declined: 'bad', expired: 'bad' }

export const offerState = (state: QuoteState) => ({ label: quoteLabels[state], tone: tones[state] })

export const kindWords = { quote: 'Quote', custom: 'Custom cart' } as const
