/** Labels of offers for staff. */
import { quoteLabels, type QuoteState } from '../../states.ts'

const tones: Partial<Record<QuoteState, 'good' | 'bad'>> = { accepted: 'good', declined: 'bad', expired: 'bad' }

export const getOfferStateLabel = (state: QuoteState) => ({ label: quoteLabels[state], tone: tones[state] })

export const kindLabels = { quote: 'Quote', custom: 'Custom cart' } as const
