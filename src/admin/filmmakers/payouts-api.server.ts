import type { FastifyInstance } from 'fastify'

import { maskedEmail } from '#earnings/masked.ts'
import { monthAfter, monthOf } from '#earnings/months.ts'
import { markSent, payoutsOf } from '#earnings/payouts.server.ts'
import { statementNumber } from '#earnings/statement.ts'
import { closeAsSeen, previewMonth } from '#earnings/statements.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { money } from '#platform/money.ts'
import { serve } from '#platform/serve.server.ts'
import { logStaff } from '#platform/staff-log.server.ts'

import * as contract from './payouts-contract.ts'

/** Years of them; what is older stands in each filmmaker's statements. */
const most_shown = 500

export const payoutRoomApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.getPayoutDesk, async () => {
    const [closing, payouts] = [await closingOf(db, clock.now()), await rowsOf(db)]
    return { data: { closing, payouts } }
  })

  serve(app, contract.closeLastMonth, async ({ actor, body: { month, seen_cents, reason } }) => {
    const now = clock.now()
    const written = await db.transaction().execute(async trx => {
      const written = await closeAsSeen(trx, { month, seen_cents, now })
      const what = { about: 'filmmaker', about_key: month, action: 'Closed the month' } as const
      const changes = { statements: [0, written] } as const
      if (written > 0) await logStaff(trx, { ...what, staff_user_id: actor.user_id, reason, changes, now })
      return written
    })
    return { data: { written } }
  })

  serve(app, contract.markPayoutSent, async ({ actor, params: { number }, body: { reason, payee, ...sent } }) => {
    const now = clock.now()
    await db.transaction().execute(async trx => {
      const seen = payee && { payee_name: payee.name, paypal_email: payee.email }
      const about_key = await markSent(trx, number, { ...sent, payee: seen, staff_user_id: actor.user_id, now })
      const changes = { reference: [null, sent.reference], sent_on: [null, sent.sent_on] } as const
      const action = `Sent ${number}`
      await logStaff(trx, { staff_user_id: actor.user_id, about: 'filmmaker', about_key, action, reason, changes, now })
    })
    return { data: await rowsOf(db) }
  })
}

const closingOf = async (db: Db, now: Date): Promise<contract.Closing> => {
  const month = monthAfter(monthOf(now), -1)
  const drafts = await previewMonth(db, month)
  return {
    month,
    rows: drafts.map(draft => ({
      filmmaker: draft.filmmaker,
      opening: money(draft.opening_cents),
      earned: money(draft.earned_cents),
      given_back: money(draft.given_back_cents),
      paid: money(draft.paid_cents),
      closing: money(draft.closing_cents),
      has_payee: draft.has_payee,
    })),
    paid: money(drafts.reduce((sum, { paid_cents }) => sum + paid_cents, 0)),
  }
}

const rowsOf = async (db: Db): Promise<contract.PayoutRow[]> =>
  (await payoutsOf(db, most_shown)).map(row => ({
    number: statementNumber(row.month, row.filmmaker_id),
    month: row.month,
    filmmaker: row.filmmaker,
    paid: money(row.paid_cents),
    payee: payeeOf(row.payee_name, row.paypal_email),
    sent:
      row.sent_on !== null && row.reference !== null
        ? {
            on: row.sent_on,
            reference: row.reference,
            to: payeeOf(row.sent_to_name, row.sent_to_email && maskedEmail(row.sent_to_email)),
          }
        : null,
  }))

const payeeOf = (name: string | null, email: string | null) =>
  name !== null && email !== null ? { name, email } : null
