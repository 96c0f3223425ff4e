/** The signed link to an unpaid invoice, by which it can be paid by card without an account. */
import type { Config } from '#platform/config.server.ts'
import { isValidSignature, sign, type Secrets } from '#platform/security/secrets.server.ts'

type LinkDeps = { config: Pick<Config, 'public_url'>; secret: Secrets }

const getSignedText = (number: string) => `invoice-payment\n${number}`

/** Returns the URL. It shows and takes nothing once the invoice is paid or canceled. */
export const createPaymentUrl = ({ config, secret }: LinkDeps, number: string): string =>
  new URL(`/pay/${number}/${sign(secret, getSignedText(number))}`, config.public_url).href

export const isValidPaymentLink = (secret: Secrets, number: string, signature: string): boolean =>
  isValidSignature(secret, getSignedText(number), signature)
