/** Seeds staff and starts masquerades. */

import { changeRoles } from '../../src/accounts/admin/contract.ts'
import { createSession } from '../../src/accounts/session.server.ts'
import { platformRoles } from '../../src/platform/platform-roles.ts'
import { beginMasquerade } from '../../src/workspaces/masquerade.server.ts'
import type { TestApp } from '../app.ts'
import { seedMember, type Buyer } from './orders.ts'

/** Seeds signed-in support staff, or another staff role, with their own workspace. */
export const seedStaff = async (
  shop: TestApp,
  role: 'support_staff' | 'platform_admin' | 'collection_admin' = 'support_staff',
): Promise<Buyer> => {
  const person = await seedMember(shop)
  await setRoles(shop, person.user_id, [platformRoles.customer, platformRoles[role]])
  return person
}

export const setRoles = async ({ db }: TestApp, user_id: number, platform_roles: number[]): Promise<void> => {
  await db.updateTable('users').set({ platform_roles }).where('id', '=', user_id).execute()
}

/** The roles of somebody who has none, given by a platform admin through the API. */
export const giveRoles = async (
  { db, clock }: TestApp,
  by: Buyer,
  { user_id }: Buyer,
  roles: ('platform_admin' | 'support_staff')[],
): Promise<void> => {
  await db.updateTable('users').set({ email_verified_at: clock.now() }).where('id', '=', user_id).execute()
  const body = { roles: roles.map(role => platformRoles[role]), seen: [], reason: 'Joins support on Monday' }
  await by.visitor.call(changeRoles, { params: { id: String(user_id) }, body })
}

/** Starts a new session at the shop's current time, for tests that move the clock past the end of the last one. */
export const signInAgain = async ({ db, clock }: TestApp, { visitor, user_id }: Buyer): Promise<void> => {
  const { token } = await createSession(db, {
    user_id,
    remember: false,
    user_agent: '',
    address: '127.0.0.1',
    now: clock.now(),
  })
  visitor.cookies.set('session', token)
}

/** Starts a masquerade in the visitor's session. */
export const startMasquerade = async (
  shop: TestApp,
  { visitor, user_id }: Buyer,
  client_user_id: number,
): Promise<void> => {
  const { id: session_id } = await shop.db
    .selectFrom('sessions')
    .where('user_id', '=', user_id)
    .select('id')
    .executeTakeFirstOrThrow()
  const masquerade = { client_user_id, reason: 'Ticket 3F9A21C7', now: shop.clock.now() }
  const { token } = await shop.db
    .transaction()
    .execute(trx => beginMasquerade(trx, { user_id, session_id }, masquerade))
  visitor.cookies.set('session', token)
}
