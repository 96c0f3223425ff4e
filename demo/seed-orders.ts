/** Seeds the team's past orders, in every state, through the same functions as buyers and staff. */
import { randomUUID } from 'node:crypto'

import { addAll } from '../src/cart/add-all.server.ts'
import { saveCartBilling } from '../src/cart/billing.server.ts'
import { markCartOrdered, openCart } from '../src/cart/carts.server.ts'
import { addUpgrade } from '../src/cart/upgrade-items.server.ts'
import { insertAttempt } from '../src/checkout/attempts.server.ts'
import { markOverdue } from '../src/checkout/invoice-reminders.server.ts'
import { ownCart } from '../src/checkout/payable.server.ts'
import { buyOnAccount } from '../src/checkout/self-invoice.server.ts'
import { settle } from '../src/checkout/settle.server.ts'
import { cancelOrder, markOrderPaid } from '../src/checkout/staff-actions.server.ts'
import { listLicensedUses } from '../src/licenses/licensed-uses.server.ts'
import { transitionOrder } from '../src/licenses/transition-order.server.ts'
import { defaultChoice, type ChoiceWithFormat } from '../src/licensing/choice.ts'
import { getCurrentPrices } from '../src/licensing/prices.server.ts'
import { creditUnpaidOrder } from '../src/orders/credit-notes.server.ts'
import { resolveTerms } from '../src/orders/license-terms.server.ts'
import { openGateway, type PaymentGateway } from '../src/payments/gateway.server.ts'
import { guest, type Member } from '../src/platform/actor.ts'
import type { Clock } from '../src/platform/clock.ts'
import { DAY_MS } from '../src/platform/clock.ts'
import { toDay } from '../src/platform/day.ts'
import type { Trx } from '../src/platform/db/database.server.ts'
import type { Deps } from '../src/platform/deps.ts'
import { refundOrder } from '../src/refunds/refunds.server.ts'
import { pastOrders, type PastOrder } from './past-orders.ts'
import { supporter, team } from './people.ts'
import { seedPayouts } from './seed-artist.ts'

type SeedOrdersDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'settings'>
type SeedOrdersContext = SeedOrdersDeps & {
  gateway: PaymentGateway | undefined
  staff_user_id: number
  buyers: Map<string, Member>
}

/** Does nothing when any order exists, or the demo's people or clips are missing. */
export const seedOrders = async (deps: SeedOrdersDeps): Promise<void> => {
  const { db } = deps
  if (await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()) return
  const staff = await db.selectFrom('users').where('email', '=', supporter.email).select('id').executeTakeFirst()
  const teamMembers = await loadTeamMembers(deps)
  if (!staff || teamMembers.size === 0) return
  const shop = { ...deps, gateway: openGateway(deps.config), staff_user_id: staff.id, buyers: teamMembers }
  for (const pastOrder of pastOrders) await placeOrder(shop, pastOrder)
  await seedPayouts(deps)
}

/** The team's members as actors, by email. */
const loadTeamMembers = async ({ db }: SeedOrdersDeps): Promise<Map<string, Member>> => {
  const rows = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .where('w.name', '=', team.name)
    .select(['u.email', 'm.user_id', 'm.workspace_id', 'm.role'])
    .execute()
  return new Map(
    rows.map(({ email, role, ...ids }) => [
      email,
      { ...guest, ...ids, workspace_role: role as Member['workspace_role'], session_id: 0 },
    ]),
  )
}

const placeOrder = async (shop: SeedOrdersContext, order: PastOrder) => {
  const actor = shop.buyers.get(order.buyer)
  // The gateway has no test clock: it charges now.
  const clock = order.by === 'card' ? shop.clock : clockDaysAgo(shop.clock, order.days_ago)
  if (!actor || (order.by === 'card' && !shop.gateway)) return
  const cart_hash = await shop.db.transaction().execute(trx => fillCart(trx, actor, order, clock.now()))
  if (order.by === 'account') {
    const { order_id } = await buyOnAccount({ ...shop, clock }, actor, {
      cart_hash,
      ...order.project,
      po_number: null,
      start_date: toDay(clock.now().getTime() + 7 * DAY_MS),
    })
    return applySteps(shop, order, order_id)
  }
  const order_id = await payCart({ ...shop, clock }, actor, order.by)
  return applySteps(shop, order, order_id)
}

const clockDaysAgo = (clock: Clock, days: number): Clock => ({
  now: () => new Date(clock.now().getTime() - days * DAY_MS),
})

/** Returns the cart's hash. */
const fillCart = async (
  trx: Trx,
  actor: Member,
  { clips, license, isUpgrade }: PastOrder,
  now: Date,
): Promise<string> => {
  const rows = await trx.selectFrom('clips').where('slug', 'in', clips).orderBy('id').select('id').execute()
  const { prices } = await getCurrentPrices(trx, now)
  const ids = rows.map(({ id }) => id)
  const choice = { ...defaultChoice, ...license }
  const cart = isUpgrade
    ? await upgradeAll(trx, actor, ids, choice, now)
    : (await addAll(trx, actor, ids, choice, prices, now)).cart
  const { company_name, ...billing } = await trx
    .selectFrom('workspace_billing')
    .where('workspace_id', '=', actor.workspace_id)
    .select(['company_name', 'address', 'address2', 'city', 'postal_code', 'region'])
    .select(['country_id', 'country_region_id', 'billing_contact_user_id'])
    .executeTakeFirstOrThrow()
  await saveCartBilling(trx, cart.id, actor.workspace_id, {
    ...billing,
    company: company_name,
    billing_contact_user_id: billing.billing_contact_user_id ?? actor.user_id,
  })
  return cart.hash
}

const upgradeAll = async (
  trx: Trx,
  actor: Member,
  clip_ids: readonly number[],
  choice: ChoiceWithFormat,
  now: Date,
) => {
  for (const { license_id } of await listLicensedUses(trx, actor.workspace_id, clip_ids, now))
    await addUpgrade(trx, actor, license_id, choice, now)
  return openCart(trx, actor, now)
}

/** Pays by card through the gateway; a bank debit is only begun, because it takes days. Returns the order's id. */
const payCart = async (
  { db, clock, config, settings, gateway }: SeedOrdersContext,
  actor: Member,
  payment_type: 'card' | 'ach',
): Promise<number> => {
  const now = clock.now()
  const terms = await resolveTerms(db, { config, settings }, undefined, now)
  const { attempt, order_id } = await db.transaction().execute(async trx => {
    const beginCheckout = await ownCart.lock(trx, actor)
    const begunOrder = await beginCheckout({ seen: undefined, payment_type, terms, now })
    if (payment_type === 'ach') {
      const transition = {
        user_id: actor.user_id,
        reason: 'Debited',
        payment_method: 'Bank account ending in 6789',
        now,
      }
      await transitionOrder(trx, begunOrder.order_id, 'processing', transition)
      if (begunOrder.cart_id !== null) await markCartOrdered(trx, begunOrder.cart_id)
      return { ...begunOrder, attempt: undefined }
    }
    const attempt = await insertAttempt(trx, {
      ...begunOrder,
      workspace_id: actor.workspace_id,
      user_id: actor.user_id,
      operation_key: randomUUID(),
      request_hash: '',
      payment_type,
      payment_method_id: null,
      started_at: now,
    })
    return { ...begunOrder, attempt }
  })
  if (attempt && gateway) {
    const { amount_cents, gateway_order_id } = attempt
    const source = { nonce: 'fake-valid-nonce' }
    await settle({ db, clock }, attempt.id, await gateway.sale({ amount_cents, source, order_id: gateway_order_id }))
  }
  return order_id
}

/** Applies the later steps of the order. */
const applySteps = async (shop: SeedOrdersContext, { end }: PastOrder, order_id: number): Promise<void> => {
  const { db, staff_user_id, gateway } = shop
  const clockAt = (days_ago: number) => clockDaysAgo(shop.clock, days_ago)
  for (const { days_ago, ...step } of end) {
    const now = clockAt(days_ago).now()
    const staffAction = { order_id, staff_user_id, now }
    if (step.to === 'refunded') {
      const lines = await db
        .selectFrom('order_items')
        .where('order_id', '=', order_id)
        .orderBy('id')
        .selectAll()
        .execute()
      const refundedLines = step.lines === 'all' ? lines : lines.slice(0, step.lines)
      await refundOrder({ db, clock: clockAt(days_ago) }, gateway, {
        order_id,
        staff_user_id,
        order_item_ids: step.lines === 'all' ? null : refundedLines.map(({ id }) => id),
        expected_cents: refundedLines.reduce(
          (sum, line) => sum + line.price_cents - line.discount_cents + line.tax_cents,
          0,
        ),
        reason: step.reason,
        reference: step.reference,
        operation_key: randomUUID(),
      })
      continue
    }
    await db.transaction().execute(async trx => {
      if (step.to === 'paid') return markOrderPaid(trx, { ...staffAction, reason: '', reference: step.reference })
      if (step.to === 'cancelled') return cancelOrder(trx, { ...staffAction, reason: step.reason })
      if (step.to === 'overdue') return markOverdue(trx, order_id, now)
      await transitionOrder(trx, order_id, step.to, { user_id: null, reason: step.reason, now })
      if (step.to === 'failed') await creditUnpaidOrder(trx, order_id, now)
    })
  }
}
