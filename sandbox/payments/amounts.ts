/** How the gateway parses amounts and decides by them. */

export type AmountError = { code: string; message: string }

/** Parses "12", "12.5" or 12.34 into cents, or returns the validation error. */
export function parseAmount(value: unknown): { cents: number } | { mistake: AmountError } {
  if (value === undefined || value === null || value === '') return mistake('81502', 'Amount is required.')
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (/^-\d/.test(text)) return mistake('81501', 'Amount cannot be negative.')
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return mistake('81503', 'Amount is an invalid format.')
  const [, dollars = '', fraction = ''] = match
  if (dollars.length > 9) return mistake('81528', 'Amount is too large.')
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'))
  return cents === 0 ? mistake('81531', 'Amount must be greater than zero.') : { cents }
}

const mistake = (code: string, message: string) => ({ mistake: { code, message } })

/** Formats cents as on the wire: 120050 → "1200.50". */
export const formatAmount = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

export type ProcessorDecision = {
  result: 'approved' | 'processor_declined' | 'failed' | 'gateway_rejected'
  code: string
  text: string
  gateway_rejection_reason?: string
  settles_as: 'settled' | 'settlement_declined' | 'settlement_pending'
}

const approved: ProcessorDecision = { result: 'approved', code: '1000', text: 'Approved', settles_as: 'settled' }

/** Decides by the amount, as Braintree documents for its sandbox. Without `strict` every amount is approved. */
export function decideByAmount(cents: number, strict: boolean): ProcessorDecision {
  if (!strict) return approved
  const dollars = Math.floor(cents / 100)
  if (cents === 500_100)
    return {
      ...approved,
      result: 'gateway_rejected',
      code: '',
      text: '',
      gateway_rejection_reason: 'application_incomplete',
    }
  if (cents === 500_101) return declined('2038')
  if (dollars >= 2000 && dollars <= 2999) return declined(String(dollars))
  if (dollars === 3000) return { ...approved, result: 'failed', code: '3000', text: processorText('3000') }
  if (dollars === 4001) return { ...approved, settles_as: 'settlement_declined' }
  if (dollars === 4002) return { ...approved, settles_as: 'settlement_pending' }
  return approved
}

const declined = (code: string): ProcessorDecision => ({
  ...approved,
  result: 'processor_declined',
  code,
  text: processorText(code),
})

const processorTexts: Record<string, string> = {
  '2000': 'Do Not Honor',
  '2001': 'Insufficient Funds',
  '2002': 'Limit Exceeded',
  '2003': "Cardholder's Activity Limit Exceeded",
  '2004': 'Expired Card',
  '2005': 'Invalid Credit Card Number',
  '2006': 'Invalid Expiration Date',
  '2007': 'No Account',
  '2008': 'Card Account Length Error',
  '2009': 'No Such Issuer',
  '2010': 'Card Issuer Declined CVV',
  '2011': 'Voice Authorization Required',
  '2012': 'Processor Declined - Possible Lost Card',
  '2013': 'Processor Declined - Possible Stolen Card',
  '2014': 'Processor Declined - Fraud Suspected',
  '2015': 'Transaction Not Allowed',
  '2099': 'Cardholder Authentication Required',
  '3000': 'Processor Network Unavailable - Try Again',
}

/** The processor's text for a response code. */
export const processorText = (code: string) => processorTexts[code] ?? 'Processor Declined'
