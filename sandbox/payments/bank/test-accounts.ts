/** The published bank accounts, two of our own, and what their bank answers. No other account number is accepted anywhere. */

/** `settles`: debits of it go through. A code: what a check of it, or a debit of it unchecked, comes back with. */
type TestAccount = { settles: boolean; code: string; text: string; refused?: Refused }

/** A debit of it is declined at once, although its check was good. */
type Refused = { code: string; text: string }

const good = (code: string, text: string): TestAccount => ({ settles: true, code, text })
const bad = (code: string, text: string): TestAccount => ({ settles: false, code, text })
const unsupported = 'Processor Declined'
/** In the processor's message stands who confirms accounts for it. */
const unconfirmed = { code: '2046', text: 'Declined by GIACT: account could not be confirmed' }

export const testAccounts: ReadonlyMap<string, TestAccount> = new Map([
  ['1000000000', good('1000', 'Approved')],
  ['1000000001', good('1003', 'Approved with Risk')],
  ['1000000002', bad('3000', 'Processor Network Unavailable - Try Again')],
  ['1000000003', bad('2038', unsupported)],
  ['1000000004', bad('2046', 'Declined')],
  ['1000000005', bad('2061', 'Invalid Transaction Data')],
  ['1000000006', bad('2092', 'No Data Found - Try Another Verification Method')],
  ['1000000007', bad('2092', 'No Data Found - Try Another Verification Method')],
  ['1000000008', bad('2061', 'Invalid Transaction Data')],
  ['1000000009', bad('2038', unsupported)],
  ['1000000010', bad(unconfirmed.code, unconfirmed.text)],
  ['1000000011', { ...good('1000', 'Approved'), refused: unconfirmed }],
])

/** The two small deposits, in cents, by which somebody shows that an account is theirs. */
export const microDeposits = [17, 29] as const

/** How many wrong pairs are taken before the account cannot be confirmed any more. */
export const mostWrongGuesses = 5

const banks: Record<string, string> = {
  '011000015': 'Federal Reserve Bank',
  '021000021': 'JPMorgan Chase Bank',
  '071000013': 'JPMorgan Chase Bank',
  '122105155': 'U.S. Bank',
}

/** The bank that a routing number belongs to; the sandbox knows a few. */
export const bankOf = (routing_number: string) => banks[routing_number] ?? 'Sandbox Savings & Loan'

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/** Whether nine digits are a routing number: the checksum is right. */
export const isRoutingNumber = (text: string) =>
  /^\d{9}$/.test(text) &&
  text !== '000000000' &&
  weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 10 === 0
