/** Editfests for tests: open to everybody, running for a month. */
import type { Insertable } from 'kysely'

import { enterEditfestCode } from '../../src/editfest/contract.ts'
import type { Tables } from '../../src/platform/tables.ts'
import type { TestApp } from '../app.ts'
import type { Buyer } from './orders.ts'

let serial = 0
const day_ms = 86_400_000

/** Switches both parts on for everybody. */
export const openEditfests = async ({ db, clock }: TestApp) => {
  for (const key of ['editfest-coupon', 'editfest-downloads'])
    await db
      .insertInto('flags')
      .values({ key, is_on: true, updated_at: clock.now() })
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

export const anEditfest = async ({ db, clock }: TestApp, wish: Partial<Insertable<Tables['editfests']>> = {}) => {
  const now = clock.now()
  const editfest = {
    code: `FEST-${(serial += 1)}`,
    name: `Editfest ${2025 + serial}`,
    starts_at: now,
    ends_at: new Date(now.getTime() + 30 * day_ms),
    clips_each: 3,
    ...wish,
  }
  return db.insertInto('editfests').values(editfest).returningAll().executeTakeFirstOrThrow()
}

/** A member whose workspace is in a running Editfest. */
export const enterFestival = async (shop: TestApp, { visitor }: Pick<Buyer, 'visitor'>) => {
  await openEditfests(shop)
  const editfest = await anEditfest(shop)
  await visitor.call(enterEditfestCode, { body: { code: editfest.code } })
  return editfest
}
