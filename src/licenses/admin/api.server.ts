import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './contract.ts'
import { correctImported, listImported, loadImportedLicense, setImportedRevoked } from './imported-licenses.server.ts'

export const adminLicensesApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  serve(app, contract.listImportedLicenses, ({ params: { id }, query: { page = 1 } }) =>
    listImported(db, id, page, clock.now()),
  )

  serve(app, contract.correctImportedLicense, async ({ actor, params: { id }, body: { reason, ...license } }) => {
    const change = { staff_user_id: actor.user_id, reason, now: clock.now() }
    await db.transaction().execute(trx => correctImported(trx, id, license, change))
    return { data: await loadImportedLicense(db, id, clock.now()) }
  })

  serve(app, contract.revokeImportedLicense, async ({ actor, params: { id }, body: { is_revoked, reason } }) => {
    const change = { staff_user_id: actor.user_id, reason, now: clock.now() }
    await db.transaction().execute(trx => setImportedRevoked(trx, id, is_revoked, change))
    return { data: await loadImportedLicense(db, id, clock.now()) }
  })
}
