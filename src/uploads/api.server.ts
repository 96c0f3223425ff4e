import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { saveDraft } from '#catalog/drafts.server.ts'
import { filmmakerOf, needFilmmaker } from '#earnings/people.server.ts'
import { isMember } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { refuse } from '#platform/refusal.ts'
import { admit, serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import * as drafts from './drafts-contract.ts'
import { deleteClip, draftFor, submitClip, takeClipBack } from './drafts.server.ts'
import { shootNames, uploadsFor } from './show.server.ts'
import { stateOf } from './states.ts'
import {
  begin,
  checkAgain,
  finish,
  needOpen,
  remove,
  takePiece,
  uploadOf,
  whyClosed,
  type Begun,
} from './uploads.server.ts'

/** `taken` alone says nothing of how a clip stands; whoever sends it needs no more than that it is in. */
const shown = ({ id, state, received_bytes }: Begun) => ({
  id,
  received_bytes,
  state: stateOf(state, state === 'taken' ? { status: 'draft', review_note: '' } : null),
})

export const uploadsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps

  serve(app, contract.beginUpload, async ({ actor, body }) => {
    const { user_id } = actor
    const { id: filmmaker_id } = await needFilmmaker(db, actor)
    needOpen(config)
    return { data: shown(await begin(deps, { ...body, user_id, filmmaker_id, by_staff: false })) }
  })

  serve(app, contract.listUploads, async ({ actor, query: { page } }) => {
    const filmmaker = await filmmakerOf(db, actor)
    if (!filmmaker) return { data: [], meta: { ...pagination(1, 1, 0), closed: null, shoots: [] } }
    return listed({ user_id: actor.user_id, filmmaker_id: filmmaker.id, page })
  })

  serve(app, contract.beginStaffUpload, async ({ actor: { user_id }, body }) => {
    needOpen(config)
    return { data: shown(await begin(deps, { ...body, user_id, by_staff: true })) }
  })

  serve(app, contract.listStaffUploads, ({ actor: { user_id }, query: { page } }) =>
    listed({ user_id, filmmaker_id: null, page }),
  )

  const listed = async (asked: Parameters<typeof uploadsFor>[1]) => {
    const { data, pagination } = await uploadsFor(db, asked)
    return { data, meta: { pagination, closed: whyClosed(config), shoots: await shootNames(db, asked.filmmaker_id) } }
  }

  serve(app, contract.getUpload, async ({ actor: { user_id }, params: { id } }) => ({
    data: shown(await uploadOf(db, { id, user_id })),
  }))

  serve(app, contract.finishUpload, async ({ actor: { user_id }, params: { id }, body: { sha256 } }) => ({
    data: shown(await finish(deps, { id, user_id }, sha256)),
  }))

  serve(app, contract.checkAgain, async ({ actor: { user_id }, params: { id } }) => ({
    data: shown(await checkAgain(deps, { id, user_id })),
  }))

  serve(app, contract.removeUpload, async ({ actor: { user_id }, params: { id } }) => {
    await remove(deps, { id, user_id })
    return { data: null }
  })

  serve(app, drafts.getDraft, async ({ actor, params: { id: clip_id } }) => {
    const { id: filmmaker_id } = await needFilmmaker(db, actor)
    return { data: await draftFor(db, { clip_id, filmmaker_id }) }
  })

  serve(app, drafts.saveDraft, async ({ actor, params: { id: clip_id }, body }) => {
    const { id: filmmaker_id } = await needFilmmaker(db, actor)
    const draft = { clip_id, filmmaker_id }
    await db.transaction().execute(trx => saveDraft(trx, draft, body, clock.now()))
    return { data: await draftFor(db, draft) }
  })

  serve(app, drafts.submitDraft, async ({ actor, params: { id: clip_id }, body: { holds_rights: _, ...words } }) => {
    const { user_id } = actor
    const { id: filmmaker_id } = await needFilmmaker(db, actor)
    const draft = { clip_id, filmmaker_id }
    const now = clock.now()
    await db.transaction().execute(async trx => {
      await saveDraft(trx, draft, words, now)
      await submitClip(trx, { ...draft, user_id, releases: words.releases, now })
    })
    return { data: await draftFor(db, draft) }
  })

  serve(app, drafts.takeDraftBack, async ({ actor, params: { id: clip_id } }) => {
    const { user_id } = actor
    const { id: filmmaker_id } = await needFilmmaker(db, actor)
    const draft = { clip_id, filmmaker_id }
    await db.transaction().execute(trx => takeClipBack(trx, { ...draft, user_id, now: clock.now() }))
    return { data: await draftFor(db, draft) }
  })

  serve(app, drafts.deleteDraft, async ({ actor, params: { id: clip_id } }) => {
    const { user_id } = actor
    const { id: filmmaker_id } = await needFilmmaker(db, actor)
    await db.transaction().execute(trx => deleteClip(trx, { clip_id, filmmaker_id, user_id, now: clock.now() }))
    return { data: null }
  })

  takePieces(app, deps)
}

/** The one door that takes bytes as they are; they go to disk as they come. */
const takePieces = (app: FastifyInstance, deps: Deps) => {
  const { method, path, params, per_minute, summary, reply } = contract.sendPiece
  // Within a scope of its own: no other door takes bytes.
  void app.register(async pieces => {
    pieces.addContentTypeParser('application/octet-stream', (_request, bytes, done) => done(null, bytes))
    pieces.route<{ Params: { id: number; offset: number }; Body: unknown }>({
      method,
      url: `/api${path}`,
      schema: {
        summary,
        tags: ['uploads'],
        params,
        response: { 200: z.object({ data: reply, meta: z.optional(z.object({})) }) },
      },
      config: { endpoint: contract.sendPiece, rateLimit: { max: per_minute, timeWindow: 60_000 } },
      // Before a byte is read.
      preParsing: async ({ actor }) => admit(contract.sendPiece, actor),
      handler: async ({ actor, params: { id, offset }, body }) => {
        if (!isMember(actor)) throw refuse.missing('upload')
        const { user_id } = actor
        await uploadOf(deps.db, { id, user_id })
        if (!(body instanceof Readable)) throw refuse(415, 'Send the bytes of the file as they are.')
        return { data: shown(await takePiece(deps, { id, user_id }, offset, body)), meta: {} }
      },
    })
  })
}
