import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Member } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { admit, serve } from '#platform/serve.server.ts'

import { passwordOf } from '../own/password.server.ts'
import { needRecentSignIn, proveOwner } from '../prove.server.ts'
import type { Asked } from '../sign-in.server.ts'
import { allowGuess, allowTry, forgetGuesses } from '../tries.server.ts'
import { useAppCode, wrongCode } from '../two-step/app.server.ts'
import { readCode } from '../two-step/codes.ts'
import { twoStepOf } from '../two-step/state.server.ts'
import { emailOf } from '../users.server.ts'
import * as contract from './contract.ts'
import { askToLeave, leaverBy, obstaclesOf, stay, waitingDeletionOf } from './deletions.server.ts'
import { askForFile, exportFile, exportUrl, lastExportOf } from './exports.server.ts'
import type { PrivacyPart } from './part.ts'

/** Files that one person can ask for in a quarter of an hour. */
const most_exports = 3
const most_codes = 6

/** `parts` are what every feature holds about a person. */
export const privacyApi = (app: FastifyInstance, deps: Deps, parts: readonly PrivacyPart[]) => {
  const { db, clock } = deps

  const stateOf = async (user_id: number): Promise<contract.Privacy> => {
    const last = await lastExportOf(db, user_id, clock.now())
    const deletion = await waitingDeletionOf(db, user_id)
    return {
      export: last
        ? {
            asked_at: last.asked_at.toISOString(),
            size_bytes: last.size_bytes,
            expires_at: last.expires_at?.toISOString() ?? null,
          }
        : null,
      deletion: deletion ? { due_at: deletion.due_at.toISOString(), is_held: deletion.held_at !== null } : null,
      obstacles: await obstaclesOf(db, parts, user_id),
      has_password: (await passwordOf(db, user_id)).password_hash !== null,
      has_app: (await twoStepOf(db, user_id)).app_since !== null,
    }
  }

  /** The password, or a code of the app. */
  const prove = async (asked: Asked & { actor: Member }, { password, code }: Proof): Promise<void> => {
    const { user_id } = asked.actor
    if (password !== '') return void (await proveOwner(deps, asked, password))
    const email = await emailOf(db, user_id)
    const guess = { email, what: `code:${user_id}`, field: 'code', label: 'these codes', most: most_codes }
    await allowGuess(deps, asked, guess)
    const read = readCode(code)
    if (read?.kind !== 'app') throw wrongCode()
    await db.transaction().execute(trx => useAppCode(deps, trx, { user_id, code: read.code, now: clock.now() }))
    await forgetGuesses(deps, asked.request, guess)
  }

  /** As `prove`; an account with neither has just signed in. */
  const proveOrRecent = async (asked: Asked & { actor: Member }, proof: Proof): Promise<void> => {
    if (proof.password !== '' || proof.code !== '') return prove(asked, proof)
    const { has_password, has_app } = await stateOf(asked.actor.user_id)
    if (has_password || has_app) throw refuse.fields({ password: ['Please confirm that it is you.'] })
    await needRecentSignIn(deps, asked.actor)
  }

  serve(app, contract.getPrivacy, async ({ actor }) => ({ data: await stateOf(actor.user_id) }))

  serve(app, contract.askForExport, async ({ body, ...asked }) => {
    const { actor, reply } = asked
    const { user_id } = actor
    await proveOrRecent(asked, body)
    await allowTry(deps, reply, { what: `export:${user_id}`, field: 'export', label: 'exports', most: most_exports })
    await askForFile(deps, user_id)
    return { data: await stateOf(user_id) }
  })

  serve(app, contract.downloadExport, async ({ body, ...asked }) => {
    await proveOrRecent(asked, body)
    return { data: { url: await exportUrl(deps, asked.actor) } }
  })

  app.get<{ Querystring: z.infer<typeof contract.ExportLinkQuery> }>(
    contract.EXPORT_FILE_PATH,
    {
      schema: {
        summary: 'Everything that is held about the person, as JSON; its address comes from where it is asked for',
        tags: ['user'],
        querystring: contract.ExportLinkQuery,
        response: { 200: { description: 'The file', content: { 'application/json': { schema: z.unknown() } } } },
      },
      exposeHeadRoute: false,
      preValidation: async request => admit({ who: 'signed_in' }, request.actor),
    },
    async ({ actor, query }, reply) => {
      const { size_bytes, read } = await exportFile(deps, actor as Member, query)
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-length': size_bytes,
          'content-disposition': `attachment; filename="${brand.slug}-my-data.json"`,
          'cache-control': 'private, no-store',
        })
        .send(read({ start: 0, end: size_bytes - 1 }))
    },
  )

  serve(app, contract.askForDeletion, async ({ body, ...asked }) => {
    const { actor } = asked
    await prove(asked, body)
    await db.transaction().execute(trx => askToLeave(trx, parts, actor, clock.now()))
    return { data: await stateOf(actor.user_id) }
  })

  serve(app, contract.keepAccount, async ({ actor }) => {
    await db.transaction().execute(trx => stay(trx, actor.user_id))
    return { data: await stateOf(actor.user_id) }
  })

  serve(app, contract.getDeletionByLink, async ({ params: { token } }) => {
    const { due_at } = await leaverBy(db, token)
    return { data: { due_at: due_at.toISOString() } }
  })

  serve(app, contract.keepAccountByLink, async ({ params: { token } }) => {
    const { user_id } = await leaverBy(db, token)
    await db.transaction().execute(trx => stay(trx, user_id))
    return { data: null }
  })
}

type Proof = { password: string; code: string }
