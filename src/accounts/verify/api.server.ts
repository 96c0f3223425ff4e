import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { limitAttempts } from '../attempts.server.ts'
import * as contract from './contract.ts'
import { MAIL_VERIFICATION_JOB } from './mails.server.ts'
import { findUnverifiedEmail, applyVerification } from './verify.server.ts'

/** Mails that one user may request per 15 minutes. */
const MAX_MAILS = 5

export const verifyApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, jobs } = deps

  serve(app, contract.verifyEmail, async ({ actor: { session_id }, params: { token } }) => ({
    data: await db.transaction().execute(trx => applyVerification(trx, token, { session_id, now: clock.now() })),
  }))

  serve(app, contract.mailVerification, async ({ actor: { user_id }, reply }) => {
    const email = await findUnverifiedEmail(db, user_id)
    if (email === undefined) throw refuse(409, 'Your email is confirmed already.')
    const key = `verify:${user_id}`
    await limitAttempts(deps, reply, { key, field: 'email', label: 'this email', max: MAX_MAILS })
    await jobs.send(MAIL_VERIFICATION_JOB, { user_id })
    return { data: { email } }
  })
}
