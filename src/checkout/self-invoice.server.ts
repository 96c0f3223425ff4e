/** Buying on account: the order is placed at once and paid within the workspace’s payment term. */

import { findCart, lockOwnCart, markOpenCartOrdered } from '#cart/carts.server.ts'
import { recheckVat } from '#cart/recheck-vat.server.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { isLongOverdue } from '#orders/due.ts'
import { resolveTerms } from '#orders/license-terms.server.ts'
import { listUnpaidOrders } from '#orders/on-account.server.ts'
import { recordEvidence } from '#orders/place-evidence.server.ts'
import { assignNewProject } from '#orders/projects.server.ts'
import type { Member } from '#platform/actor.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toMoney } from '#platform/money.ts'

import { accountRefusal, type AccountCredit } from './account.ts'
import type { InvoicingAccount, SelfInvoiceBody } from './contract.ts'
import { NOTHING_TO_PAY_TEXT } from './payable.server.ts'
import { tryLoadPurchaseAnalytics } from './purchase-analytics.server.ts'
import { findAlreadyBoughtRefusal, draftCartOrder, requirePurchasing, prepareCart } from './ready-cart.server.ts'

export const NO_ACCOUNT_TEXT =
  'Your workspace does not buy on account. Please pay by card, or contact us to set up an account.'

/**
 * Places the order of a cart on account, with its project details. `country`: of the buyer’s network, where it is known. Throws 403 without an account, 404 for another
 * person’s cart, 409 over the credit limit or while an invoice is long overdue. The limit holds under concurrent
 * purchases.
 */
export const buyOnAccount = async (
  { db, clock, ...deps }: Pick<Deps, 'db' | 'clock' | 'config' | 'settings'>,
  actor: Member,
  { cart_hash, seen, terms_version, ...project }: SelfInvoiceBody,
  country?: string,
) => {
  requirePurchasing(actor)
  await recheckVat({ db, clock, ...deps }, await findCart(db, actor))
  const terms = await resolveTerms(db, deps, terms_version, clock.now())
  const order = await db.transaction().execute(async trx => {
    const now = clock.now()
    const cart = await lockOwnCart(trx, actor)
    if (cart?.hash !== cart_hash)
      throw (!cart && (await findAlreadyBoughtRefusal(trx, actor, cart_hash))) || refuse(404, 'No cart found')
    const readyCart = await prepareCart(trx, actor, cart, { seen, now })
    if (readyCart.total_cents === 0) throw refuse(409, NOTHING_TO_PAY_TEXT)
    const { net_days } = await requireCredit(trx, actor.workspace_id, readyCart.total_cents, now)
    const po_number = project.po_number || null
    const order_id = await draftCartOrder(trx, readyCart, actor, { payment_type: 'invoice', po_number, terms, now })
    await recordEvidence(trx, order_id, 'network', country, now)
    await markOpenCartOrdered(trx, readyCart.cart.id)
    await assignNewProject(trx, order_id, project, { user_id: actor.user_id, now })
    // Last, because every sale waits for the lock on the invoice number counter.
    const { universal_invoice_number } = await transitionOrder(trx, order_id, 'invoiced', {
      user_id: actor.user_id,
      reason: 'Bought on account',
      now,
      due_at: new Date(now.getTime() + net_days * DAY_MS),
    })
    if (universal_invoice_number === null) throw new Error('An invoiced order has a number.')
    return { invoice_number: universal_invoice_number, order_id }
  })
  return { ...order, ...(await tryLoadPurchaseAnalytics(db, order.order_id)) }
}

/** Locks the workspace’s row, so that two purchases never use the same credit. */
const requireCredit = async (trx: Trx, workspace_id: number, total_cents: number, now: Date) => {
  const account = await accountQuery(trx, workspace_id).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (!account.has_self_invoicing) throw refuse(403, NO_ACCOUNT_TEXT)
  const refusal = accountRefusal(await loadCredit(trx, workspace_id, account, now), total_cents)
  if (refusal) throw refuse(409, refusal)
  return account
}

const accountQuery = (db: Db | Trx, workspace_id: number) =>
  db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select(['has_self_invoicing', 'credit_limit_cents', 'net_payment_term_days as net_days'])

type CreditLimit = { credit_limit_cents: number }

const loadCredit = async (
  db: Db | Trx,
  workspace_id: number,
  { credit_limit_cents }: CreditLimit,
  now: Date,
): Promise<AccountCredit> => {
  const owedOrders = await listUnpaidOrders(db, workspace_id)
  const lateOrder = owedOrders.find(({ due_at }) => due_at !== null && isLongOverdue(due_at, now))
  return {
    late_invoice: lateOrder?.universal_invoice_number ?? null,
    owed_cents: owedOrders.reduce((sum, { total_cents }) => sum + total_cents, 0),
    limit_cents: credit_limit_cents,
  }
}

/**
 * Returns the workspace’s account terms and what it owes; null without an account. Throws 403 for users who cannot
 * buy.
 */
export const loadAccount = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Member,
): Promise<InvoicingAccount | null> => {
  requirePurchasing(actor)
  const account = await accountQuery(db, actor.workspace_id).executeTakeFirstOrThrow()
  if (!account.has_self_invoicing) return null
  const { late_invoice, owed_cents, limit_cents } = await loadCredit(db, actor.workspace_id, account, clock.now())
  return { net_days: account.net_days, late_invoice, owed: toMoney(owed_cents), credit_limit: toMoney(limit_cents) }
}
