/** Services that confirm bank accounts for a payment provider: when one of them says no, its name stands in the provider's message. */
import { Refusal } from '#platform/refusal.ts'

/** Matched as words of their own, whatever their case. */
export const bankChecks = [
  'Plaid',
  'GIACT',
  'gVerify',
  'gAuthenticate',
  'Yodlee',
  'Finicity',
  'MX Technologies',
  'MicroBilt',
  'Trustly',
  'TeleCheck',
  'Early Warning Services',
  'ValidiFi',
] as const

const named = new RegExp(`\\b(?:${bankChecks.join('|')})\\b`, 'i')

/** Whether a processor's message names one of them. */
export const namesBankCheck = (message: string): boolean => named.test(message)

/** What a refusal tells a client of a bank account that such a service did not confirm; the message itself stays with us. */
export const bankCheckMeta = (message: string): { bank_not_confirmed?: true } =>
  namesBankCheck(message) ? { bank_not_confirmed: true } : {}

/** Whether a payment or a bank account came to nothing for that reason: our server says so, or the provider's own form. */
export const isBankNotConfirmed = (error: unknown): boolean => {
  if (error instanceof Refusal) return error.meta['bank_not_confirmed'] === true
  return error instanceof Error && (namesBankCheck(error.message) || isBankNotConfirmed(error.cause))
}
