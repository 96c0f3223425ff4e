import type { FastifyInstance } from 'fastify'

import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'

import { limitGuesses, limitAttempts, resetGuesses } from '../attempts.server.ts'
import { loadPasswordState } from '../own/password.server.ts'
import { requireRecentSignIn, confirmPassword } from '../reauthentication.server.ts'
import type { SignInContext } from '../sign-in.server.ts'
import { consumeAppCode, wrongCode } from '../two-step/app.server.ts'
import { parseCode } from '../two-step/codes.ts'
import { loadTwoStep } from '../two-step/state.server.ts'
import { loadEmail } from '../users.server.ts'
import * as contract from './contract.ts'
import {
  scheduleDeletion,
  findDeletionByToken,
  listObstacles,
  cancelDeletion,
  getPendingDeletion,
} from './deletions.server.ts'
import { createExportRequest, openExportFile, createExportUrl, getLatestExport } from './exports.server.ts'
import type { PrivacyPart } from './part.ts'

/** Exports that one user may request per 15 minutes. */
const MAX_EXPORTS = 3
const MAX_CODES = 6

/** `parts` lists the privacy part of every feature. */
export const privacyApi = (app: FastifyInstance, deps: Deps, parts: readonly PrivacyPart[]) => {
  const { db, clock } = deps

  const loadPrivacyState = async (user_id: number): Promise<contract.Privacy> => {
    const latestExport = await getLatestExport(db, user_id, clock.now())
    const deletion = await getPendingDeletion(db, user_id)
    return {
      export: latestExport
        ? {
            requested_at: latestExport.requested_at.toISOString(),
            size_bytes: latestExport.size_bytes,
            expires_at: latestExport.expires_at?.toISOString() ?? null,
          }
        : null,
      deletion: deletion ? { due_at: deletion.due_at.toISOString(), is_blocked: deletion.blocked_at !== null } : null,
      obstacles: await listObstacles(db, parts, user_id),
      has_password: (await loadPasswordState(db, user_id)).password_hash !== null,
      has_app: (await loadTwoStep(db, user_id)).app_confirmed_at !== null,
    }
  }

  /** Verifies the password or an app code. */
  const verifyProof = async (
    context: SignInContext & { actor: Member },
    { password, code }: ReauthProof,
  ): Promise<void> => {
    const { user_id } = context.actor
    if (password !== '') return void (await confirmPassword(deps, context, password))
    const email = await loadEmail(db, user_id)
    const guess = { email, key: `code:${user_id}`, field: 'code', label: 'these codes', max: MAX_CODES }
    await limitGuesses(deps, context, guess)
    const parsedCode = parseCode(code)
    if (parsedCode?.kind !== 'app') throw wrongCode()
    await db
      .transaction()
      .execute(trx => consumeAppCode(deps, trx, { user_id, code: parsedCode.code, now: clock.now() }))
    await resetGuesses(deps, context.request, guess)
  }

  /** As `verifyProof`, but an account with neither needs a recent sign-in. */
  const verifyProofOrRecentSignIn = async (
    context: SignInContext & { actor: Member },
    proof: ReauthProof,
  ): Promise<void> => {
    if (proof.password !== '' || proof.code !== '') return verifyProof(context, proof)
    const { has_password, has_app } = await loadPrivacyState(context.actor.user_id)
    if (has_password || has_app) throw refuse.fields({ password: ['Please confirm that it is you.'] })
    await requireRecentSignIn(deps, context.actor)
  }

  serve(app, contract.getPrivacy, async ({ actor }) => ({ data: await loadPrivacyState(actor.user_id) }))

  serve(app, contract.requestExport, async ({ body, ...context }) => {
    const { actor, reply } = context
    const { user_id } = actor
    await verifyProofOrRecentSignIn(context, body)
    await limitAttempts(deps, reply, { key: `export:${user_id}`, field: 'export', label: 'exports', max: MAX_EXPORTS })
    await createExportRequest(deps, user_id)
    return { data: await loadPrivacyState(user_id) }
  })

  serve(app, contract.downloadExport, async ({ body, ...context }) => {
    await verifyProofOrRecentSignIn(context, body)
    return { data: { url: await createExportUrl(deps, context.actor) } }
  })

  serveFile(
    app,
    fileEndpoint(contract.EXPORT_FILE_PATH, {
      summary: 'Download the data export by its short-lived URL',
      who: 'signed_in',
      query: contract.ExportLinkQuery,
      refusals: [404, 410],
      file: 'application/json',
      refuses_head: true,
    }),
    async ({ actor, query, reply }) => {
      const { size_bytes, read } = await openExportFile(deps, actor, query)
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-length': size_bytes,
          'content-disposition': `attachment; filename="${deps.settings.fileName('my-data.json')}"`,
          'cache-control': 'private, no-store',
        })
        .send(read({ start: 0, end: size_bytes - 1 }))
    },
  )

  serve(app, contract.requestDeletion, async ({ body, ...context }) => {
    const { actor } = context
    await verifyProof(context, body)
    await db.transaction().execute(trx => scheduleDeletion(trx, parts, actor, clock.now()))
    return { data: await loadPrivacyState(actor.user_id) }
  })

  serve(app, contract.keepAccount, async ({ actor }) => {
    await db.transaction().execute(trx => cancelDeletion(trx, actor.user_id))
    return { data: await loadPrivacyState(actor.user_id) }
  })

  serve(app, contract.getDeletionByLink, async ({ params: { token } }) => {
    const { due_at } = await findDeletionByToken(db, token)
    return { data: { due_at: due_at.toISOString() } }
  })

  serve(app, contract.keepAccountByLink, async ({ params: { token } }) => {
    const { user_id } = await findDeletionByToken(db, token)
    await db.transaction().execute(trx => cancelDeletion(trx, user_id))
    return { data: null }
  })
}

type ReauthProof = { password: string; code: string }
