/** Buying on account: the order is placed at once and paid within the workspace's net term. */
import { lockOwnCart, markCartOrderedAtOnce } from '#cart/carts.server.ts'
import { grace_days, isLongOverdue } from '#orders/due.ts'
import { owedBy } from '#orders/on-account.server.ts'
import { moveOrder } from '#orders/orders.server.ts'
import { beginProject } from '#orders/projects.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { formatCents } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'

import { boughtJustNow } from './bought.server.ts'
import type { SelfInvoiceBody } from './contract.ts'
import { nothing_to_pay } from './payable.server.ts'
import { draftFrom, needPurchasing, readyCart } from './ready-cart.server.ts'

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
    if (cart?.hash !== cart_hash) throw refuse(404, 'No cart found')
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
  const account = await trx
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select(['has_self_invoicing', 'credit_limit_cents', 'net_payment_term_days as net_days'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!account.has_self_invoicing) throw refuse(403, no_account_text)
  const owed = await owedBy(trx, workspace_id)
  const late = owed.find(({ due_at }) => due_at !== null && isLongOverdue(due_at, now))
  if (late)
    throw refuse(
      409,
      `Your invoice ${late.universal_invoice_number} has been overdue for more than ${grace_days} days, so your workspace cannot buy on account. Please pay it first, under Orders, or pay this cart by card.`,
    )
  const open = owed.reduce((sum, { total_cents }) => sum + total_cents, 0)
  if (open + total_cents > account.credit_limit_cents)
    throw refuse(
      409,
      `This order of ${formatCents(total_cents)} is over your workspace's credit limit: ${formatCents(open)} of ${formatCents(account.credit_limit_cents)} are still open.`,
    )
  return account
}
