import type { FastifyInstance } from 'fastify'

import type { OrderState } from '#orders/states.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'

import { getBoughtOrder, type BoughtOrder } from './contract.ts'

export const onePageApi = (app: FastifyInstance, { db }: Deps) => {
  serve(app, getBoughtOrder, async ({ actor, params }) => ({ data: await loadBoughtOrder(db, actor, params.order_id) }))
}

/** Throws 404 for another user’s order, and for an order in another workspace. */
const loadBoughtOrder = async (db: Db, { user_id, workspace_id }: Member, order_id: number): Promise<BoughtOrder> => {
  const order = await db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .where('o.id', '=', order_id)
    .where('o.user_id', '=', user_id)
    .where('o.workspace_id', '=', workspace_id)
    .select(({ selectFrom, ref }) => [
      'o.universal_invoice_number as invoice_number',
      'o.state',
      'o.total_cents',
      'u.email',
      selectFrom('order_items as i')
        .whereRef('i.order_id', '=', ref('o.id'))
        .select(({ fn }) => fn.count('i.clip_id').distinct().as('count'))
        .as('clips_count'),
    ])
    .executeTakeFirst()
  if (!order) throw refuse.missing('order')
  return {
    order_id,
    invoice_number: order.invoice_number,
    state: toReceiptState(order.state as OrderState),
    clips_count: Number(order.clips_count),
    total: toMoney(Number(order.total_cents)),
    email: order.email,
  }
}

const toReceiptState = (state: OrderState): BoughtOrder['state'] => {
  if (state === 'pending') return 'confirming'
  if (state === 'processing') return 'processing'
  return state === 'failed' || state === 'cancelled' ? 'failed' : 'bought'
}
