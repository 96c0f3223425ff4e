/** API endpoints for statements and payout settings. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { confirmPassword } from '#accounts/reauthentication.server.ts'
import { hasTwoStep } from '#accounts/two-step/state.server.ts'
import type { ForSeller } from '#orders/documents/content.ts'
import { openPrinter } from '#orders/documents/printer.server.ts'
import { issueDocument, readDocument } from '#orders/documents/stored.server.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'
import { toMoney } from '#platform/money.ts'

import * as contract from './contract.ts'
import { maskEmail } from './mask-email.ts'
import { getPayoutSettings, savePayoutSettings } from './payout-settings.server.ts'
import { findFilmmaker, requireFilmmaker } from './people.server.ts'
import { statementCsv, statementNumber, type StatementData } from './statement.ts'
import { loadStatement, listStatements } from './statements.server.ts'

/** Error metadata: where two-step sign-in is set up. */
const setUpTwoStep = { set_up: '/account/two-step' }

export const payoutsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, settings, config } = deps
  // The path is relative to the working directory, like that of the migrations.
  const printer = openPrinter<ForSeller<StatementData>>('src/earnings/statement-worker.ts')
  app.addHook('onClose', printer.close)

  serve(app, contract.listStatements, async ({ actor }) => {
    const filmmaker = await findFilmmaker(db, actor)
    const rows = filmmaker ? await listStatements(db, filmmaker.id) : []
    return {
      data: rows.map(row => ({
        number: statementNumber(row),
        month: row.month,
        earned: toMoney(row.earned_cents),
        refunded: toMoney(row.refunded_cents),
        paid: toMoney(row.paid_cents),
        balance: toMoney(row.closing_cents),
        created_at: row.created_at.toISOString(),
        sent:
          row.sent_on !== null && row.reference !== null
            ? { on: row.sent_on, reference: row.reference, to: row.sent_to && maskEmail(row.sent_to) }
            : null,
      })),
    }
  })

  serve(app, contract.getPayoutSettings, async ({ actor }) => {
    const filmmaker = await findFilmmaker(db, actor)
    return { data: filmmaker ? await getPayoutSettings(db, filmmaker.id) : null }
  })

  serve(app, contract.savePayoutSettings, async ({ actor, request, reply, body: { password, ...settings } }) => {
    const { id: filmmaker_id } = await requireFilmmaker(db, actor)
    await confirmPassword(deps, { actor, request, reply }, password)
    if (!config.local_demo && !(await hasTwoStep(db, actor.user_id)))
      throw refuse(403, 'Please set up two-step sign-in before you change how you are paid.', setUpTwoStep)
    const input = { ...settings, filmmaker_id, changed_by: actor.user_id, now: clock.now() }
    await db.transaction().execute(trx => savePayoutSettings(trx, input))
    return { data: settings }
  })

  const statementFiles = {
    pdf: {
      type: 'application/pdf',
      render: async (statement: StatementData): Promise<Buffer> =>
        readDocument(
          deps,
          await issueDocument(deps, {
            kind: 'statement',
            subject: statement.number,
            order_id: null,
            // A statement never changes.
            load: async () => ({ state: {}, content: statement }),
            print: printer.print,
          }),
        ),
    },
    csv: { type: 'text/csv', render: async (statement: StatementData) => Buffer.from(statementCsv(statement)) },
  } as const

  for (const [file, { type, render }] of Object.entries(statementFiles))
    serveFile(
      app,
      fileEndpoint(`/api/filmmaker/statements/:number/${file}`, {
        summary: `Get a statement as ${file.toUpperCase()}`,
        who: 'signed_in',
        masquerade: 'allowed',
        per_minute: 60,
        params: z.object({ number: z.string() }),
        file: type,
      }),
      async ({ actor, params: { number }, reply }) => {
        const { id } = await requireFilmmaker(db, actor)
        const content = await render(await loadStatement(db, id, number))
        return reply
          .type(file === 'csv' ? `${type}; charset=utf-8` : type)
          .header('content-disposition', `attachment; filename="${settings.fileName(`${number}.${file}`)}"`)
          .header('cache-control', 'private, no-store')
          .send(content)
      },
    )
}
