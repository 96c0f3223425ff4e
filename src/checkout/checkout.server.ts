/** Payments: the attempt is committed before the gateway is called, and every outcome goes through `settle`. */

import type { CartKind } from '#cart/carts.server.ts'
import { recheckVat } from '#cart/recheck-vat.server.ts'
import { resolveTerms } from '#orders/license-terms.server.ts'
import { recordEvidence } from '#orders/place-evidence.server.ts'
import { canSeeOrders } from '#orders/policy.ts'
import { bankCheckMeta } from '#payments/bank-check.ts'
import { startCountedAttempt } from '#payments/declines.server.ts'
import type { PaymentGateway } from '#payments/gateway.server.ts'
import type { Outcome } from '#payments/outcome.ts'
import { canChangeMethods } from '#payments/policy.ts'
import type { Member } from '#platform/actor.ts'
import { verifyProof } from '#platform/captcha/captcha.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { sha256 } from '#platform/ids.server.ts'
import { getQuoteNumber } from '#quotes/quotes.server.ts'

import {
  findAttemptByKey,
  findLastAttemptOfOrder,
  insertAttempt,
  type PaymentAttempt,
  SYNC_AFTER_MS,
} from './attempts.server.ts'
import type { CheckoutBody, CheckoutReply, PaymentSubject } from './contract.ts'
import { failureText } from './failure-text.ts'
import { ownCart, type Payable } from './payable.server.ts'
import { resolveSource } from './payment-source.server.ts'
import { loadPurchaseAnalytics } from './purchase-analytics.server.ts'
import { requirePurchasing } from './ready-cart.server.ts'
import { lockSavedMethod } from './saved-method.server.ts'
import { settle } from './settle.server.ts'

/** `cart_id` and `kind`: the attempt’s cart; null for an existing order. */
type PaymentSubjectInput = { cart_id: number | null; kind: string | null }

const loadPaymentSubject = async (db: Db, { cart_id, ...cart }: PaymentSubjectInput): Promise<PaymentSubject> => {
  if (cart_id === null) return { kind: 'invoice', quote_number: null }
  const kind = cart.kind as CartKind
  // A custom cart is identified by its link alone, which is not stored here.
  return { kind, quote_number: kind === 'quote' ? await getQuoteNumber(db, cart_id) : null }
}

type CheckoutStartDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'settings' | 'secret'>
type CheckoutDeps = CheckoutStartDeps & Pick<Deps, 'jobs'>

/** The job that looks up one attempt at the gateway, sooner than the sweeper does. */
export const SYNC_JOB = 'checkout.sync-attempt'
const SYNC_DELAY_SECONDS = 5

const REUSED_KEY_TEXT = 'This Idempotency-Key was used for another payment.'
export const CAPTCHA_TEXT = 'Failed to verify reCAPTCHA. Please try again.'

/** Older clients send no cart fingerprint. */
type PaymentBody = Omit<CheckoutBody, 'seen'> & { seen?: CheckoutBody['seen'] | undefined }
/** `address`: the buyer’s IP address, '' when unknown. `country`: of that network, where it is known. */
type PaymentRequest = {
  operation_key: string
  body: PaymentBody
  payable?: Payable
  address?: string
  country?: string | undefined
}

/**
 * Pays for the actor’s cart, or for `payable`. The same key with the same body returns the same reply, however often
 * and however many times at once it is sent. Throws 409 when something changed or is being paid, 422 when the payment
 * was declined, 429 after too many declines.
 */
export const submitPayment = async (
  deps: CheckoutDeps,
  gateway: PaymentGateway,
  actor: Member,
  request: PaymentRequest,
): Promise<CheckoutReply> => {
  requirePurchasing(actor)
  const payment = await beginPayment(deps, actor, request)
  if (payment.is_new) {
    // Only users who may change payment methods can save one for the workspace.
    const remember_payment_method = request.body.remember_payment_method && canChangeMethods(actor.workspace_role)
    await chargeAttempt(deps, gateway, payment.attempt, { ...request.body, remember_payment_method })
  }
  return loadCheckoutReply(deps.db, payment.attempt.id)
}

/** Writes the order and the attempt and locks the cart. Nothing is charged yet. */
export const beginPayment = async (
  deps: CheckoutStartDeps,
  actor: Member,
  { operation_key, body, payable = ownCart, address = '', country }: PaymentRequest,
): Promise<{ attempt: PaymentAttempt; is_new: boolean }> => {
  // A retried request has a new captcha token.
  const { 'g-recaptcha-response': captchaToken, ...input } = body
  const request_hash = sha256(JSON.stringify([actor.user_id, payable.name, input]))
  const { workspace_id, user_id } = actor
  const findExisting = async (db: Db) => {
    const attempt = await findAttemptByKey(db, workspace_id, operation_key)
    if (attempt && attempt.request_hash !== request_hash) throw refuse(409, REUSED_KEY_TEXT)
    return attempt && { attempt, is_new: false }
  }
  const existing = await findExisting(deps.db)
  if (existing) return existing
  await recheckVat(deps, await payable.findVatCart?.(deps.db, actor))
  // An existing order keeps its terms.
  const terms = await resolveTerms(deps.db, deps, payable.has_terms ? undefined : body.terms_version, deps.clock.now())
  const consumeToken = await verifyProof(deps, captchaToken, 'checkout_form', CAPTCHA_TEXT)
  return deps.db.transaction().execute(async trx => {
    const now = deps.clock.now()
    const begin = await payable.lock(trx, actor)
    // A duplicate of this request waited for the lock; the first one has saved its attempt by now.
    const duplicate = await findExisting(trx)
    if (duplicate) return duplicate
    const { payment_type, payment_method_id, seen } = body
    const target = await begin({ seen, payment_type, terms, now })
    if (payment_method_id !== null) await lockSavedMethod(trx, workspace_id, payment_method_id, payment_type)
    // The token is consumed here so that a payment that did not start can use it again.
    await consumeToken(trx)
    const attempt = await insertAttempt(trx, {
      workspace_id,
      user_id,
      operation_key,
      request_hash,
      payment_type,
      payment_method_id,
      ...target,
      started_at: now,
    })
    if (!attempt) throw refuse(409, REUSED_KEY_TEXT)
    if (attempt.cart_id !== null) await recordEvidence(trx, attempt.order_id, 'network', country, now)
    const payer = { user_id, workspace_id, cart_id: attempt.cart_id, address }
    await startCountedAttempt(
      trx,
      deps,
      payable.is_linked ? { ...payer, order_id: attempt.order_id } : payer,
      attempt.id,
    )
    return { attempt, is_new: true }
  })
}

/** Charges the attempt, outside any transaction. */
const chargeAttempt = async (
  deps: CheckoutDeps,
  gateway: PaymentGateway,
  attempt: PaymentAttempt,
  body: PaymentBody,
) => {
  const outcome = await submitSale(deps, gateway, attempt, body)
  await settle(deps, attempt.id, outcome)
  if (outcome.kind === 'unknown') await scheduleSync(deps, attempt.id)
}

/**
 * Resolves what is charged, then charges it. Any failure before the sale is sent is a decline, because nothing else
 * sends it.
 */
const submitSale = async (
  deps: CheckoutDeps,
  gateway: PaymentGateway,
  attempt: PaymentAttempt,
  body: PaymentBody,
): Promise<Outcome> => {
  const resolved = await resolveSource(deps, gateway, attempt, body)
  if (resolved.kind === 'declined') return resolved
  // After a slow check or a paused process, the sweeper may have abandoned the attempt already.
  if (deps.clock.now().getTime() - attempt.started_at.getTime() > SYNC_AFTER_MS)
    return { kind: 'declined', transaction_id: null, code: 'late', reason: 'Too late to charge anything.' }
  const { amount_cents, gateway_order_id: order_id } = attempt
  return gateway.sale({ amount_cents, source: resolved.source, order_id, device_data: body.device_data })
}

/** Shortens the buyer’s wait. The sweeper covers a failure here, so it is only logged. */
const scheduleSync = ({ jobs }: CheckoutDeps, attempt_id: number) =>
  jobs
    .send(SYNC_JOB, { attempt_id }, { startAfter: SYNC_DELAY_SECONDS })
    .catch((error: unknown) =>
      console.error(`checkout: attempt ${attempt_id} is left to the sweeper: ${String(error)}`),
    )

const loadCheckoutReply = async (db: Db, attempt_id: number): Promise<CheckoutReply> => {
  const { invoice_number, order_id, ...attempt } = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .leftJoin('carts as c', 'c.id', 'a.cart_id')
    .where('a.id', '=', attempt_id)
    .select(['a.state', 'a.payment_type', 'a.message', 'a.order_id', 'o.universal_invoice_number as invoice_number'])
    .select(['a.cart_id', 'c.kind'])
    .executeTakeFirstOrThrow()
  const state = toPublicState(attempt.state)
  if (state === 'failed') throw refuse(422, failureText(attempt), bankCheckMeta(attempt.message))
  return {
    state,
    order_id,
    invoice_number,
    ...(await loadPaymentSubject(db, attempt)),
    ...(await loadPurchaseAnalytics(db, order_id, state !== 'confirming')),
  }
}

/**
 * Returns the state of the payment for an order of this workspace. Throws 403 without access to orders, 404 for any
 * other order.
 */
export const loadPayment = async (db: Db, { workspace_id, workspace_role }: Member, order_id: number) => {
  if (!canSeeOrders(workspace_role)) throw refuse(403, 'Your role in this workspace does not include orders.')
  const attempt = await findLastAttemptOfOrder(db, workspace_id, order_id)
  if (!attempt) throw refuse.missing('payment')
  const state = toPublicState(attempt.state)
  const message = state === 'failed' ? failureText(attempt) : null
  const is_bought = state === 'paid' || state === 'processing'
  return {
    state,
    order_id,
    invoice_number: attempt.invoice_number,
    message,
    ...(await loadPaymentSubject(db, attempt)),
    ...(await loadPurchaseAnalytics(db, order_id, is_bought)),
  }
}

const PUBLIC_STATES: Record<string, 'paid' | 'processing' | 'confirming'> = {
  succeeded: 'paid',
  processing: 'processing',
  started: 'confirming',
  unknown: 'confirming',
}
const toPublicState = (state: string) => PUBLIC_STATES[state] ?? ('failed' as const)
