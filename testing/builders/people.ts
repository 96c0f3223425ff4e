/** Registers people through the API. */
import { randomUUID } from 'node:crypto'

import { register } from '../../src/accounts/contract.ts'
import { markEmailVerified } from '../../src/accounts/verify/verify.server.ts'
import type { WorkspaceRole } from '../../src/platform/actor.ts'
import { addMember, setCurrentWorkspace } from '../../src/workspaces/workspaces.server.ts'
import type { TestApp } from '../app.ts'
import { solveCaptcha } from '../captcha.ts'

export const good_password = 'Correct-Horse-1'

/** Registers a new signed-in person with their own workspace. */
export const registerPerson = async (shop: TestApp, email = `${randomUUID()}@people.example`) => {
  const visitor = shop.visitor()
  const captcha = await solveCaptcha(visitor, 'register')
  const body = { email, password: good_password, password_again: good_password, captcha }
  const { data: user } = await visitor.call(register, { body })
  return { visitor, user, password: good_password }
}

/** Confirms the email in the only session of its owner. */
export const confirmEmail = async (shop: TestApp, { id: user_id, email }: { id: number; email: string }) => {
  const now = shop.clock.now()
  const { id: session_id } = await shop.db
    .selectFrom('sessions')
    .where('user_id', '=', user_id)
    .select('id')
    .executeTakeFirstOrThrow()
  await shop.db.transaction().execute(trx => markEmailVerified(trx, { user_id, email, session_id, now }))
}

/** Registers a new person with a confirmed email. */
export const registerConfirmedPerson = async (shop: TestApp, email?: string) => {
  const person = await registerPerson(shop, email)
  await confirmEmail(shop, person.user)
  return person
}

/** Registers a new person in an existing workspace. */
export const registerTeammate = async (shop: TestApp, workspace_id: number, role: WorkspaceRole) => {
  const person = await registerPerson(shop)
  await addMember(shop.db, { workspace_id, user_id: person.user.id, role, now: shop.clock.now() })
  await setCurrentWorkspace(shop.db, person.user.id, workspace_id)
  return person
}
