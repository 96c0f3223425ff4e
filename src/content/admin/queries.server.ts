/** Content pages as staff see them: drafts, versions and comparisons. */
import { diffWordsWithSpace, diffLines } from 'diff'

import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { contentPath, findBuiltInPage } from '../built-in-pages.server.ts'
import { listBuiltInTexts } from '../confirmations.server.ts'
import { describePlaceholders } from '../placeholders.server.ts'
import {
  getPlaceholderSources,
  hashSource,
  loadCurrentSource,
  type ContentDeps,
  type ContentSource,
} from '../texts.server.ts'
import type { ContentDifference, PageSummary, PageVersion, StaffContentPage } from './contract.ts'

const OWN_PAGE_LAYOUT = 'Headings (##) begin sections.'

const selectPages = (db: Db, now: Date) =>
  db
    .selectFrom('content_pages as p')
    .leftJoin('content_drafts as d', 'd.page_id', 'p.id')
    .select(['p.id', 'p.slug', 'p.is_built_in', 'p.taken_down_at', 'p.edit', 'd.title as draft_title'])
    .select(eb => [
      eb
        .selectFrom('content_versions as v')
        .whereRef('v.page_id', '=', 'p.id')
        .where('v.withdrawn_at', 'is', null)
        .where('v.effective_from', '>', now)
        .select(({ fn }) => fn.min('v.effective_from').as('at'))
        .as('scheduled_for'),
      eb
        .selectFrom('content_versions as v')
        .whereRef('v.page_id', '=', 'p.id')
        .where('v.withdrawn_at', 'is', null)
        .where('v.effective_from', '<=', now)
        .select(({ fn }) => fn.max('v.effective_from').as('at'))
        .as('published_from'),
      eb
        .selectFrom('content_versions as v')
        .whereRef('v.page_id', '=', 'p.id')
        .where('v.withdrawn_at', 'is', null)
        .orderBy('v.effective_from', 'desc')
        .select('v.title')
        .limit(1)
        .as('title'),
    ])

type PageRow = Awaited<ReturnType<ReturnType<typeof selectPages>['executeTakeFirstOrThrow']>>

const toSummary = (row: PageRow, confirmed: ReadonlyMap<string, boolean>): PageSummary => {
  const { slug, is_built_in, taken_down_at, published_from, scheduled_for } = row
  const builtIn = findBuiltInPage(slug)
  const isVisible = taken_down_at === null && (builtIn !== undefined || published_from !== null)
  const effective_from = published_from?.toISOString() ?? (builtIn ? new Date(builtIn.changed).toISOString() : null)
  return {
    slug,
    path: contentPath(slug),
    name: builtIn?.name ?? row.title ?? row.draft_title ?? slug,
    is_built_in,
    is_confirmed: confirmed.get(slug) ?? null,
    state: taken_down_at !== null ? 'taken_down' : published_from ? 'published' : builtIn ? 'default' : 'unpublished',
    has_draft: row.draft_title !== null,
    scheduled_for: scheduled_for?.toISOString() ?? null,
    effective_from: isVisible ? effective_from : null,
  }
}

const loadConfirmed = async (db: Db, now: Date) =>
  new Map((await listBuiltInTexts(db, now)).map(({ slug, is_confirmed }) => [slug, is_confirmed]))

export const listPages = async (db: Db, search: string, now: Date): Promise<PageSummary[]> => {
  const confirmed = await loadConfirmed(db, now)
  const rows = await selectPages(db, now).orderBy('p.id').execute()
  const words = search.toLowerCase().split(/\s+/)
  return rows
    .map(row => toSummary(row, confirmed))
    .filter(({ name, path }) => words.every(word => `${name} ${path}`.toLowerCase().includes(word)))
}

const emailOf = (email: string | null) => (email === null || isPlaceholderEmail(email) ? null : email)

const listVersions = async (db: Db, page_id: number, now: Date): Promise<PageVersion[]> => {
  const rows = await db
    .selectFrom('content_versions as v')
    .leftJoin('users as u', 'u.id', 'v.published_by')
    .where('v.page_id', '=', page_id)
    .orderBy('v.number', 'desc')
    .select(['v.number', 'v.title', 'v.note', 'v.effective_from', 'v.published_at', 'v.withdrawn_at', 'u.email'])
    .execute()
  const current = rows
    .filter(({ effective_from, withdrawn_at }) => withdrawn_at === null && effective_from <= now)
    .reduce<Date | undefined>(
      (latest, { effective_from }) => (latest && latest > effective_from ? latest : effective_from),
      undefined,
    )
  return rows.map(({ number, title, note, effective_from, published_at, withdrawn_at, email }) => ({
    number,
    title,
    note,
    effective_from: effective_from.toISOString(),
    published_at: published_at.toISOString(),
    published_by: emailOf(email),
    state:
      withdrawn_at !== null
        ? 'withdrawn'
        : effective_from > now
          ? 'scheduled'
          : effective_from.getTime() === current?.getTime()
            ? 'current'
            : 'past',
  }))
}

/** Throws 404. */
export const loadPage = async (db: Db, deps: ContentDeps, slug: string, now: Date): Promise<StaffContentPage> => {
  const row = await selectPages(db, now).where('p.slug', '=', slug).executeTakeFirst()
  if (!row) throw refuse.missing('page')
  const current = await loadCurrentSource(db, slug, now).catch(() => null)
  const draft = await db
    .selectFrom('content_drafts as d')
    .leftJoin('users as u', 'u.id', 'd.saved_by')
    .where('d.page_id', '=', row.id)
    .select(['d.title', 'd.description', 'd.source', 'd.saved_at', 'u.email'])
    .executeTakeFirst()
  return {
    ...toSummary(row, await loadConfirmed(db, now)),
    edit: row.edit,
    layout: findBuiltInPage(slug)?.layout ?? OWN_PAGE_LAYOUT,
    current: current && {
      title: current.title,
      description: current.description,
      source: current.source,
      source_sha256: hashSource(current),
    },
    draft: draft
      ? {
          title: draft.title,
          description: draft.description,
          source: draft.source,
          saved_at: draft.saved_at.toISOString(),
          saved_by: emailOf(draft.email),
        }
      : null,
    versions: await listVersions(db, row.id, now),
    placeholders: describePlaceholders(await getPlaceholderSources(db, deps, slug, now)),
  }
}

/** Returns the default, the draft or a version of a page. Throws 404. */
export const loadSource = async (db: Db, slug: string, name: string): Promise<ContentSource> => {
  if (name === 'default') {
    const builtIn = findBuiltInPage(slug)
    if (!builtIn) throw refuse.missing('default text')
    return { title: builtIn.title, description: builtIn.description, source: builtIn.source }
  }
  const pages = db.selectFrom('content_pages as p').where('p.slug', '=', slug)
  const text =
    name === 'draft'
      ? await pages
          .innerJoin('content_drafts as d', 'd.page_id', 'p.id')
          .select(['d.title', 'd.description', 'd.source'])
          .executeTakeFirst()
      : await pages
          .innerJoin('content_versions as v', 'v.page_id', 'p.id')
          .where('v.number', '=', Number(name))
          .select(['v.title', 'v.description', 'v.source'])
          .executeTakeFirst()
  if (!text) throw refuse.missing('text')
  return text
}

/** Words that differ, beyond which whole lines are compared. */
const MAX_WORD_EDITS = 2_000
const toComparedText = ({ title, description, source }: ContentSource) => [title, description, '', source].join('\n')

export const compareSources = (from: ContentSource, to: ContentSource): ContentDifference[] => {
  const [before, after] = [toComparedText(from), toComparedText(to)]
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_EDITS }) ??
    diffLines(before, after, { maxEditLength: MAX_WORD_EDITS }) ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  return parts.map(({ value, added, removed }) => ({
    kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    text: value,
  }))
}
