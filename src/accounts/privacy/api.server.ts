import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import { passwordOf } from '../own/password.server.ts'
import { proveOwner } from '../prove.server.ts'
import type { Asked } from '../sign-in.server.ts'
import { allowTry } from '../tries.server.ts'
import { useAppCode, wrongCode } from '../two-step/app.server.ts'
import { readCode } from '../two-step/codes.ts'
import { twoStepOf } from '../two-step/state.server.ts'
import * as contract from './contract.ts'
import { askToLeave, leaverBy, obstaclesOf, stay, waitingDeletionOf } from './deletions.server.ts'
import { askForFile, exportUrl, lastExportOf } from './exports.server.ts'
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
  const prove = async (asked: Asked & { actor: { user_id: number } }, { password, code }: Proof): Promise<void> => {
    const { user_id } = asked.actor
    if (password !== '') return void (await proveOwner(deps, asked, password))
    await allowTry(deps, asked.reply, {
      what: `code:${user_id}`,
      field: 'code',
      label: 'these codes',
      most: most_codes,
    })
    const read = readCode(code)
    if (read?.kind !== 'app') throw wrongCode()
    await db.transaction().execute(trx => useAppCode(deps, trx, { user_id, code: read.code, now: clock.now() }))
  }

  serve(app, contract.getPrivacy, async ({ actor }) => ({ data: await stateOf(actor.user_id) }))

  serve(app, contract.askForExport, async ({ actor: { user_id }, reply }) => {
    await allowTry(deps, reply, { what: `export:${user_id}`, field: 'export', label: 'exports', most: most_exports })
    await askForFile(deps, user_id)
    return { data: await stateOf(user_id) }
  })

  serve(app, contract.downloadExport, async ({ actor }) => ({ data: { url: await exportUrl(deps, actor.user_id) } }))

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
