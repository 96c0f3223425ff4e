import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { findFilmmaker, requireFilmmaker } from '#earnings/people.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { saveDraft } from '../drafts.server.ts'
import * as contract from './contract.ts'
import * as drafts from './drafts-contract.ts'
import { deleteDraftClip, loadDraft, submitClip, withdrawSubmission } from './drafts.server.ts'
import { listShootNames, listUploads } from './list.server.ts'
import { stateOf } from './states.ts'
import {
  beginUpload,
  retryCheck,
  finishUpload,
  assertUploadsOpen,
  removeUpload,
  receiveUploadPiece,
  loadUpload,
  uploadsClosedReason,
  type StoredUploadProgress,
} from './uploads.server.ts'

/** An `accepted` upload has become a clip; its sender only needs to know that it was accepted, so it is shown as a new draft. */
const toUploadProgress = ({ id, state, received_bytes }: StoredUploadProgress) => ({
  id,
  received_bytes,
  state: stateOf(state, state === 'accepted' ? { status: 'draft', review_note: '' } : null),
})

export const uploadsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps

  serve(app, contract.beginUpload, async ({ actor, body }) => {
    const { user_id } = actor
    const { id: filmmaker_id } = await requireFilmmaker(db, actor)
    assertUploadsOpen(config)
    return { data: toUploadProgress(await beginUpload(deps, { ...body, user_id, filmmaker_id, by_staff: false })) }
  })

  serve(app, contract.listUploads, async ({ actor, query: { page } }) => {
    const filmmaker = await findFilmmaker(db, actor)
    if (!filmmaker) return { data: [], meta: { ...toPagination(1, 1, 0), closed: null, shoots: [] } }
    return uploadListReply({ user_id: actor.user_id, filmmaker_id: filmmaker.id, page })
  })

  serve(app, contract.beginStaffUpload, async ({ actor: { user_id }, body }) => {
    assertUploadsOpen(config)
    return { data: toUploadProgress(await beginUpload(deps, { ...body, user_id, by_staff: true })) }
  })

  serve(app, contract.listStaffUploads, ({ actor: { user_id }, query: { page } }) =>
    uploadListReply({ user_id, filmmaker_id: null, page }),
  )

  const uploadListReply = async (query: Parameters<typeof listUploads>[1]) => {
    const { data, pagination } = await listUploads(db, query)
    return {
      data,
      meta: { pagination, closed: uploadsClosedReason(config), shoots: await listShootNames(db, query.filmmaker_id) },
    }
  }

  serve(app, contract.getUpload, async ({ actor: { user_id }, params: { id } }) => ({
    data: toUploadProgress(await loadUpload(db, { id, user_id })),
  }))

  serve(app, contract.finishUpload, async ({ actor: { user_id }, params: { id }, body: { sha256 } }) => ({
    data: toUploadProgress(await finishUpload(deps, { id, user_id }, sha256)),
  }))

  serve(app, contract.checkAgain, async ({ actor: { user_id }, params: { id } }) => ({
    data: toUploadProgress(await retryCheck(deps, { id, user_id })),
  }))

  serve(app, contract.removeUpload, async ({ actor: { user_id }, params: { id } }) => {
    await removeUpload(deps, { id, user_id })
    return { data: null }
  })

  serve(app, drafts.getDraft, async ({ actor, params: { id: clip_id } }) => {
    const { id: filmmaker_id } = await requireFilmmaker(db, actor)
    return { data: await loadDraft(db, { clip_id, filmmaker_id }) }
  })

  serve(app, drafts.saveDraft, async ({ actor, params: { id: clip_id }, body }) => {
    const { id: filmmaker_id } = await requireFilmmaker(db, actor)
    const draft = { clip_id, filmmaker_id }
    await db.transaction().execute(trx => saveDraft(trx, draft, body, clock.now()))
    return { data: await loadDraft(db, draft) }
  })

  serve(app, drafts.submitDraft, async ({ actor, params: { id: clip_id }, body: { holds_rights: _, ...details } }) => {
    const { user_id } = actor
    const { id: filmmaker_id } = await requireFilmmaker(db, actor)
    const draft = { clip_id, filmmaker_id }
    const now = clock.now()
    await db.transaction().execute(async trx => {
      await saveDraft(trx, draft, details, now)
      await submitClip(trx, { ...draft, user_id, releases: details.releases, now })
    })
    return { data: await loadDraft(db, draft) }
  })

  serve(app, drafts.takeDraftBack, async ({ actor, params: { id: clip_id } }) => {
    const { user_id } = actor
    const { id: filmmaker_id } = await requireFilmmaker(db, actor)
    const draft = { clip_id, filmmaker_id }
    await db.transaction().execute(trx => withdrawSubmission(trx, { ...draft, user_id, now: clock.now() }))
    return { data: await loadDraft(db, draft) }
  })

  serve(app, drafts.deleteDraft, async ({ actor, params: { id: clip_id } }) => {
    const { user_id } = actor
    const { id: filmmaker_id } = await requireFilmmaker(db, actor)
    await db.transaction().execute(trx => deleteDraftClip(trx, { clip_id, filmmaker_id, user_id, now: clock.now() }))
    return { data: null }
  })

  registerPieceUpload(app, deps)
}

/** The only endpoint with a binary body; it streams the bytes to disk. */
const registerPieceUpload = (app: FastifyInstance, deps: Deps) => {
  // Registered in its own scope, so that no other endpoint accepts binary bodies.
  void app.register(async pieces => {
    pieces.addContentTypeParser('application/octet-stream', (_request, bytes, done) => done(null, bytes))
    serve(pieces, contract.sendPiece, async ({ actor, params: { id, offset }, request: { body } }) => {
      const { user_id } = actor
      await loadUpload(deps.db, { id, user_id })
      if (!(body instanceof Readable)) throw refuse(415, 'Send the bytes of the file as application/octet-stream.')
      return { data: toUploadProgress(await receiveUploadPiece(deps, { id, user_id }, offset, body)) }
    })
  })
}
