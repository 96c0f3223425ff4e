import type { FastifyInstance } from 'fastify'

import type { OrderState } from '#orders/states.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'

import { getStaffRate } from '../staff.server.ts'
import * as contract from './contract.ts'

export const adminRatesApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.getStaffRate, async ({ params: { id } }) => ({
    data: { ...(await getStaffRate(db, id, clock.now())), bought: await listPurchases(db, id) },
  }))
}

const MAX_LINES = 200

const listPurchases = async (db: Db, rate_id: number): Promise<contract.StaffRateDetail['bought']> => {
  const rows = await db
    .selectFrom('order_items as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .innerJoin('clips as c', 'c.id', 'i.clip_id')
    .where('i.rate_id', '=', rate_id)
    .where('o.state', 'not in', ['failed', 'cancelled'])
    .orderBy('i.id', 'desc')
    .limit(MAX_LINES)
    .select(['i.id', 'o.id as order_id', 'o.universal_invoice_number as order_number', 'o.state', 'o.placed_at'])
    .select(['c.name as clip', 'i.price_cents', 'i.refunded'])
    .execute()
  return rows.map(({ price_cents, placed_at, state, ...row }) => ({
    ...row,
    state: state as OrderState,
    placed_at: placed_at?.toISOString() ?? null,
    price: toMoney(price_cents),
  }))
}
