/** Why a bank usually returns a debit, for pages and mails. */
export const RETURNED_DEBIT_TEXT =
  'Usually there wasn’t enough money in the account, or it doesn’t allow debits. Your bank can tell you which.'
