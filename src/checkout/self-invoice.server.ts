/** Buying on account: the order is placed at once and paid within the workspace's net term. */
import { lockOwnCart, markCartOrderedAtOnce } from '#cart/carts.server.ts'
import { isLongOverdue } from '#orders/due.ts'
import { owedBy } from '#orders/on-account.server.ts'
import { moveOrder } from '#orders/orders.server.ts'
import { beginProject } from '#orders/projects.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { money } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'

import { accountRefusal, type Credit } from './account.ts'
import { boughtJustNow } from './bought.server.ts'
import type { Account, SelfInvoiceBody } from './contract.ts'
import { nothing_to_pay } from './payable.server.ts'
import { boughtAlready, draftFrom, needPurchasing, readyCart } from './ready-cart.server.ts'

export const no_account_text =
  'Your workspace does not buy on account. Please pay by card, or contact us to set up an account.'

const day_ms = 86_400_000

/**
 * Places the order of a cart on account, with what it is for. Throws 403 without an account, 404 for a cart that is not
 * theirs, 409 over the limit or while an invoice is long overdue. The limit holds however many buy at once.
 */
export const buyOnAccount = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Member,
  { cart_hash, seen, ...project }: SelfInvoiceBody,
) => {
  needPurchasing(actor)
  const placed = await db.transaction().execute(async trx => {
    const now = clock.now()
    const cart = await lockOwnCart(trx, actor)
    if (cart?.hash !== cart_hash)
      throw (!cart && (await boughtAlready(trx, actor, cart_hash))) || refuse(404, 'No cart found')
    const ready = await readyCart(trx, actor, cart, { seen, now })
    if (ready.total_cents === 0) throw refuse(409, nothing_to_pay)
    const { net_days } = await needCredit(trx, actor.workspace_id, ready.total_cents, now)
    const po_number = project.po_number || null
    const order_id = await draftFrom(trx, ready, actor, { payment_type: 'invoice', po_number, now })
    await markCartOrderedAtOnce(trx, ready.cart.id)
    await beginProject(trx, order_id, project, now)
    // Last: every sale waits for the row of the number that it takes.
    const { universal_invoice_number } = await moveOrder(trx, order_id, 'invoiced', {
      user_id: actor.user_id,
      reason: 'Bought on account',
      now,
      due_at: new Date(now.getTime() + net_days * day_ms),
    })
    if (universal_invoice_number === null) throw new Error('An invoiced order has a number.')
    return { invoice_number: universal_invoice_number, order_id }
  })
  return { ...placed, ...(await boughtJustNow(db, placed.order_id)) }
}

/** Locks the workspace's row, so that two purchases never count on the same credit. */
const needCredit = async (trx: Trx, workspace_id: number, total_cents: number, now: Date) => {
  const account = await accounts(trx, workspace_id).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (!account.has_self_invoicing) throw refuse(403, no_account_text)
  const refusal = accountRefusal(await creditOf(trx, workspace_id, account, now), total_cents)
  if (refusal) throw refuse(409, refusal)
  return account
}

const accounts = (db: Db | Trx, workspace_id: number) =>
  db
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select(['has_self_invoicing', 'credit_limit_cents', 'net_payment_term_days as net_days'])

type Limit = { credit_limit_cents: number }

const creditOf = async (
  db: Db | Trx,
  workspace_id: number,
  { credit_limit_cents }: Limit,
  now: Date,
): Promise<Credit> => {
  const owed = await owedBy(db, workspace_id)
  const late = owed.find(({ due_at }) => due_at !== null && isLongOverdue(due_at, now))
  return {
    late_invoice: late?.universal_invoice_number ?? null,
    owed_cents: owed.reduce((sum, { total_cents }) => sum + total_cents, 0),
    limit_cents: credit_limit_cents,
  }
}

/** On which terms somebody's workspace buys on account, and what it owes; null without an account. Throws 403 for whoever does not buy. */
export const accountOf = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Member): Promise<Account | null> => {
  needPurchasing(actor)
  const account = await accounts(db, actor.workspace_id).executeTakeFirstOrThrow()
  if (!account.has_self_invoicing) return null
  const { late_invoice, owed_cents, limit_cents } = await creditOf(db, actor.workspace_id, account, clock.now())
  return { net_days: account.net_days, late_invoice, owed: money(owed_cents), credit_limit: money(limit_cents) }
}
