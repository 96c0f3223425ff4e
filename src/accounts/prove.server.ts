import type { FastifyReply } from 'fastify'

import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'

import { provePassword } from './own/password.server.ts'
import { allowTry, forgetTries } from './tries.server.ts'

type Asked = { actor: Pick<Member, 'user_id'>; reply: FastifyReply }

/**
 * The hash of the password, if this is it. Whoever has the session, but not the password, must not find it out here:
 * throws 422 beside `field`, and 429 after too many tries.
 */
export const proveOwner = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { actor, reply }: Asked,
  password: string,
  field = 'password',
): Promise<string> => {
  const what = `password:${actor.user_id}`
  await allowTry(deps, reply, { what, field, label: 'this password' })
  const seen = await provePassword(deps.db, actor.user_id, password, field)
  await forgetTries(deps.db, what)
  return seen
}
