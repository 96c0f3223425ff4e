/** Consumers of the EU and the UK: consent to delivery before the first download, and withdrawal until then. */
import { sql } from 'kysely'

import { WITHDRAWAL_NOTICE } from '#content/built-in-pages.server.ts'
import { listParagraphs } from '#content/markdown.server.ts'
import { getCurrentText, getText, type ContentDeps } from '#content/texts.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { CONSENT_TEXT, getWithdrawalEnd, isWithdrawable } from './consumer.ts'
import type { OrderDetail } from './contract.ts'
import type { OrderState } from './states.ts'

type OrderKey = { workspace_id: number; number: string; user_id: number }

/**
 * Locks the order of a consumer who acts on it. Throws 404 for another workspace's order, 403 unless the actor bought it,
 * 409 for an order without a right of withdrawal or after its end.
 */
export const lockConsumerOrder = async (trx: Trx, { workspace_id, number, user_id }: OrderKey, now: Date) => {
  const order = await trx
    .selectFrom('orders')
    .where('universal_invoice_number', '=', number)
    .where('workspace_id', '=', workspace_id)
    .select(['id', 'state', 'user_id', 'placed_at', 'is_consumer', 'total_cents'])
    .select(['processing_fee_cents', 'withdrawn_fee_cents'])
    .forUpdate()
    .executeTakeFirst()
  if (!order?.placed_at) throw refuse.missing('order')
  if (order.user_id !== user_id) throw refuse(403, 'Only the person who bought this order can do that.')
  if (!order.is_consumer) throw refuse(409, 'This order was bought by a business, so it has no right of withdrawal.')
  if (!isWithdrawable(order, now)) throw refuse(409, 'The 14 days to withdraw from this order are over.')
  return { ...order, state: order.state as OrderState }
}

const findLastWithdrawal = (db: Db | Trx, order_id: number) =>
  db
    .selectFrom('order_withdrawals')
    .where('order_id', '=', order_id)
    .orderBy('id', 'desc')
    .select('withdrawn_at')
    .executeTakeFirst()

/** Records that a consumer asks for delivery now. Does nothing the second time. Throws as `lockConsumerOrder`. */
export const consentToDelivery = async (deps: ContentDeps & { db: Db }, key: OrderKey, now: Date): Promise<void> => {
  const { db } = deps
  const { id: text_id, sha256: text_sha256 } = await getCurrentText(db, deps, WITHDRAWAL_NOTICE, now)
  await db.transaction().execute(async trx => {
    const { id: order_id } = await lockConsumerOrder(trx, key, now)
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('delivery_consents')
      .values({ order_id, user_id: key.user_id, text_id, text_sha256, shown_text: CONSENT_TEXT, consented_at: now })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) await recordEvent(trx, 'order.delivery_consented', { order_id })
  })
}

/**
 * Returns the lines of an order that were not delivered, refunded or withdrawn from, without those whose license was
 * upgraded: the buyer withdraws from the upgrade first. Read them under the order's lock.
 */
const listWithdrawableLines = (db: Db | Trx, order_id: number) =>
  db
    .selectFrom('order_items as i')
    .where('i.order_id', '=', order_id)
    .where('i.first_downloaded_at', 'is', null)
    .where('i.refunded', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_items as n')
            .whereRef('n.upgrades_item_id', '=', 'i.id')
            .where('n.upgrade_ended_at', 'is', null)
            .select('n.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_withdrawals as w')
            .whereRef('w.order_id', '=', 'i.order_id')
            .where(sql<boolean>`i.id = any(w.order_item_ids)`)
            .select('w.id'),
        ),
      ),
    )
    .orderBy('i.id')
    .select(['i.id', 'i.clip_id'])
    .execute()

export type Withdrawal = { id: number; order_item_ids: number[] }

/**
 * Records a withdrawal from every clip of a locked order that was not downloaded. Throws 409 when there is none, or the
 * buyer has withdrawn from them already.
 */
export const recordWithdrawal = async (
  trx: Trx,
  { order_id, user_id, now }: { order_id: number; user_id: number; now: Date },
): Promise<Withdrawal> => {
  const order_item_ids = (await listWithdrawableLines(trx, order_id)).map(({ id }) => id)
  if (order_item_ids.length === 0)
    throw refuse(
      409,
      (await findLastWithdrawal(trx, order_id))
        ? 'You have withdrawn from this order already.'
        : 'Every clip of this order was downloaded, refunded or upgraded. Withdraw from an upgrade first.',
    )
  const withdrawal = await trx
    .insertInto('order_withdrawals')
    .values({ order_id, user_id, order_item_ids, withdrawn_at: now })
    .returning(['id', 'order_item_ids'])
    .executeTakeFirstOrThrow()
  await recordEvent(trx, 'order.withdrawn', { order_id })
  return withdrawal
}

type Downloads = {
  files: readonly { clip_id: number; format_id: number }[]
  /** The lines whose licenses allow the downloads. */
  order_item_ids: readonly number[]
}

/**
 * Locks the workspace's orders that a first download of these files would end the right of withdrawal of. Returns whether
 * there are any.
 */
export const lockWithdrawableOrders = async (
  trx: Trx,
  { workspace_id, now }: { workspace_id: number; now: Date },
  { files, order_item_ids }: Downloads,
): Promise<boolean> => {
  const orders = await trx
    .selectFrom('orders as o')
    .where('o.workspace_id', '=', workspace_id)
    .where('o.is_consumer', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_items as i')
          .whereRef('i.order_id', '=', 'o.id')
          .where('i.first_downloaded_at', 'is', null)
          .where(eb =>
            eb.or([
              ...files.map(({ clip_id, format_id }) => eb.and({ 'i.clip_id': clip_id, 'i.format_id': format_id })),
              ...(order_item_ids.length > 0 ? [eb('i.id', 'in', order_item_ids)] : []),
            ]),
          )
          .select('i.id'),
      ),
    )
    .select(['o.id', 'o.is_consumer', 'o.placed_at'])
    .orderBy('o.id', 'desc')
    .forUpdate()
    .execute()
  return orders.some(order => isWithdrawable(order, now))
}

/** Returns the withdrawal notice in effect, or an earlier version, without its summary. */
export const loadNotice = async (deps: ContentDeps & { db: Db }, now: Date, text_id?: number) => {
  const { db } = deps
  const { text } = await (text_id === undefined
    ? getCurrentText(db, deps, WITHDRAWAL_NOTICE, now)
    : getText(db, WITHDRAWAL_NOTICE, text_id))
  const parts = listParagraphs(text)
  return parts.slice(
    Math.max(
      0,
      parts.findIndex(({ is_heading }) => is_heading),
    ),
  )
}

type ConsumerOrder = { id: number; is_consumer: boolean; placed_at: Date; user_id: number }

/** Returns what the order's page says about withdrawal; null for orders without that right. */
export const loadWithdrawal = async (
  db: Db | Trx,
  { id, is_consumer, placed_at }: ConsumerOrder,
  now: Date,
): Promise<OrderDetail['withdrawal']> => {
  if (!is_consumer) return null
  const withdrawal = await findLastWithdrawal(db, id)
  const consent = await db
    .selectFrom('delivery_consents')
    .where('order_id', '=', id)
    .select('consented_at')
    .executeTakeFirst()
  const lines = await listWithdrawableLines(db, id)
  return {
    until: getWithdrawalEnd(placed_at).toISOString(),
    clips_count: isWithdrawable({ is_consumer, placed_at }, now)
      ? new Set(lines.map(({ clip_id }) => clip_id)).size
      : 0,
    consented_at: consent?.consented_at.toISOString() ?? null,
    withdrawn_at: withdrawal?.withdrawn_at.toISOString() ?? null,
  }
}
