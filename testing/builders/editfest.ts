/** Seeds Editfests that run for a month. */
import type { Insertable } from 'kysely'

import { enterEditfestCode } from '../../src/editfest/contract.ts'
import { DAY_MS } from '../../src/platform/clock.ts'
import type { Tables } from '../../src/platform/db/tables.ts'
import type { TestApp } from '../app.ts'
import type { Buyer } from './orders.ts'

let serial = 0

/** Turns on both Editfest flags for everyone. */
export const enableEditfests = async ({ db, clock }: TestApp) => {
  for (const key of ['editfest-coupon', 'editfest-downloads'])
    await db
      .insertInto('flags')
      .values({ key, is_on: true, updated_at: clock.now() })
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

export const seedEditfest = async (
  { db, clock }: TestApp,
  overrides: Partial<Insertable<Tables['editfests']>> = {},
) => {
  const now = clock.now()
  const editfest = {
    code: `FEST-${(serial += 1)}`,
    name: `Editfest ${2025 + serial}`,
    starts_at: now,
    ends_at: new Date(now.getTime() + 30 * DAY_MS),
    clip_limit: 3,
    ...overrides,
  }
  return db.insertInto('editfests').values(editfest).returningAll().executeTakeFirstOrThrow()
}

/** Enters the member's workspace in a running Editfest. */
export const joinEditfest = async (shop: TestApp, { visitor }: Pick<Buyer, 'visitor'>) => {
  await enableEditfests(shop)
  const editfest = await seedEditfest(shop)
  await visitor.call(enterEditfestCode, { body: { code: editfest.code } })
  return editfest
}
