/** Paying: what was tried is committed before the gateway is asked, and whatever happens then ends in `settle`. */
import { canSeeOrders } from '#orders/policy.ts'
import { bankCheckMeta } from '#payments/bank-check.ts'
import { beginTry } from '#payments/declines.server.ts'
import type { Gateway } from '#payments/gateway.server.ts'
import type { Outcome } from '#payments/outcome.ts'
import { canChangeMethods } from '#payments/policy.ts'
import type { Member } from '#platform/actor.ts'
import { lookAtProof } from '#platform/captcha/captcha.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { sha256 } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'

import { ask_after_ms, attemptByKey, attemptOfOrder, startAttempt, type Attempt } from './attempts.server.ts'
import { boughtIn } from './bought.server.ts'
import type { CheckoutBody, CheckoutReply } from './contract.ts'
import { failureText } from './failure-text.ts'
import { lockMethod } from './kept-method.server.ts'
import { paidFor } from './paid-for.server.ts'
import { ownCart, type Payable } from './payable.server.ts'
import { needPurchasing } from './ready-cart.server.ts'
import { settle } from './settle.server.ts'
import { sourceOf } from './source.server.ts'

type CheckoutDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'secret'>

/** The job that asks after one attempt, sooner than the sweeper comes by. */
export const ask_job = 'checkout.ask'
const ask_soon_seconds = 5

const key_refusal = 'This Idempotency-Key was used for another payment.'
export const captcha_text = 'Failed to verify reCAPTCHA. Please try again.'

/** Older clients do not say what they saw. */
type Asked = Omit<CheckoutBody, 'seen'> & { seen?: CheckoutBody['seen'] | undefined }
/** `address`: the buyer's IP address, '' when it is not known. */
type Payment = { operation_key: string; body: Asked; payable?: Payable; address?: string }

/**
 * Pays for what whoever asks has in hand: their cart, or what `payable` says. The same key with the same body answers the
 * same, however often and however many at once. Throws 409 for what changed or is being paid, 422 for what was declined,
 * 429 when too many were.
 */
export const pay = async (
  deps: CheckoutDeps,
  gateway: Gateway,
  actor: Member,
  payment: Payment,
): Promise<CheckoutReply> => {
  needPurchasing(actor)
  const begun = await beginPayment(deps, actor, payment)
  if (begun.is_new) {
    // What the workspace pays with from now on is for those who may change its payment methods.
    const remember_payment_method = payment.body.remember_payment_method && canChangeMethods(actor.workspace_role)
    await charge(deps, gateway, begun.attempt, { ...payment.body, remember_payment_method })
  }
  return answerOf(deps.db, begun.attempt.id)
}

/** The first half: order and attempt are written, the cart is held, nothing is charged yet. */
export const beginPayment = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>,
  actor: Member,
  { operation_key, body, payable = ownCart, address = '' }: Payment,
): Promise<{ attempt: Attempt; is_new: boolean }> => {
  // A request that is sent again brings a proof of its own.
  const { 'g-recaptcha-response': proof, ...asked } = body
  const request_hash = sha256(JSON.stringify([actor.user_id, payable.name, asked]))
  const { workspace_id, user_id } = actor
  const known = async (db: Db) => {
    const attempt = await attemptByKey(db, workspace_id, operation_key)
    if (attempt && attempt.request_hash !== request_hash) throw refuse(409, key_refusal)
    return attempt && { attempt, is_new: false }
  }
  const before = await known(deps.db)
  if (before) return before
  const useProof = await lookAtProof(deps, proof, 'checkout_form', captcha_text)
  return deps.db.transaction().execute(async trx => {
    const now = deps.clock.now()
    const begin = await payable.lock(trx, actor)
    // A twin of this request waited for the lock: by now the first one has written its attempt down.
    const twin = await known(trx)
    if (twin) return twin
    const { payment_type, payment_method_id, seen } = body
    const begun = await begin({ seen, payment_type, now })
    if (payment_method_id !== null) await lockMethod(trx, workspace_id, payment_method_id, payment_type)
    // Here, so that a payment that did not begin has not used the proof up.
    await useProof(trx)
    const attempt = await startAttempt(trx, {
      workspace_id,
      user_id,
      operation_key,
      request_hash,
      payment_type,
      payment_method_id,
      ...begun,
      started_at: now,
    })
    if (!attempt) throw refuse(409, key_refusal)
    await beginTry(trx, deps, { user_id, workspace_id, cart_id: attempt.cart_id, address }, attempt.id)
    return { attempt, is_new: true }
  })
}

/** The second half, outside any transaction. */
const charge = async (deps: CheckoutDeps, gateway: Gateway, attempt: Attempt, body: Asked) => {
  const outcome = await sell(deps, gateway, attempt, body)
  await settle(deps, attempt.id, outcome)
  if (outcome.kind === 'unknown') await askSoon(deps, attempt.id)
}

/** Makes sure of what is charged, then charges it. Whatever goes wrong before the sale is sent is a no: nobody else sends it. */
const sell = async (deps: CheckoutDeps, gateway: Gateway, attempt: Attempt, body: Asked): Promise<Outcome> => {
  const found = await sourceOf(deps, gateway, attempt, body)
  if (found.kind === 'declined') return found
  // A slow check, or a process that slept: the sweeper may have given the attempt up before a sale could be seen.
  if (deps.clock.now().getTime() - attempt.started_at.getTime() > ask_after_ms)
    return { kind: 'declined', transaction_id: null, code: 'late', reason: 'Too late to charge anything.' }
  const { amount_cents, gateway_order_id: order_id } = attempt
  return gateway.sale({ amount_cents, source: found.source, order_id, device_data: body.device_data })
}

/** Only for the buyer's patience: without it the sweeper asks, so it must not turn a wait into an error. */
const askSoon = ({ jobs }: CheckoutDeps, attempt_id: number) =>
  jobs
    .send(ask_job, { attempt_id }, { startAfter: ask_soon_seconds })
    .catch((error: unknown) => console.error(`checkout: attempt ${attempt_id} waits for the sweeper: ${String(error)}`))

const answerOf = async (db: Db, attempt_id: number): Promise<CheckoutReply> => {
  const { invoice_number, order_id, ...attempt } = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .leftJoin('carts as c', 'c.id', 'a.cart_id')
    .where('a.id', '=', attempt_id)
    .select(['a.state', 'a.payment_type', 'a.message', 'a.order_id', 'o.universal_invoice_number as invoice_number'])
    .select(['a.cart_id', 'c.kind'])
    .executeTakeFirstOrThrow()
  const state = publicState(attempt.state)
  if (state === 'failed') throw refuse(422, failureText(attempt), bankCheckMeta(attempt.message))
  return {
    state,
    order_id,
    invoice_number,
    ...(await paidFor(db, attempt)),
    ...(await boughtIn(db, order_id, state !== 'confirming')),
  }
}

/** What became of the payment for an order of this workspace. Throws 403 for those who do not see its orders, 404 for any other order. */
export const paymentOf = async (db: Db, { workspace_id, workspace_role }: Member, order_id: number) => {
  if (!canSeeOrders(workspace_role)) throw refuse(403, 'Your role in this workspace does not include orders.')
  const attempt = await attemptOfOrder(db, workspace_id, order_id)
  if (!attempt) throw refuse.missing('payment')
  const state = publicState(attempt.state)
  const message = state === 'failed' ? failureText(attempt) : null
  const is_bought = state === 'paid' || state === 'processing'
  return {
    state,
    order_id,
    invoice_number: attempt.invoice_number,
    message,
    ...(await paidFor(db, attempt)),
    ...(await boughtIn(db, order_id, is_bought)),
  }
}

const publicStates: Record<string, 'paid' | 'processing' | 'confirming'> = {
  succeeded: 'paid',
  processing: 'processing',
  started: 'confirming',
  unknown: 'confirming',
}
const publicState = (state: string) => publicStates[state] ?? ('failed' as const)
