/** Creates people with accounts, and registers them through the API. */
import { randomUUID } from 'node:crypto'

import { confirmRegistration, register, type User } from '../../src/accounts/contract.ts'
import { hashPassword } from '../../src/accounts/passwords.server.ts'
import {
  MAIL_REGISTRATION_JOB,
  mailRegistration,
  type RegistrationMailJob,
} from '../../src/accounts/pending-registration.server.ts'
import { registerUser } from '../../src/accounts/register.server.ts'
import { createSession } from '../../src/accounts/session.server.ts'
import { loadUser } from '../../src/accounts/users.server.ts'
import { markEmailVerified } from '../../src/accounts/verify/verify.server.ts'
import type { WorkspaceRole } from '../../src/platform/actor.ts'
import { openPersonalWorkspace } from '../../src/workspaces/sign-in-hooks.server.ts'
import { addMember, setCurrentWorkspace } from '../../src/workspaces/workspaces.server.ts'
import type { TestApp } from '../app.ts'
import { createCaptchaProof } from '../captcha.ts'

export const good_password = 'Correct-Horse-1'

type Visitor = ReturnType<TestApp['visitor']>
type RegistrationFields = { email: string; password?: string; [field: string]: unknown }

/** Begins a registration through the API and returns the code that was mailed; undefined when the email has an account. */
export const requestRegistration = async (
  shop: TestApp,
  visitor: Visitor,
  { password = good_password, ...fields }: RegistrationFields,
): Promise<string | undefined> => {
  const captcha = await createCaptchaProof(shop.deps, 'register')
  await visitor.call(register, { body: { password, password_again: password, captcha, ...fields } })
  return sendRegistrationMail(shop)
}

/** Runs the latest job that mails a registration, and returns its code. */
export const sendRegistrationMail = async (shop: TestApp): Promise<string | undefined> => {
  const job = shop.jobs.sent.findLast(({ name }) => name === MAIL_REGISTRATION_JOB)
  shop.jobs.sent.splice(shop.jobs.sent.indexOf(job as never), 1)
  const mailed = shop.mail.sent.length
  await mailRegistration(shop.deps, job?.data as RegistrationMailJob)
  return /^(\d{6}) is your/.exec(shop.mail.sent[mailed]?.subject ?? '')?.[1]
}

/** Registers through the API, with the mailed code. */
export const signUp = async (
  shop: TestApp,
  visitor: Visitor,
  { invite_token, cart_hash, ...fields }: RegistrationFields & { invite_token?: string; cart_hash?: string },
): Promise<User> => {
  const code = (await requestRegistration(shop, visitor, fields)) ?? ''
  return (await visitor.call(confirmRegistration, { body: { code, invite_token, cart_hash } })).data
}

let passwordHash: Promise<string> | undefined

/** Creates a signed-in person with their own workspace, whose email is not confirmed. */
export const registerPerson = async (shop: TestApp, email = `${randomUUID()}@people.example`) => {
  const visitor = shop.visitor()
  const password_hash = await (passwordHash ??= hashPassword(good_password))
  const now = shop.clock.now()
  const user = await shop.db.transaction().execute(async trx => {
    const user_id = await registerUser(
      trx,
      { email, password_hash },
      { hooks: [openPersonalWorkspace], cart_hash: null, now },
    )
    const { token } = await createSession(trx, { user_id, remember: false, address: '127.0.0.1', user_agent: '', now })
    visitor.cookies.set('session', token)
    return loadUser(trx, user_id)
  })
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
