/** Orders of a company that buys on account: an invoice due soon, an overdue one, a partly refunded one, a canceled one. */
import { addAll } from '../src/cart/add-all.server.ts'
import { saveCartBilling } from '../src/cart/billing.server.ts'
import { openCart } from '../src/cart/carts.server.ts'
import { markOverdue } from '../src/checkout/invoice-reminders.server.ts'
import { buyOnAccount } from '../src/checkout/self-invoice.server.ts'
import { cancelOrder, markOrderPaid } from '../src/checkout/staff-actions.server.ts'
import { defaultChoice } from '../src/licensing/choice.ts'
import { getCurrentPrices } from '../src/licensing/prices.server.ts'
import { calculateRefund } from '../src/orders/refund-amounts.ts'
import type { Member } from '../src/platform/actor.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import { toDay } from '../src/platform/day.ts'
import type { Db, Trx } from '../src/platform/db/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { refundOrder } from '../src/refunds/refunds.server.ts'
import { accountBuyer, supporter } from './people.ts'

type SeedAccountDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'settings'>

/** Does nothing when the company has orders, or its people do not exist. */
export const seedAccount = async ({ db, clock, config, settings }: SeedAccountDeps): Promise<void> => {
  const staff = await db.selectFrom('users').where('email', '=', supporter.email).select('id').executeTakeFirst()
  const accountMember = await findAccountMember(db)
  if (!staff || !accountMember || (await hasBought(db, accountMember))) return
  const now = clock.now()
  const daysAgo = (days: number) => ({
    db,
    config,
    settings,
    clock: { now: () => new Date(now.getTime() - days * DAY_MS) },
  })
  const byStaff = (days: number, reason: string) => ({
    staff_user_id: staff.id,
    reason,
    now: daysAgo(days).clock.now(),
  })

  const paid = await buyClips(daysAgo(52), accountMember, 'Marsh survey', ['jellyfish-blue', 'rain-window-city'])
  await db
    .transaction()
    .execute(trx =>
      markOrderPaid(trx, { order_id: paid, reference: 'WIRE 30211', ...byStaff(24, 'Seen on the bank statement') }),
    )
  const lines = await db.selectFrom('order_items').where('order_id', '=', paid).orderBy('id').selectAll().execute()
  const [first] = lines
  if (first)
    await refundOrder(daysAgo(20), undefined, {
      order_id: paid,
      staff_user_id: staff.id,
      order_item_ids: [first.id],
      expected_cents: calculateRefund(lines, { processing_fee_cents: 0, withdrawn_fee_cents: 0 }, new Set([first.id]))
        .total_cents,
      reason: 'The shot was replaced in the edit',
      reference: 'WIRE 30244',
      operation_key: 'demo-refund',
    })

  const overdue = await buyClips(daysAgo(36), accountMember, 'Harbor at night', [
    'city-aerial-night',
    'night-drive-bokeh',
  ])
  await db.transaction().execute(trx => markOverdue(trx, overdue, daysAgo(5).clock.now()))
  const cancelled = await buyClips(daysAgo(28), accountMember, 'Winter spot', ['snowfall-street-night'])
  await db
    .transaction()
    .execute(trx => cancelOrder(trx, { order_id: cancelled, ...byStaff(27, 'Ordered twice by mistake') }))
  await buyClips(daysAgo(24), accountMember, 'Tidewater', ['open-ocean-dusk', 'shoreline-black-sand'])
}

const hasBought = async (db: Db, { workspace_id }: Member): Promise<boolean> => {
  const order = db.selectFrom('orders').where('workspace_id', '=', workspace_id).select('id').limit(1)
  return (await order.executeTakeFirst()) !== undefined
}

const findAccountMember = async (db: Db): Promise<Member | undefined> => {
  const member = await db
    .selectFrom('users as u')
    .innerJoin('current_workspaces as c', 'c.user_id', 'u.id')
    .where('u.email', '=', accountBuyer.email)
    .select(['u.id as user_id', 'c.workspace_id'])
    .executeTakeFirst()
  const role = { workspace_role: 'owner', platform_roles: [1], session_id: 0 } as const
  return member && { ...member, ...role, cart_hash: null, masquerade: null, needs_two_step: false }
}

/** Returns the company's billing details for a cart. */
const loadBilling = async (trx: Trx, { workspace_id }: Member) => {
  const { company_name: company, ...billing } = await trx
    .selectFrom('workspace_billing')
    .where('workspace_id', '=', workspace_id)
    .select(['company_name', 'address', 'address2', 'city', 'postal_code', 'country_id', 'country_region_id', 'region'])
    .select('billing_contact_user_id')
    .executeTakeFirstOrThrow()
  const { billing_contact_user_id } = billing
  if (billing_contact_user_id === null) throw new Error('The demo company has no billing contact.')
  return { ...billing, company, billing_contact_user_id }
}

/** Buys clips by their slugs. Returns the order's id. */
const buyClips = async (
  deps: SeedAccountDeps,
  buyer: Member,
  project_name: string,
  slugs: string[],
): Promise<number> => {
  const now = deps.clock.now()
  const clips = await deps.db.selectFrom('clips').where('slug', 'in', slugs).select('id').orderBy('id').execute()
  const { prices } = await getCurrentPrices(deps.db, now)
  const cart_hash = await deps.db.transaction().execute(async trx => {
    const ids = clips.map(({ id }) => id)
    await addAll(trx, buyer, ids, defaultChoice, prices, now)
    const cart = await openCart(trx, buyer, now)
    await saveCartBilling(trx, cart.id, buyer.workspace_id, await loadBilling(trx, buyer))
    return cart.hash
  })
  const { order_id } = await buyOnAccount(deps, buyer, {
    cart_hash,
    client_name: 'Halyard Row',
    project_name,
    project_description: 'A film for the open day',
    start_date: toDay(now),
  })
  return order_id
}
