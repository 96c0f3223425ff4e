/** Statements and how a filmmaker is paid, for whoever looks after them. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { proveOwner } from '#accounts/prove.server.ts'
import { hasTwoStep } from '#accounts/two-step/state.server.ts'
import { openPrinter } from '#orders/documents/printer.server.ts'
import { isMember } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { money } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'
import { admit, serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { maskedEmail } from './masked.ts'
import { payoutSettingsOf, savePayoutSettings } from './payout-settings.server.ts'
import { filmmakerOf, needFilmmaker } from './people.server.ts'
import { statementCsv, statementNumber, type StatementFacts } from './statement.ts'
import { statementFacts, statementsOf } from './statements.server.ts'

/** Where a second step is set up. */
const two_step = { set_up: '/account/two-step' }

const file_access = { who: 'signed_in', masquerade: 'allowed' } as const

export const payoutsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps
  // Like the migrations, it is found from the folder that the shop is started in.
  const printer = openPrinter<StatementFacts>('src/earnings/statement-worker.ts')
  app.addHook('onClose', printer.close)

  serve(app, contract.listStatements, async ({ actor }) => {
    const filmmaker = await filmmakerOf(db, actor)
    const rows = filmmaker ? await statementsOf(db, filmmaker.id) : []
    return {
      data: rows.map(row => ({
        number: statementNumber(row.month, row.filmmaker_id),
        month: row.month,
        earned: money(row.earned_cents),
        given_back: money(row.given_back_cents),
        paid: money(row.paid_cents),
        balance: money(row.closing_cents),
        made_at: row.made_at.toISOString(),
        sent:
          row.sent_on !== null && row.reference !== null
            ? { on: row.sent_on, reference: row.reference, to: row.sent_to && maskedEmail(row.sent_to) }
            : null,
      })),
    }
  })

  serve(app, contract.getPayoutSettings, async ({ actor }) => {
    const filmmaker = await filmmakerOf(db, actor)
    return { data: filmmaker ? await payoutSettingsOf(db, filmmaker.id) : null }
  })

  serve(app, contract.savePayoutSettings, async ({ actor, request, reply, body: { password, ...settings } }) => {
    const { id: filmmaker_id } = await needFilmmaker(db, actor)
    await proveOwner(deps, { actor, request, reply }, password)
    if (!config.local_demo && !(await hasTwoStep(db, actor.user_id)))
      throw refuse(403, 'Please set up two-step sign-in before you change how you are paid.', two_step)
    const saved = { ...settings, filmmaker_id, changed_by: actor.user_id, now: clock.now() }
    await db.transaction().execute(trx => savePayoutSettings(trx, saved))
    return { data: settings }
  })

  const files = {
    pdf: { type: 'application/pdf', make: (facts: StatementFacts): Promise<Buffer> => printer.print(facts) },
    csv: { type: 'text/csv', make: async (facts: StatementFacts) => Buffer.from(statementCsv(facts)) },
  } as const

  for (const [file, { type, make }] of Object.entries(files))
    app.get<{ Params: { number: string } }>(
      `/api/filmmaker/statements/:number/${file}`,
      {
        schema: {
          summary: `A statement as ${file.toUpperCase()}`,
          tags: ['filmmaker'],
          params: z.object({ number: z.string() }),
          response: { 200: { description: 'The statement', content: { [type]: { schema: z.unknown() } } } },
        },
        preValidation: async request => admit(file_access, request.actor),
        config: { endpoint: file_access, rateLimit: { max: 60, timeWindow: 60_000 } },
      },
      async ({ actor, params: { number } }, reply) => {
        if (!isMember(actor)) throw refuse.missing('statement')
        const { id } = await needFilmmaker(db, actor)
        const made = await make(await statementFacts(db, id, number))
        return reply
          .type(file === 'csv' ? `${type}; charset=utf-8` : type)
          .header('content-disposition', `attachment; filename="${brand.slug}-${number}.${file}"`)
          .header('cache-control', 'private, no-store')
          .send(made)
      },
    )
}
