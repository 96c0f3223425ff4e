/** What a company bought on account: an invoice that is due soon, one that is overdue, one that was paid and partly given back, one that was cancelled. */
import { saveCartBilling } from '../src/cart/billing.server.ts'
import { openCart } from '../src/cart/carts.server.ts'
import { addItems } from '../src/cart/items.server.ts'
import { refundOrder } from '../src/checkout/refunds.server.ts'
import { buyOnAccount } from '../src/checkout/self-invoice.server.ts'
import { cancelOrder, markPaid } from '../src/checkout/staff-moves.server.ts'
import { default_choice } from '../src/licensing/choice.ts'
import { currentPrices } from '../src/licensing/prices.server.ts'
import { refundOf } from '../src/orders/refund-amounts.ts'
import { becomeOverdue } from '../src/orders/reminders.server.ts'
import type { Member } from '../src/platform/actor.ts'
import type { Trx } from '../src/platform/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { accountBuyer, supporter } from './people.ts'

type Seeding = Pick<Deps, 'db' | 'clock'>

const day_ms = 86_400_000

/** Does nothing when the company has bought already, or in a shop that lacks the people. */
export const seedAccount = async ({ db, clock }: Seeding): Promise<void> => {
  const staff = await db.selectFrom('users').where('email', '=', supporter.email).select('id').executeTakeFirst()
  const buyer = await buyerOf({ db, clock })
  if (!staff || !buyer || (await hasBought({ db, clock }, buyer))) return
  const now = clock.now()
  const ago = (days: number) => ({ db, clock: { now: () => new Date(now.getTime() - days * day_ms) } })
  const by = (days: number, reason: string) => ({ staff_user_id: staff.id, reason, now: ago(days).clock.now() })

  const paid = await buy(ago(52), buyer, 'Marsh survey', ['jellyfish-blue', 'rain-window-city'])
  await db
    .transaction()
    .execute(trx => markPaid(trx, { order_id: paid, reference: 'WIRE 30211', ...by(24, 'Seen on the bank statement') }))
  const lines = await db.selectFrom('order_items').where('order_id', '=', paid).orderBy('id').selectAll().execute()
  const [first] = lines
  if (first)
    await refundOrder(ago(20), undefined, {
      order_id: paid,
      staff_user_id: staff.id,
      order_item_ids: [first.id],
      seen_cents: refundOf(lines, { processing_fee_cents: 0, taken_fee_cents: 0 }, new Set([first.id])).total_cents,
      reason: 'The shot was replaced in the edit',
      reference: 'WIRE 30244',
      operation_key: 'demo-refund',
    })

  const overdue = await buy(ago(36), buyer, 'Harbor at night', ['city-aerial-night', 'night-drive-bokeh'])
  await db.transaction().execute(trx => becomeOverdue(trx, overdue, ago(5).clock.now()))
  const cancelled = await buy(ago(28), buyer, 'Winter spot', ['snowfall-street-night'])
  await db
    .transaction()
    .execute(trx => cancelOrder(trx, { order_id: cancelled, ...by(27, 'Ordered twice by mistake') }))
  await buy(ago(24), buyer, 'Tidewater', ['open-ocean-dusk', 'shoreline-black-sand'])
}

const hasBought = async ({ db }: Seeding, { workspace_id }: Member): Promise<boolean> => {
  const order = db.selectFrom('orders').where('workspace_id', '=', workspace_id).select('id').limit(1)
  return (await order.executeTakeFirst()) !== undefined
}

const buyerOf = async ({ db }: Seeding): Promise<Member | undefined> => {
  const found = await db
    .selectFrom('users as u')
    .innerJoin('current_workspaces as c', 'c.user_id', 'u.id')
    .where('u.email', '=', accountBuyer.email)
    .select(['u.id as user_id', 'c.workspace_id'])
    .executeTakeFirst()
  const role = { workspace_role: 'owner', platform_roles: [1], session_id: 0 } as const
  return found && { ...found, ...role, cart_hash: null, masquerade: null, needs_two_step: false }
}

/** As the company is billed. */
const billingOf = async (trx: Trx, { workspace_id }: Member) => {
  const { company_name: company, ...billing } = await trx
    .selectFrom('workspace_billing')
    .where('workspace_id', '=', workspace_id)
    .select(['company_name', 'address', 'address2', 'city', 'postal_code', 'country_id', 'country_region_id', 'region'])
    .select('billing_contact_user_id')
    .executeTakeFirstOrThrow()
  const { billing_contact_user_id } = billing
  if (billing_contact_user_id === null) throw new Error('The demo names its billing contact.')
  return { ...billing, company, billing_contact_user_id }
}

/** Buys clips by their slugs. Answers the order's id. */
const buy = async (deps: Seeding, buyer: Member, project_name: string, slugs: string[]): Promise<number> => {
  const now = deps.clock.now()
  const clips = await deps.db.selectFrom('clips').where('slug', 'in', slugs).select('id').orderBy('id').execute()
  const { prices } = await currentPrices(deps.db, now)
  const cart_hash = await deps.db.transaction().execute(async trx => {
    const ids = clips.map(({ id }) => id)
    await addItems(trx, buyer, ids, { ...default_choice, format_id: 3 }, prices, now)
    const cart = await openCart(trx, buyer, now)
    await saveCartBilling(trx, cart.id, buyer.workspace_id, await billingOf(trx, buyer))
    return cart.hash
  })
  const { order_id } = await buyOnAccount(deps, buyer, {
    cart_hash,
    client_name: 'Halyard Row',
    project_name,
    project_description: 'A film for the open day',
    start_date: now.toISOString().slice(0, 10),
  })
  return order_id
}
