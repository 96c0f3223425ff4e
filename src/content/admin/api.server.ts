import type { FastifyInstance } from 'fastify'

import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { createUploadParameters, getPictureUrl, replaceImage } from '#platform/images/host.server.ts'
import { CONTENT_FOLDER } from '#platform/images/sizes.ts'

import { renderMarkdown } from '../markdown.server.ts'
import { fillPlaceholders } from '../placeholders.server.ts'
import { getPlaceholderSources } from '../texts.server.ts'
import * as versions from '../versions.server.ts'
import * as contract from './contract.ts'
import { compareSources, listPages, loadPage, loadSource } from './queries.server.ts'

const PICTURE_WIDTH_PX = 1_440

const getUploadFolder = (user_id: number) => `${CONTENT_FOLDER}/users/${user_id}`

const createPictureUpload = (host: Pick<Deps, 'config' | 'secret'>, user_id: number, now: Date) =>
  createUploadParameters(host, { folder: getUploadFolder(user_id), user_id, now })

/** Returns the address of a picture that this staff member uploaded. Throws 422 for any other. */
const addPicture = async (
  trx: Trx,
  host: Pick<Deps, 'config'>,
  public_id: string,
  { staff_user_id, now }: { staff_user_id: number; now: Date },
): Promise<string> => {
  const folder = getUploadFolder(staff_user_id)
  await replaceImage(trx, host, { folder, before: null, next: public_id, now, field: 'public_id' })
  return getPictureUrl(host, public_id, PICTURE_WIDTH_PX)
}

export const adminContentApi = (
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'settings' | 'secret'>,
) => {
  const { db, clock } = deps
  const loadResponse = async (slug: string) => ({ data: await loadPage(db, deps, slug, clock.now()) })
  const runAndLoad = async (slug: string, change: (trx: Trx) => Promise<void>) => {
    await db.transaction().execute(change)
    return loadResponse(slug)
  }
  const host = { cloud_name: deps.config.cloudinary?.cloud_name }
  const toActor = ({ user_id: staff_user_id }: { user_id: number }) => ({ staff_user_id, now: clock.now(), ...host })
  const render = async (source: string, slug: string) =>
    renderMarkdown(fillPlaceholders(source, await getPlaceholderSources(db, deps, slug, clock.now())), host)

  serve(app, contract.listStaffContent, async ({ query: { search = '' } }) => ({
    data: await listPages(db, search, clock.now()),
  }))

  serve(app, contract.getStaffContent, ({ params: { slug } }) => loadResponse(slug))

  serve(app, contract.createContentPage, ({ actor, body }) =>
    runAndLoad(body.slug, trx => versions.createPage(trx, body, toActor(actor))),
  )

  serve(app, contract.saveContentDraft, ({ actor, params: { slug }, body }) =>
    runAndLoad(slug, trx => versions.saveDraft(trx, slug, body, toActor(actor))),
  )

  serve(app, contract.deleteContentDraft, async ({ actor, params: { slug } }) => {
    await db.transaction().execute(trx => versions.deleteDraft(trx, slug, toActor(actor)))
    return { data: null }
  })

  serve(app, contract.publishContent, ({ actor, params: { slug }, body: { effective_from, ...body } }) => {
    const publication = { ...body, effective_from: effective_from === null ? null : new Date(effective_from) }
    return runAndLoad(slug, trx => versions.publishDraft(trx, slug, publication, toActor(actor)))
  })

  serve(app, contract.withdrawContentVersion, ({ actor, params: { slug, number }, body: { reason } }) =>
    runAndLoad(slug, trx => versions.withdrawVersion(trx, slug, { number, reason }, toActor(actor))),
  )

  serve(app, contract.setContentVisibility, ({ actor, params: { slug }, body }) =>
    runAndLoad(slug, trx => versions.setVisibility(trx, slug, body, toActor(actor))),
  )

  serve(app, contract.confirmContent, ({ actor, params: { slug }, body: { source_sha256 } }) =>
    runAndLoad(slug, trx => versions.confirmText(trx, slug, source_sha256, toActor(actor))),
  )

  serve(app, contract.previewContent, async ({ body: { source } }) => {
    const problems = versions.findTextProblems(source, host)
    return { data: { document: versions.isTooLong(source) ? null : await render(source, ''), problems } }
  })

  serve(app, contract.getContentSource, async ({ params: { slug, name } }) => {
    const text = await loadSource(db, slug, name)
    return { data: { ...text, document: await render(text.source, slug) } }
  })

  serve(app, contract.compareContent, async ({ params: { slug }, query: { from, to } }) => ({
    data: compareSources(await loadSource(db, slug, from), await loadSource(db, slug, to)),
  }))

  serve(app, contract.getContentUpload, ({ actor }) => ({
    data: createPictureUpload(deps, actor.user_id, clock.now()),
  }))

  serve(app, contract.addContentPicture, async ({ actor, body: { public_id } }) => ({
    data: { url: await db.transaction().execute(trx => addPicture(trx, deps, public_id, toActor(actor))) },
  }))
}
