/** The published test bank accounts, two of our own, and the bank's responses. No other account number is accepted. */

/** `settles`: whether debits succeed. `code` and `text`: the response to a verification or to an unverified debit. */
type TestBankAccount = { settles: boolean; code: string; text: string; refused?: DebitDecline }

/** The response that declines every debit of the account, although its verification succeeds. */
type DebitDecline = { code: string; text: string }

const workingAccount = (code: string, text: string): TestBankAccount => ({ settles: true, code, text })
const failingAccount = (code: string, text: string): TestBankAccount => ({ settles: false, code, text })
const PROCESSOR_DECLINED = 'Processor Declined'
/** The processor names the service that verifies accounts for it. */
const unconfirmed = { code: '2046', text: 'Declined by GIACT: account could not be confirmed' }

export const testAccounts: ReadonlyMap<string, TestBankAccount> = new Map([
  ['1000000000', workingAccount('1000', 'Approved')],
  ['1000000001', workingAccount('1003', 'Approved with Risk')],
  ['1000000002', failingAccount('3000', 'Processor Network Unavailable - Try Again')],
  ['1000000003', failingAccount('2038', PROCESSOR_DECLINED)],
  ['1000000004', failingAccount('2046', 'Declined')],
  ['1000000005', failingAccount('2061', 'Invalid Transaction Data')],
  ['1000000006', failingAccount('2092', 'No Data Found - Try Another Verification Method')],
  ['1000000007', failingAccount('2092', 'No Data Found - Try Another Verification Method')],
  ['1000000008', failingAccount('2061', 'Invalid Transaction Data')],
  ['1000000009', failingAccount('2038', PROCESSOR_DECLINED)],
  ['1000000010', failingAccount(unconfirmed.code, unconfirmed.text)],
  ['1000000011', { ...workingAccount('1000', 'Approved'), refused: unconfirmed }],
])

/** The two micro-deposits, in cents, that prove who owns an account. */
export const microDeposits = [17, 29] as const

/** Wrong attempts after which an account can no longer be confirmed. */
export const mostWrongGuesses = 5

const banks: Record<string, string> = {
  '011000015': 'Federal Reserve Bank',
  '021000021': 'JPMorgan Chase Bank',
  '071000013': 'JPMorgan Chase Bank',
  '122105155': 'U.S. Bank',
}

/** The bank of a routing number. The sandbox knows only a few. */
export const bankOf = (routing_number: string) => banks[routing_number] ?? 'Sandbox Savings & Loan'

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/** Whether the text is a routing number: nine digits with a valid checksum. */
export const isRoutingNumber = (text: string) =>
  /^\d{9}$/.test(text) &&
  text !== '000000000' &&
  weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 10 === 0
