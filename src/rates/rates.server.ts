/** Preferred rates as rows: made, changed and ended by our own people, looked up for carts, held for orders. */
import { sql, type Selectable } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { changesOf, logStaff } from '#platform/staff-log.server.ts'
import type { Tables } from '#platform/tables.ts'

import { RateTerms, type RateBody } from './rate-shape.ts'
import { clipsLeft, rateRefusal, rateState, type RateStanding, type SoldRate } from './rate.ts'

export type Rate = SoldRate & RateStanding & { workspace_id: number; version: number; created_at: Date }

type Row = Selectable<Tables['preferred_rates']> & { clips_used: number }

export const rateOfRow = ({ distribution_groups, ...row }: Row): Rate => ({
  ...row,
  ...RateTerms.parse({ ...row, distribution_groups }),
})

/**
 * Clips licensed under a rate: lines of orders that are, or may still become, sales; those given back are free again.
 * What a cart's own payment holds does not stand in its own way.
 */
const usedBy = (but_cart_id: number | null) =>
  sql<number>`(
    select count(*)::int from order_items i join orders o on o.id = i.order_id
    where i.rate_id = preferred_rates.id and not i.refunded and o.state not in ('failed', 'cancelled')
    ${but_cart_id === null ? sql`` : sql`and o.cart_id <> ${but_cart_id}`}
  )`.as('clips_used')

export const ratesWith = (db: Db | Trx, but_cart_id: number | null = null) =>
  db.selectFrom('preferred_rates').selectAll().select(usedBy(but_cart_id))

/** All of a workspace: those that hold first, by name. */
export const ratesOf = async (db: Db, workspace_id: number, now: Date): Promise<Rate[]> => {
  const rates = (
    await ratesWith(db).where('workspace_id', '=', workspace_id).orderBy('name').orderBy('id').execute()
  ).map(rateOfRow)
  const isOver = (rate: Rate) => Number(rateState(rate, now) !== 'active')
  return rates.toSorted((a, b) => isOver(a) - isOver(b))
}

/** Throws 404 for a rate that is not the workspace's. */
export const rateOf = async (db: Db | Trx, workspace_id: number, id: number): Promise<Rate> => {
  const row = await ratesWith(db).where('id', '=', id).where('workspace_id', '=', workspace_id).executeTakeFirst()
  if (!row) throw refuse.missing('preferred rate')
  return rateOfRow(row)
}

/** Those that items of a cart stand under, by id; without a query for carts without. */
export const ratesForCart = async (
  db: Db | Trx,
  cart: { id: number; workspace_id: number | null },
  ids: readonly number[],
): Promise<Map<number, Rate>> => {
  if (ids.length === 0 || cart.workspace_id === null) return new Map()
  const rows = await ratesWith(db, cart.id)
    .where('id', 'in', [...new Set(ids)])
    .where('workspace_id', '=', cart.workspace_id)
    .execute()
  return new Map(rows.map(row => [row.id, rateOfRow(row)]))
}

/** What a buyer reads whose rate stopped counting between seeing and paying. */
const nothingCharged = (refusal: string) =>
  `${refusal}. Please look your cart over once more; nothing has been charged.`

/**
 * Makes sure that a drafted order may stand under these rates, as they were seen. Their rows stay locked until the
 * transaction ends, so that two orders never count on the same clips. Throws 409 with the reason when one changed,
 * ended, or has fewer clips left than the order takes.
 */
export const holdRates = async (
  trx: Trx,
  seen: readonly Pick<Rate, 'id' | 'version' | 'name'>[],
  now: Date,
): Promise<void> => {
  if (seen.length === 0) return
  const ids = [...new Set(seen.map(({ id }) => id))]
  await trx.selectFrom('preferred_rates').where('id', 'in', ids).orderBy('id').select('id').forNoKeyUpdate().execute()
  // Asked only now that the rows are locked: a count in the same statement would be as old as its beginning.
  const rates = new Map((await ratesWith(trx).where('id', 'in', ids).execute()).map(row => [row.id, rateOfRow(row)]))
  for (const { id, version, name } of seen) {
    const rate = rates.get(id)
    if (!rate) throw refuse(409, nothingCharged(`The preferred rate “${name}” has ended`))
    // The order's own lines are among those counted: the limit may be reached, not passed.
    const standing = { ...rate, clips_used: rate.clip_limit === null ? 0 : rate.clips_used - 1 }
    const refusal = rateRefusal(rate.name, rateState(standing, now))
    if (refusal) throw refuse(409, nothingCharged(refusal))
    if (rate.version !== version) throw refuse(409, nothingCharged(`The preferred rate “${rate.name}” has changed`))
  }
}

/** Throws 409 when the rate does not hold now, or has not `count` clips left. */
export const needRate = (rate: Rate, count: number, now: Date): void => {
  const refusal = rateRefusal(rate.name, rateState(rate, now))
  if (refusal) throw refuse(409, `${refusal}.`)
  const left = clipsLeft(rate)
  if (left !== null && count > left)
    throw refuse(409, `The preferred rate “${rate.name}” has ${left === 1 ? '1 clip' : `${left} clips`} left.`)
}

type ByStaff = { staff_user_id: number | null; now: Date; reason?: string }

const columnsOf = ({ distribution_groups, starts_at, ends_at, ...body }: RateBody) => ({
  ...body,
  starts_at: new Date(starts_at),
  ends_at: ends_at === null ? null : new Date(ends_at),
  distribution_groups: JSON.stringify(distribution_groups),
})

/** Makes a rate for a workspace. Throws 404 for an unknown workspace. */
export const makeRate = async (trx: Trx, workspace_id: number, body: RateBody, by: ByStaff): Promise<Rate> => {
  const workspace = await trx
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (!workspace) throw refuse.missing('workspace')
  const { id } = await trx
    .insertInto('preferred_rates')
    .values({ ...columnsOf(body), workspace_id, created_at: by.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return written(trx, id, by, 'Made')
}

/** What is sold already keeps the rate as it was. Throws 404, or 409 for one that was ended. */
export const changeRate = async (trx: Trx, id: number, body: RateBody, by: ByStaff): Promise<Rate> => {
  const before = await lockRate(trx, id)
  await trx
    .updateTable('preferred_rates')
    .set(eb => ({ ...columnsOf(body), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return written(trx, id, by, 'Changed', before)
}

/** For good; licenses under it stay. Throws 404, or 409 for one that was ended. */
export const endRate = async (trx: Trx, id: number, by: ByStaff): Promise<Rate> => {
  const before = await lockRate(trx, id)
  await trx
    .updateTable('preferred_rates')
    .set(eb => ({ ended_at: by.now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return written(trx, id, by, 'Ended', before)
}

const lockRate = async (trx: Trx, id: number) => {
  const rate = await trx
    .selectFrom('preferred_rates')
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!rate) throw refuse.missing('preferred rate')
  if (rate.ended_at) throw refuse(409, 'This rate was ended. Please make a new one.')
  return rate
}

/** Writes down who did it and why, and answers the rate. */
const written = async (
  trx: Trx,
  id: number,
  { staff_user_id, now, reason }: ByStaff,
  action: 'Made' | 'Changed' | 'Ended',
  before?: Selectable<Tables['preferred_rates']>,
): Promise<Rate> => {
  const row = await ratesWith(trx).where('id', '=', id).executeTakeFirstOrThrow()
  const { clips_used: _counted, version, ...after } = row
  await trx
    .insertInto('preferred_rate_changes')
    .values({ rate_id: id, version, at: now, staff_user_id, after: JSON.stringify(after) })
    .execute()
  const changes = before ? changesOf<object>(before, after) : {}
  await logStaff(trx, { staff_user_id, about: 'rate', about_key: id, action, reason, changes, now })
  return rateOfRow(row)
}
