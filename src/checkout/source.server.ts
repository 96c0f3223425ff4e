/** What exactly a sale charges, made sure of before it is sent: something kept, something new, a PayPal account just this once. */
import type { Gateway, Source } from '#payments/gateway.server.ts'
import type { Declined } from '#payments/outcome.ts'
import { three_d_secure, wasNotTheHolder, type NonceFacts } from '#payments/three-d-secure.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/message.ts'
import { useOnce } from '#platform/once.server.ts'

import type { Attempt } from './attempts.server.ts'
import type { CheckoutBody } from './contract.ts'
import { tokenOfMethod } from './kept-method.server.ts'
import { putOnTrial } from './on-trial.server.ts'

type SourceDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>
type Found = { kind: 'found'; source: Source } | Declined

/** Never throws: whatever goes wrong here is a no, for nothing has been charged. */
export const sourceOf = async (
  deps: SourceDeps,
  gateway: Gateway,
  attempt: Attempt,
  { nonce, remember_payment_method: is_kept }: Pick<CheckoutBody, 'nonce' | 'remember_payment_method'>,
): Promise<Found> => {
  const { payment_type, payment_method_id } = attempt
  try {
    const said = nonce === null || payment_type === 'ach' ? undefined : await nonceOf(gateway, nonce, payment_type)
    if (said?.kind === 'declined') return said
    if (payment_method_id !== null) return await kept(deps, gateway, payment_method_id, payment_type, nonce, said)
    if (nonce === null) return no('nonce', 'There is none.')
    // A buyer who wants it forgotten is asked by PayPal each time.
    if (payment_type === 'paypal' && !is_kept) return { kind: 'found', source: { nonce } }
    const put = await putOnTrial(deps, gateway, attempt, { nonce, is_kept })
    if (put.kind === 'declined') return put
    return payment_type === 'card' ? await askedCard(gateway, put.token, said) : found(put.token)
  } catch (error) {
    return no('not_checked', messageOf(error))
  }
}

const found = (token: string, three_d_secure_id: string | null = null): Found => ({
  kind: 'found',
  source: { token, three_d_secure_id },
})
const no = (code: string, reason: string): Declined => ({ kind: 'declined', transaction_id: null, code, reason })

/** What a nonce stands for. One of another kind than it is said to be is refused: each kind has checks of its own. */
const nonceOf = async (gateway: Gateway, nonce: string, payment_type: string): Promise<NonceFacts | Declined> => {
  const said = await gateway.nonceFacts(nonce)
  if (said.kind !== 'found') return no('not_checked', said.reason)
  if (said.type !== payment_type) return no('nonce', `It stands for ${said.type ?? 'something else'}.`)
  if (said.consumed) return no('nonce', 'It was used before.')
  return wasNotTheHolder(said) ? no(three_d_secure, said.status ?? '') : said
}

/** Charged by its own name, so it is here that a nonce is used up. */
const kept = async (
  deps: SourceDeps,
  gateway: Gateway,
  payment_method_id: number,
  payment_type: string,
  nonce: string | null,
  said: NonceFacts | undefined,
): Promise<Found> => {
  const token = await tokenOfMethod(deps.db, payment_method_id)
  if (payment_type !== 'card') return found(token)
  if (nonce !== null && !(await useOnce(deps.db, nonce, laterThanAnyNonce(deps))))
    return no('nonce', 'It was used before.')
  return askedCard(gateway, token, said)
}

/** The bank's answer goes with the card into its sale. A card whose holder has to be asked is charged only when they were. */
const askedCard = async (gateway: Gateway, token: string, said: NonceFacts | undefined): Promise<Found> => {
  if (said?.liability_shifted) return found(token, said.authentication_id)
  const { requires_3ds } = await gateway.offer(token)
  return requires_3ds ? no(three_d_secure, said?.status ?? 'The holder was not asked.') : found(token)
}

/** The gateway forgets nonces after three hours. */
const laterThanAnyNonce = ({ clock }: Pick<Deps, 'clock'>) => new Date(clock.now().getTime() + 24 * 3_600_000)
