/**
 * Services that verify bank accounts for a payment provider: when one declines, its name is in the provider’s message.
 */
import { Refusal } from '#platform/http/refusal.ts'

/** Matched as whole words, case-insensitively. */
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

const BANK_CHECK_PATTERN = new RegExp(`\\b(?:${bankChecks.join('|')})\\b`, 'i')

/** Returns whether a processor’s message names one of them. */
export const namesBankCheck = (message: string): boolean => BANK_CHECK_PATTERN.test(message)

/** The refusal metadata for a bank account that such a service did not confirm; the message itself is not exposed. */
export const bankCheckMeta = (message: string): { bank_not_confirmed?: true } =>
  namesBankCheck(message) ? { bank_not_confirmed: true } : {}

/**
 * Returns whether a payment or bank account failed for that reason, as reported by our server or by the provider’s
 * form.
 */
export const isBankNotConfirmed = (error: unknown): boolean => {
  if (error instanceof Refusal) return error.meta['bank_not_confirmed'] === true
  return error instanceof Error && (namesBankCheck(error.message) || isBankNotConfirmed(error.cause))
}
