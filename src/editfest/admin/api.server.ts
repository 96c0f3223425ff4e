import type { FastifyInstance } from 'fastify'

import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { changeEditfest, listEditfests, createEditfest } from '../editfests.server.ts'
import * as contract from './contract.ts'

type EditfestDays = { first_day: string; last_day: string }

/** Converts days to timestamps. The last day is included: the Editfest ends when the next day begins. */
const toTimestamps = <T extends EditfestDays>({ first_day, last_day, ...fields }: T) => ({
  ...fields,
  starts_at: new Date(first_day),
  ends_at: new Date(Date.parse(last_day) + DAY_MS),
})

export const editfestsApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const listAll = async () => ({
    data: (await listEditfests(db)).map(({ starts_at, ends_at, created_at: _, ...editfest }) => ({
      ...editfest,
      first_day: toDay(starts_at.getTime()),
      last_day: toDay(ends_at.getTime() - 1),
    })),
  })

  serve(app, contract.listAdminEditfests, listAll)

  serve(app, contract.createAdminEditfest, async ({ actor: { user_id: staff_user_id }, body }) => {
    await db.transaction().execute(async trx => {
      const about_key = await createEditfest(trx, toTimestamps(body))
      await writeAuditEntry(trx, { staff_user_id, about: 'editfest', about_key, action: 'created', now: clock.now() })
    })
    return listAll()
  })

  serve(app, contract.changeAdminEditfest, async ({ actor: { user_id: staff_user_id }, params: { id }, body }) => {
    await db.transaction().execute(async trx => {
      const before = (await listEditfests(trx)).find(editfest => editfest.id === id)
      const after = toTimestamps(body)
      await changeEditfest(trx, id, after)
      const changes = before && diffFields(Object.fromEntries(Object.entries(before)), after)
      const entry = { about: 'editfest', about_key: id, action: 'changed' } as const
      await writeAuditEntry(trx, { ...entry, staff_user_id, ...(changes && { changes }), now: clock.now() })
    })
    return listAll()
  })
}
