import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'

import { allowTry } from '../tries.server.ts'
import * as contract from './contract.ts'
import { mail_verification_job } from './mails.server.ts'
import { unverifiedEmailOf, verifyBy } from './verify.server.ts'

/** In a quarter of an hour. */
const most_mails = 5

export const verifyApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, jobs } = deps

  serve(app, contract.verifyEmail, async ({ actor: { session_id }, params: { token } }) => ({
    data: await db.transaction().execute(trx => verifyBy(trx, token, { session_id, now: clock.now() })),
  }))

  serve(app, contract.mailVerification, async ({ actor: { user_id }, reply }) => {
    const email = await unverifiedEmailOf(db, user_id)
    if (email === undefined) throw refuse(409, 'Your email is confirmed already.')
    const what = `verify:${user_id}`
    await allowTry(deps, reply, { what, field: 'email', label: 'this email', most: most_mails })
    await jobs.send(mail_verification_job, { user_id })
    return { data: { email } }
  })
}
