import { createPreferencesUrl } from '#accounts/own/preferences.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { formatCents } from '#platform/money.ts'

import { findLastCorrection } from './billing-corrections.server.ts'
import { issueBill, issueCreditNote } from './bills.server.ts'
import { getCreditNoteCause, listCreditNotes } from './credit-notes.server.ts'
import { readDocument } from './documents/stored.server.ts'
import { isOwed } from './due.ts'
import { toAddressLines, type OrderBilling } from './order-snapshot.ts'
import type { OrderState } from './states.ts'

/** Time after which another worker may send a claimed mail that was not sent. */
export const CLAIM_TIMEOUT_MS = 300_000

/** Mails the buyer that the payment of a placed order failed, with its credit note. An order that failed at checkout gets no mail. */
export const mailOrderFailed = async (deps: Deps, order_id: number): Promise<void> => {
  const { db, config, mail } = deps
  const { universal_invoice_number: number, workspace_id, user_id, email } = await loadRecipient(db, order_id)
  if (number === null) return
  await sendOnce(deps, order_id, 'failed', async () => {
    const { orderFailedMail } = await import('./parts/order-mails.tsx')
    const [note] = await listCreditNotes(db, order_id)
    const content = {
      number,
      credit_note: note?.number ?? null,
      address: `${config.public_url}/workspace/orders/${number}`,
      preferences: await createPreferencesUrl(deps, user_id),
    }
    const attachments = note ? [await attachCreditNote(deps, workspace_id, number, note.number)] : []
    await mail.send({ to: email, attachments, content: orderFailedMail(content) })
  })
}

const attachCreditNote = async (deps: Deps, workspace_id: number, order: string, number: string) => ({
  file_name: deps.settings.fileName(`credit-note-${number}.pdf`),
  bytes: await readDocument(deps, await issueCreditNote(deps, workspace_id, order, number)),
})

/** Tells the payer of an order on account that the bank returned the debit. Sends nothing if it was paid since. */
export const mailDebitReturned = async (
  deps: Deps,
  { order_id, attempt_id, user_id }: { order_id: number; attempt_id: number; user_id: number },
): Promise<void> => {
  const { db, config, mail } = deps
  const order = await db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['universal_invoice_number as number', 'state', 'total_cents'])
    .executeTakeFirstOrThrow()
  const payer = await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst()
  const { number, state, total_cents } = order
  if (number === null || !isOwed(state as OrderState) || !payer) return
  await sendOnce(deps, order_id, `debit_returned:${attempt_id}`, async () => {
    const { debitReturnedMail } = await import('./parts/order-mails.tsx')
    const address = `${config.public_url}/checkout/${number}`
    const preferences = await createPreferencesUrl(deps, user_id)
    const content = { number, total: formatCents(total_cents), address, preferences }
    await mail.send({ to: payer.email, content: debitReturnedMail(content) })
  })
}

/** Tells the buyer about a credit note: what was refunded and which licenses ended. `mailOrderFailed` has that of a returned debit. */
export const mailCredited = async (deps: Deps, credit_note_id: number): Promise<void> => {
  const { db, config, mail } = deps
  const note = await db
    .selectFrom('credit_notes')
    .where('id', '=', credit_note_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const recipient = await loadRecipient(db, note.order_id)
  const { universal_invoice_number: order, workspace_id, user_id, email } = recipient
  const why = getCreditNoteCause(note, recipient.state)
  if (order === null || why === 'returned_debit') return
  await sendOnce(deps, note.order_id, `credited:${note.number}`, async () => {
    const attachments = [await attachCreditNote(deps, workspace_id, order, note.number)]
    const { creditNoteMail } = await import('./parts/order-mails.tsx')
    const content = {
      order,
      number: note.number,
      total: formatCents(note.total_cents),
      clips_count: note.order_item_ids.length,
      refunded_to: note.refunded_to,
      why,
      address: `${config.public_url}/workspace/orders/${order}`,
      preferences: await createPreferencesUrl(deps, user_id),
    }
    await mail.send({ to: email, attachments, content: creditNoteMail(content) })
  })
}

/** Sends the buyer the corrected document: the receipt once the order is paid, else the invoice. */
export const mailBillingCorrected = async (deps: Deps, correction_id: number): Promise<void> => {
  const { db, config, mail, settings } = deps
  const correction = await db
    .selectFrom('billing_corrections as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .where('c.id', '=', correction_id)
    .select(['c.order_id', 'c.number', 'c.billing', 'o.paid_at', 'o.payment_type'])
    .executeTakeFirstOrThrow()
  const { universal_invoice_number: order, workspace_id, user_id, email } = await loadRecipient(db, correction.order_id)
  const last = order === null ? undefined : await findLastCorrection(db, correction.order_id, order)
  // A later correction has its own mail.
  if (order === null || last?.number !== correction.number) return
  await sendOnce(deps, correction.order_id, `billing_corrected:${correction.number}`, async () => {
    const { billingCorrectedMail } = await import('./parts/order-mails.tsx')
    const kinds = (['invoice', 'receipt'] as const).filter(kind =>
      kind === 'invoice' ? correction.payment_type === 'invoice' : correction.paid_at !== null,
    )
    const attachments = await Promise.all(
      kinds.map(async kind => ({
        file_name: settings.fileName(`${kind}-${correction.number}.pdf`),
        bytes: await readDocument(deps, await issueBill(deps, workspace_id, order, kind)),
      })),
    )
    const content = {
      order,
      number: correction.number,
      corrects: last.corrects,
      billed_to: toAddressLines(correction.billing as OrderBilling),
      address: `${config.public_url}/workspace/orders/${order}`,
      preferences: await createPreferencesUrl(deps, user_id),
    }
    await mail.send({ to: email, attachments, content: billingCorrectedMail(content) })
  })
}

/** The order's buyer, who gets its mails. */
export const loadRecipient = (db: Db, order_id: number) =>
  db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .where('o.id', '=', order_id)
    .select(['o.universal_invoice_number', 'o.workspace_id', 'o.user_id', 'o.state', 'u.email'])
    .executeTakeFirstOrThrow()

/** Sends an order's mail of a `kind` once. Throws when it must be retried. */
export const sendOnce = async ({ db, clock }: Deps, order_id: number, kind: string, send: () => Promise<void>) => {
  if (!(await claimMail(db, order_id, kind, clock.now()))) return
  try {
    await send()
  } catch (error) {
    await releaseClaim(db, order_id, kind)
    throw error
  }
  await db
    .updateTable('order_mails')
    .set({ sent_at: clock.now() })
    .where('order_id', '=', order_id)
    .where('kind', '=', kind)
    .execute()
}

/** Returns true to send the mail, false when it was already sent. Throws while another worker is sending it. */
const claimMail = async (db: Db, order_id: number, kind: string, now: Date): Promise<boolean> => {
  const claimed = await db
    .insertInto('order_mails')
    .values({ order_id, kind, claimed_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['order_id', 'kind'])
        .doUpdateSet({ claimed_at: now })
        .where('order_mails.sent_at', 'is', null)
        .where('order_mails.claimed_at', '<', new Date(now.getTime() - CLAIM_TIMEOUT_MS)),
    )
    .returning('order_id')
    .executeTakeFirst()
  if (claimed) return true
  const { sent_at } = await db
    .selectFrom('order_mails')
    .where('order_id', '=', order_id)
    .where('kind', '=', kind)
    .select('sent_at')
    .executeTakeFirstOrThrow()
  if (sent_at) return false
  throw new Error(`The mail of order ${order_id} is being sent by another worker.`)
}

const releaseClaim = (db: Db, order_id: number, kind: string) =>
  db
    .deleteFrom('order_mails')
    .where('order_id', '=', order_id)
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .execute()
