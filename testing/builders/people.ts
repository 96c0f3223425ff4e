/** People as they come: registered through the API's own door. */
import { randomUUID } from 'node:crypto'

import { register } from '../../src/accounts/contract.ts'
import { markVerified } from '../../src/accounts/verify/verify.server.ts'
import type { WorkspaceRole } from '../../src/platform/actor.ts'
import { addMember, chooseWorkspace } from '../../src/workspaces/workspaces.server.ts'
import type { TestApp } from '../app.ts'
import { proofOf } from '../proof.ts'

export const good_password = 'Correct-Horse-1'

/** Somebody new, signed in, with a workspace of their own. */
export const newcomer = async (shop: TestApp, email = `${randomUUID()}@people.example`) => {
  const visitor = shop.visitor()
  const captcha = await proofOf(visitor, 'register')
  const body = { email, password: good_password, password_again: good_password, captcha }
  const { data: user } = await visitor.call(register, { body })
  return { visitor, user, password: good_password }
}

/** The email is confirmed in the one browser that its owner is signed in with. */
export const confirmEmail = async (shop: TestApp, { id: user_id, email }: { id: number; email: string }) => {
  const now = shop.clock.now()
  const { id: session_id } = await shop.db
    .selectFrom('sessions')
    .where('user_id', '=', user_id)
    .select('id')
    .executeTakeFirstOrThrow()
  await shop.db.transaction().execute(trx => markVerified(trx, { user_id, email, session_id, now }))
}

/** Somebody new whose email is known to be theirs. */
export const confirmedNewcomer = async (shop: TestApp, given?: string) => {
  const person = await newcomer(shop, given)
  await confirmEmail(shop, person.user)
  return person
}

/** Somebody new who works in another's workspace. */
export const teammate = async (shop: TestApp, workspace_id: number, role: WorkspaceRole) => {
  const person = await newcomer(shop)
  await addMember(shop.db, { workspace_id, user_id: person.user.id, role, now: shop.clock.now() })
  await chooseWorkspace(shop.db, person.user.id, workspace_id)
  return person
}
