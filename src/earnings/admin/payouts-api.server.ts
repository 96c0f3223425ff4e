import type { FastifyInstance } from 'fastify'

import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'

import { maskEmail } from '../mask-email.ts'
import { monthAfter, monthOf } from '../months.ts'
import { markPayoutSent, listPayouts } from '../payouts.server.ts'
import { statementNumber } from '../statement.ts'
import { closePreviewedMonth, previewMonth } from '../statements.server.ts'
import * as contract from './payouts-contract.ts'

/** Covers years of payouts. Older ones are in each filmmaker's statements. */
const MAX_PAYOUTS = 500

export const adminPayoutsApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.getPayoutOverview, async () => {
    const [closing, payouts] = [await loadClosing(db, clock.now()), await listPayoutRows(db)]
    return { data: { closing, payouts } }
  })

  serve(app, contract.closeLastMonth, async ({ actor, body: { month, expected_cents, reason } }) => {
    const now = clock.now()
    const written = await db.transaction().execute(async trx => {
      const written = await closePreviewedMonth(trx, { month, expected_cents, now })
      const entry = { about: 'filmmaker', about_key: month, action: 'month_closed' } as const
      const changes = { statements: [0, written] } as const
      if (written > 0) await writeAuditEntry(trx, { ...entry, staff_user_id: actor.user_id, reason, changes, now })
      return written
    })
    return { data: { written } }
  })

  serve(app, contract.markPayoutSent, async ({ actor, params: { number }, body: { reason, payee, ...payment } }) => {
    const now = clock.now()
    await db.transaction().execute(async trx => {
      const seenPayee = payee && { payee_name: payee.name, paypal_email: payee.email }
      const about_key = await markPayoutSent(trx, number, {
        ...payment,
        payee: seenPayee,
        staff_user_id: actor.user_id,
        now,
      })
      const changes = {
        payout: [null, number],
        reference: [null, payment.reference],
        sent_on: [null, payment.sent_on],
      } as const
      await writeAuditEntry(trx, {
        staff_user_id: actor.user_id,
        about: 'filmmaker',
        about_key,
        action: 'payout_sent',
        reason,
        changes,
        now,
      })
    })
    return { data: await listPayoutRows(db) }
  })
}

const loadClosing = async (db: Db, now: Date): Promise<contract.MonthClosing> => {
  const month = monthAfter(monthOf(now), -1)
  const drafts = await previewMonth(db, month)
  return {
    month,
    rows: drafts.map(draft => ({
      filmmaker: draft.filmmaker,
      opening: toMoney(draft.opening_cents),
      earned: toMoney(draft.earned_cents),
      refunded: toMoney(draft.refunded_cents),
      paid: toMoney(draft.paid_cents),
      closing: toMoney(draft.closing_cents),
      has_payee: draft.has_payee,
    })),
    paid: toMoney(drafts.reduce((sum, { paid_cents }) => sum + paid_cents, 0)),
  }
}

const listPayoutRows = async (db: Db): Promise<contract.PayoutSummary[]> =>
  (await listPayouts(db, MAX_PAYOUTS)).map(row => ({
    number: statementNumber(row),
    month: row.month,
    filmmaker: row.filmmaker,
    paid: toMoney(row.paid_cents),
    payee: toPayee(row.payee_name, row.paypal_email),
    sent:
      row.sent_on !== null && row.reference !== null
        ? {
            on: row.sent_on,
            reference: row.reference,
            to: toPayee(row.sent_to_name, row.sent_to_email && maskEmail(row.sent_to_email)),
          }
        : null,
  }))

const toPayee = (name: string | null, email: string | null) =>
  name !== null && email !== null ? { name, email } : null
