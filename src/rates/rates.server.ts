/** Reads and writes preferred rates, for staff, carts and orders. */
import { sql, type Selectable } from 'kysely'

import { RateTerms, type RateBody } from '#licensing/rate-schema.ts'
import { countClipsLeft, getRateRefusal, getRateState, type RateStatus, type SoldRate } from '#licensing/rate.ts'
import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'
import { refuse } from '#platform/http/refusal.ts'

export type Rate = SoldRate & RateStatus & { workspace_id: number; version: number; created_at: Date }

type RateRow = Selectable<Tables['preferred_rates']> & { clips_used: number }

export const parseRateRow = ({ distribution_groups, ...row }: RateRow): Rate => ({
  ...row,
  ...RateTerms.parse({ ...row, distribution_groups }),
})

/**
 * The number of clips licensed under a rate: lines of orders that are, or may still become, sales, without refunded ones.
 * Excludes a cart whose own payment is in progress.
 */
const clipsUsedColumn = (excludedCartId: number | null) =>
  sql<number>`(
    select count(*)::int from order_items i join orders o on o.id = i.order_id
    where i.rate_id = preferred_rates.id and not i.refunded and o.state not in ('failed', 'cancelled')
    ${excludedCartId === null ? sql`` : sql`and o.cart_id <> ${excludedCartId}`}
  )`.as('clips_used')

export const selectRates = (db: Db | Trx, excludedCartId: number | null = null) =>
  db.selectFrom('preferred_rates').selectAll().select(clipsUsedColumn(excludedCartId))

/** Returns all rates of a workspace: active ones first, by name. */
export const listWorkspaceRates = async (db: Db, workspace_id: number, now: Date): Promise<Rate[]> => {
  const rates = (
    await selectRates(db).where('workspace_id', '=', workspace_id).orderBy('name').orderBy('id').execute()
  ).map(parseRateRow)
  const isInactive = (rate: Rate) => Number(getRateState(rate, now) !== 'active')
  return rates.toSorted((a, b) => isInactive(a) - isInactive(b))
}

/** Throws 404 for a rate of another workspace. */
export const getWorkspaceRate = async (db: Db | Trx, workspace_id: number, id: number): Promise<Rate> => {
  const row = await selectRates(db).where('id', '=', id).where('workspace_id', '=', workspace_id).executeTakeFirst()
  if (!row) throw refuse.missing('preferred rate')
  return parseRateRow(row)
}

/** Returns the rates that items of a cart use, by id. Runs no query for a cart without rates. */
export const loadCartRates = async (
  db: Db | Trx,
  cart: { id: number; workspace_id: number | null },
  ids: readonly number[],
): Promise<Map<number, Rate>> => {
  if (ids.length === 0 || cart.workspace_id === null) return new Map()
  const rows = await selectRates(db, cart.id)
    .where('id', 'in', [...new Set(ids)])
    .where('workspace_id', '=', cart.workspace_id)
    .execute()
  return new Map(rows.map(row => [row.id, parseRateRow(row)]))
}

/** Adds that nothing was charged, for a rate that stopped applying before the payment. */
const withNothingCharged = (refusal: string) =>
  `${refusal}. Please look your cart over once more; nothing has been charged.`

/**
 * Checks that a draft order may use these rates as the buyer saw them. Locks their rows until the transaction ends, so that
 * two orders never use the same remaining clips. Throws 409 with the reason when a rate has changed, ended, or has fewer
 * clips left than the order needs.
 */
export const reserveRates = async (
  trx: Trx,
  seen: readonly Pick<Rate, 'id' | 'version' | 'name'>[],
  now: Date,
): Promise<void> => {
  if (seen.length === 0) return
  const ids = [...new Set(seen.map(({ id }) => id))]
  await trx.selectFrom('preferred_rates').where('id', 'in', ids).orderBy('id').select('id').forNoKeyUpdate().execute()
  // Count in a second statement, after the lock: the locking statement would count as of its start.
  const rates = new Map(
    (await selectRates(trx).where('id', 'in', ids).execute()).map(row => [row.id, parseRateRow(row)]),
  )
  for (const { id, version, name } of seen) {
    const rate = rates.get(id)
    if (!rate) throw refuse(409, withNothingCharged(`The preferred rate “${name}” has ended`))
    // The count includes the order's own lines, so the limit may be reached but not exceeded.
    const status = { ...rate, clips_used: rate.clip_limit === null ? 0 : rate.clips_used - 1 }
    const refusal = getRateRefusal(rate.name, getRateState(status, now))
    if (refusal) throw refuse(409, withNothingCharged(refusal))
    if (rate.version !== version) throw refuse(409, withNothingCharged(`The preferred rate “${rate.name}” has changed`))
  }
}

/** Throws 409 when the rate is not active, or has fewer than `count` clips left. */
export const assertRateUsable = (rate: Rate, count: number, now: Date): void => {
  const refusal = getRateRefusal(rate.name, getRateState(rate, now))
  if (refusal) throw refuse(409, `${refusal}.`)
  const remaining = countClipsLeft(rate)
  if (remaining !== null && count > remaining)
    throw refuse(
      409,
      `The preferred rate “${rate.name}” has ${remaining === 1 ? '1 clip' : `${remaining} clips`} left.`,
    )
}

type RateActor = { staff_user_id: number | null; now: Date; reason?: string }

const toRateColumns = ({ distribution_groups, starts_at, ends_at, ...body }: RateBody) => ({
  ...body,
  starts_at: new Date(starts_at),
  ends_at: ends_at === null ? null : new Date(ends_at),
  distribution_groups: JSON.stringify(distribution_groups),
})

/** Creates a rate for a workspace. Throws 404 for an unknown workspace. */
export const createRate = async (trx: Trx, workspace_id: number, body: RateBody, actor: RateActor): Promise<Rate> => {
  const workspace = await trx
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  if (!workspace) throw refuse.missing('workspace')
  const { id } = await trx
    .insertInto('preferred_rates')
    .values({ ...toRateColumns(body), workspace_id, created_at: actor.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return logAndLoad(trx, id, actor, 'created')
}

/** Changes a rate; sold licenses keep the old terms. Throws 404, or 409 for a rate that was ended. */
export const changeRate = async (trx: Trx, id: number, body: RateBody, actor: RateActor): Promise<Rate> => {
  const previous = await lockRate(trx, id)
  await trx
    .updateTable('preferred_rates')
    .set(eb => ({ ...toRateColumns(body), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return logAndLoad(trx, id, actor, 'changed', previous)
}

/** Ends a rate for good; licenses under it stay. Throws 404, or 409 for a rate that was ended. */
export const endRate = async (trx: Trx, id: number, actor: RateActor): Promise<Rate> => {
  const previous = await lockRate(trx, id)
  await trx
    .updateTable('preferred_rates')
    .set(eb => ({ ended_at: actor.now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return logAndLoad(trx, id, actor, 'ended', previous)
}

const lockRate = async (trx: Trx, id: number) => {
  const rate = await trx
    .selectFrom('preferred_rates')
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!rate) throw refuse.missing('preferred rate')
  if (rate.ended_at) throw refuse(409, 'This rate was ended. Please create a new one.')
  return rate
}

/** Writes the audit log, and returns the rate. */
const logAndLoad = async (
  trx: Trx,
  id: number,
  { staff_user_id, now, reason }: RateActor,
  action: 'created' | 'changed' | 'ended',
  previous?: Selectable<Tables['preferred_rates']>,
): Promise<Rate> => {
  const row = await selectRates(trx).where('id', '=', id).executeTakeFirstOrThrow()
  const { clips_used: _counted, version: _version, ...current } = row
  const changes = previous ? diffFields<object>(previous, current) : {}
  await writeAuditEntry(trx, { staff_user_id, about: 'rate', about_key: id, action, reason, changes, now })
  return parseRateRow(row)
}
