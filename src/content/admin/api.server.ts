import type { FastifyInstance } from 'fastify'

import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { renderMarkdown } from '../markdown.server.ts'
import { addPicture, createPictureUpload } from '../pictures.server.ts'
import { fillPlaceholders } from '../placeholders.server.ts'
import { getPlaceholderSources } from '../texts.server.ts'
import * as versions from '../versions.server.ts'
import * as contract from './contract.ts'
import { compareSources, listPages, loadPage, loadSource } from './queries.server.ts'

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
  const toActor = ({ user_id: staff_user_id }: { user_id: number }) => ({ staff_user_id, now: clock.now() })
  const render = (source: string) => renderMarkdown(fillPlaceholders(source, getPlaceholderSources(deps)))

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

  serve(app, contract.previewContent, ({ body: { source } }) => {
    const problems = versions.findTextProblems(source)
    return { data: { document: versions.isTooLong(source) ? null : render(source), problems } }
  })

  serve(app, contract.getContentSource, async ({ params: { slug, name } }) => {
    const text = await loadSource(db, slug, name)
    return { data: { ...text, document: render(text.source) } }
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
