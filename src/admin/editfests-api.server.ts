import type { FastifyInstance } from 'fastify'

import { changeEditfest, listEditfests, makeEditfest } from '#editfest/runs.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'
import { changesOf, logStaff } from '#platform/staff-log.server.ts'

import * as contract from './editfests-contract.ts'

const day_ms = 86_400_000
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

type Days = { first_day: string; last_day: string }

/** The last day is a part of it: it ends as the next one begins. */
const momentsOf = <T extends Days>({ first_day, last_day, ...rest }: T) => ({
  ...rest,
  starts_at: new Date(first_day),
  ends_at: new Date(Date.parse(last_day) + day_ms),
})

export const editfestsApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const all = async () => ({
    data: (await listEditfests(db)).map(({ starts_at, ends_at, created_at: _, ...editfest }) => ({
      ...editfest,
      first_day: dayOf(starts_at.getTime()),
      last_day: dayOf(ends_at.getTime() - 1),
    })),
  })

  serve(app, contract.listAdminEditfests, all)

  serve(app, contract.makeAdminEditfest, async ({ actor: { user_id: staff_user_id }, body }) => {
    await db.transaction().execute(async trx => {
      const about_key = await makeEditfest(trx, momentsOf(body))
      await logStaff(trx, { staff_user_id, about: 'editfest', about_key, action: 'Made', now: clock.now() })
    })
    return all()
  })

  serve(app, contract.changeAdminEditfest, async ({ actor: { user_id: staff_user_id }, params: { id }, body }) => {
    await db.transaction().execute(async trx => {
      const before = (await listEditfests(trx)).find(one => one.id === id)
      const after = momentsOf(body)
      await changeEditfest(trx, id, after)
      const changes = before && changesOf(Object.fromEntries(Object.entries(before)), after)
      const about = { about: 'editfest', about_key: id, action: 'Changed' } as const
      await logStaff(trx, { ...about, staff_user_id, ...(changes && { changes }), now: clock.now() })
    })
    return all()
  })
}
