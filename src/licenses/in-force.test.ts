import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { orderStates } from '#orders/states.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { inForce, licenseStateSql } from './in-force.server.ts'
import { getLicenseState, isInForce, type LicenseFields } from './in-force.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const now = new Date('2026-06-01T12:00:00Z')
const license = fc.record<LicenseFields>({
  revoked_at: fc.constantFrom(null, new Date('2026-05-01T00:00:00Z')),
  superseded_by: fc.constantFrom(null, 7),
  ends_at: fc.constantFrom(
    null,
    now,
    new Date(now.getTime() + 1),
    new Date('2026-07-01T12:00:00Z'),
    new Date('2026-07-01T12:00:00.001Z'),
  ),
  order_state: fc.constantFrom(...orderStates),
})

test('the state of a license is the same in TypeScript and in SQL', async () => {
  const licenses = fc.sample(license, 1000)
  const rows = sql.join(
    licenses.map(
      ({ revoked_at, superseded_by, ends_at, order_state }, i) =>
        sql`(${i}::int, ${revoked_at}::timestamptz, ${superseded_by}::int, ${ends_at}::timestamptz, ${order_state}::text)`,
    ),
  )
  const result = await sql<{ state: string; is_in_force: boolean }>`
    select ${licenseStateSql(now)} as state, ${inForce(now)} as is_in_force
    from (values ${rows}) as l (id, revoked_at, superseded_by, ends_at, order_state)
    order by l.id`.execute(shop.db)
  expect(result.rows.map(({ state }) => state)).toEqual(licenses.map(fields => getLicenseState(fields, now)))
  expect(result.rows.map(({ is_in_force }) => is_in_force)).toEqual(
    licenses.map(fields => isInForce(getLicenseState(fields, now))),
  )
})

test('a revoked, superseded, waiting or ended license is not in force', () => {
  const perpetual = { revoked_at: null, superseded_by: null, ends_at: null, order_state: 'paid' }
  expect(getLicenseState(perpetual, now)).toBe('in_force')
  expect(getLicenseState({ ...perpetual, revoked_at: now }, now)).toBe('revoked')
  expect(getLicenseState({ ...perpetual, superseded_by: 7 }, now)).toBe('superseded')
  expect(getLicenseState({ ...perpetual, order_state: 'disputed' }, now)).toBe('on_hold')
  expect(getLicenseState({ ...perpetual, order_state: 'refunded' }, now)).toBe('revoked')
  expect(getLicenseState({ ...perpetual, ends_at: now }, now)).toBe('ended')
  expect(getLicenseState({ ...perpetual, ends_at: new Date(now.getTime() + 1) }, now)).toBe('ends_soon')
})
