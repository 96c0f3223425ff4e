import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { contentPath } from './built-in-pages.server.ts'
import * as contract from './contract.ts'
import { listSummary, renderMarkdown, type ContentDocument, type PictureHost } from './markdown.server.ts'
import { getCurrentText, getText, listTexts, type ContentText } from './texts.server.ts'

const MAX_RENDERED = 100

/** Texts never change, so each is rendered once. */
const createRenderer = (host: PictureHost) => {
  const rendered = new Map<number, ContentDocument>()
  return ({ id, text }: ContentText): ContentDocument => {
    const document = rendered.get(id) ?? renderMarkdown(text, host)
    rendered.delete(id)
    rendered.set(id, document)
    const [oldest] = rendered.keys()
    if (rendered.size > MAX_RENDERED && oldest !== undefined) rendered.delete(oldest)
    return document
  }
}

export const contentApi = (app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'config' | 'settings'>) => {
  const { db, clock } = deps
  const render = createRenderer({ cloud_name: deps.config.cloudinary?.cloud_name })
  const loadVersion = async (slug: string, id: number | undefined) => {
    const current = await getCurrentText(db, deps, slug, clock.now())
    const text = id === undefined || id === current.id ? current : await getText(db, slug, id)
    const { sha256, effective_from } = text
    const version = {
      id: text.id,
      sha256,
      effective_from: effective_from.toISOString(),
      is_current: text.id === current.id,
    }
    return { text, version }
  }

  serve(app, contract.getContentPage, async ({ params: { slug }, query }) => {
    const { text, version } = await loadVersion(slug, query.version)
    const versions = await listTexts(db, slug)
    return {
      data: {
        slug,
        path: contentPath(slug),
        title: text.title,
        description: text.description,
        document: render(text),
        version,
        versions: versions.map(({ id, effective_from }) => ({ id, effective_from: effective_from.toISOString() })),
      },
    }
  })

  serve(app, contract.getContentVersion, async ({ params: { slug }, query }) => {
    const { text, version } = await loadVersion(slug, query.version)
    return { data: { ...version, summary: listSummary(text.text) } }
  })

  serve(app, contract.getContentText, async ({ params: { slug }, query }) => {
    const { text, version } = await loadVersion(slug, query.version)
    return { data: { ...version, title: text.title, text: text.text } }
  })
}
