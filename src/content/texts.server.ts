/** What visitors are shown: the version in effect, or the default, with the company's details filled in. */
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { sha256 } from '#platform/ids.server.ts'

import { contentPath, findBuiltInPage, LICENSE_TERMS } from './built-in-pages.server.ts'
import { fillPlaceholders, type PlaceholderSources } from './placeholders.server.ts'

/** What the texts of this shop depend on. */
export type ContentDeps = Pick<Deps, 'config' | 'settings'>

export type ContentText = {
  id: number
  /** Markdown. */
  text: string
  title: string
  description: string
  /** Of `text`. */
  sha256: string
  effective_from: Date
}

/** A text before the details are filled in. */
export type ContentSource = { title: string; description: string; source: string }

/** `slug`: the page whose placeholders are filled in. */
export const getPlaceholderSources = async (
  db: Db | Trx,
  { config, settings }: ContentDeps,
  slug: string,
  now: Date,
): Promise<PlaceholderSources> => ({
  company: settings.company(),
  retention: settings.current().retention,
  config,
  has_own_license_terms:
    slug !== LICENSE_TERMS && (await loadCurrentSource(db, LICENSE_TERMS, now)).version_id !== null,
})

export const hashSource = ({ title, description, source }: ContentSource): string =>
  sha256([title, description, source].join('\0'))

type CurrentSource = ContentSource & { page_id: number; version_id: number | null; effective_from: Date }

/** Returns the version in effect or the default. Throws 404 for a page that visitors don't see. */
export const loadCurrentSource = async (db: Db | Trx, slug: string, now: Date): Promise<CurrentSource> => {
  const page = await db
    .selectFrom('content_pages as p')
    .leftJoinLateral(
      eb =>
        eb
          .selectFrom('content_versions as v')
          .whereRef('v.page_id', '=', 'p.id')
          .where('v.withdrawn_at', 'is', null)
          .where('v.effective_from', '<=', now)
          .orderBy('v.effective_from', 'desc')
          .select(['v.id', 'v.title', 'v.description', 'v.source', 'v.effective_from'])
          .limit(1)
          .as('v'),
      join => join.onTrue(),
    )
    .where('p.slug', '=', slug)
    .select(['p.id as page_id', 'p.taken_down_at', 'v.id as version_id'])
    .select(['v.title', 'v.description', 'v.source', 'v.effective_from'])
    .executeTakeFirst()
  if (!page || page.taken_down_at !== null) throw refuse.missing('page')
  const { page_id, version_id, title, description, source, effective_from } = page
  if (version_id !== null && title !== null && description !== null && source !== null && effective_from !== null)
    return { page_id, version_id, title, description, source, effective_from }
  const builtIn = findBuiltInPage(slug)
  if (!builtIn) throw refuse.missing('page')
  return { ...builtIn, page_id, version_id: null, effective_from: new Date(builtIn.changed) }
}

/** Returns the text of a page as visitors see it now, and stores it. Throws 404 for a page that they don't see. */
export const getCurrentText = async (
  db: Db | Trx,
  deps: ContentDeps,
  slug: string,
  now: Date,
): Promise<ContentText> => {
  const current = await loadCurrentSource(db, slug, now)
  const sources = await getPlaceholderSources(db, deps, slug, now)
  const [title, description, text] = [current.title, current.description, current.source].map(part =>
    fillPlaceholders(part, sources),
  )
  return storeText(db, current, { title: title ?? '', description: description ?? '', text: text ?? '' }, now)
}

const findText = (db: Db | Trx, page_id: number, content: TextContent) =>
  db
    .selectFrom('content_texts')
    .where('page_id', '=', page_id)
    .where('sha256', '=', sha256(content.text))
    .where('title', '=', content.title)
    .where('description', '=', content.description)
    .select(['id', 'text', 'title', 'description', 'sha256', 'effective_from'])
    .executeTakeFirst()

type TextContent = Pick<ContentText, 'title' | 'description' | 'text'>

const storeText = async (
  db: Db | Trx,
  { page_id, version_id, effective_from, ...source }: CurrentSource,
  content: TextContent,
  now: Date,
): Promise<ContentText> => {
  const existing = await findText(db, page_id, content)
  if (existing) return existing
  const source_sha256 = hashSource(source)
  // The same source with other details of the company: it takes effect when they changed.
  const earlier = await db
    .selectFrom('content_texts')
    .where('page_id', '=', page_id)
    .where('source_sha256', '=', source_sha256)
    .select('id')
    .executeTakeFirst()
  await db
    .insertInto('content_texts')
    .values({
      ...content,
      page_id,
      version_id,
      source_sha256,
      sha256: sha256(content.text),
      effective_from: earlier ? now : effective_from,
    })
    .onConflict(conflict => conflict.columns(['page_id', 'sha256', 'title', 'description']).doNothing())
    .execute()
  const text = await findText(db, page_id, content)
  if (!text) throw new Error('A text of a page was not stored.')
  return text
}

/** Returns a text that visitors of a page were shown. Throws 404 for any other. */
export const getText = async (db: Db | Trx, slug: string, id: number): Promise<ContentText> => {
  const text = await db
    .selectFrom('content_texts as t')
    .innerJoin('content_pages as p', 'p.id', 't.page_id')
    .where('p.slug', '=', slug)
    .where('p.taken_down_at', 'is', null)
    .where('t.id', '=', id)
    .select(['t.id', 't.text', 't.title', 't.description', 't.sha256', 't.effective_from'])
    .executeTakeFirst()
  if (!text) throw refuse.missing('version')
  return text
}

/** Returns the texts that visitors of a page were shown, the last one that was new first. */
export const listTexts = (db: Db | Trx, slug: string) =>
  db
    .selectFrom('content_texts as t')
    .innerJoin('content_pages as p', 'p.id', 't.page_id')
    .where('p.slug', '=', slug)
    .orderBy('t.id', 'desc')
    .select(['t.id', 't.effective_from'])
    .execute()

/** Returns the addresses of the owner's own pages that visitors see. */
export const listOwnPagePaths = async (db: Db, now: Date): Promise<string[]> => {
  const pages = await db
    .selectFrom('content_pages as p')
    .where('p.is_built_in', '=', false)
    .where('p.taken_down_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('content_versions as v')
          .whereRef('v.page_id', '=', 'p.id')
          .where('v.withdrawn_at', 'is', null)
          .where('v.effective_from', '<=', now)
          .select('v.id'),
      ),
    )
    .orderBy('p.slug')
    .select('p.slug')
    .execute()
  return pages.map(({ slug }) => contentPath(slug))
}
