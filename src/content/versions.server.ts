/** Drafts, versions and confirmations of content pages, for staff. */
import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { Refusal, refuse } from '#platform/http/refusal.ts'

import { contentPath } from './built-in-pages.server.ts'
import { findMarkdownProblems, MAX_SOURCE_LENGTH, type PictureHost } from './markdown.server.ts'
import { findPlaceholderProblems } from './placeholders.server.ts'
import { hashSource, loadCurrentSource, type ContentSource } from './texts.server.ts'

/** `staff_user_id`: null in a seed. */
type ContentActor = { staff_user_id: number | null; now: Date } & PictureHost

export const MAX_OWN_PAGES = 500
export const OUTDATED_DRAFT_TEXT =
  'Somebody saved or published another text in the meantime. Reload the page to see it, and enter your changes again.'

/** Locks a page until the transaction ends. Throws 404. */
const lockPage = async (trx: Trx, slug: string) => {
  const page = await trx
    .selectFrom('content_pages')
    .where('slug', '=', slug)
    .select(['id', 'is_built_in', 'taken_down_at', 'edit'])
    .forUpdate()
    .executeTakeFirst()
  if (!page) throw refuse.missing('page')
  return page
}

const countEdit = (trx: Trx, page_id: number) =>
  trx
    .updateTable('content_pages')
    .set(eb => ({ edit: eb('edit', '+', 1) }))
    .where('id', '=', page_id)
    .execute()

/** Creates a page of the owner's own with an empty draft. Throws 422 when its address is taken. */
export const createPage = async (
  trx: Trx,
  { slug, title }: { slug: string; title: string },
  { staff_user_id, now }: ContentActor,
): Promise<void> => {
  const { count } = await trx
    .selectFrom('content_pages')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_OWN_PAGES) throw refuse(409, `There can be ${MAX_OWN_PAGES} pages.`)
  const page = await trx
    .insertInto('content_pages')
    .values({ slug, created_at: now })
    .onConflict(conflict => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!page) throw refuse.fields({ slug: [`There is a page at ${contentPath(slug)} already.`] })
  await trx
    .insertInto('content_drafts')
    .values({ page_id: page.id, title, description: '', source: '', saved_at: now, saved_by: staff_user_id })
    .execute()
  await writeAuditEntry(trx, { staff_user_id, about: 'content', about_key: slug, action: 'created', now })
}

/** Returns what is wrong with a text, as sentences for its author. */
export const findTextProblems = (source: string, host: PictureHost): string[] => [
  ...findMarkdownProblems(source, host),
  ...findPlaceholderProblems(source),
]

export const isTooLong = (source: string): boolean => source.length > MAX_SOURCE_LENGTH

const assertValid = ({ title, description, source }: ContentSource, host: PictureHost) => {
  const problems = findTextProblems(source, host)
  const inTitle = findPlaceholderProblems(title)
  const inDescription = findPlaceholderProblems(description)
  if (problems.length + inTitle.length + inDescription.length === 0) return
  throw refuse.fields({
    ...(inTitle.length > 0 && { title: inTitle }),
    ...(inDescription.length > 0 && { description: inDescription }),
    ...(problems.length > 0 && { source: problems }),
  })
}

const getDraft = (trx: Trx, page_id: number) =>
  trx
    .selectFrom('content_drafts')
    .where('page_id', '=', page_id)
    .select(['title', 'description', 'source'])
    .executeTakeFirst()

/** The fields of a text as the audit log shows them: long texts by their hash. */
const toAuditFields = (text: ContentSource | undefined) => ({
  title: text?.title ?? '',
  description: text?.description ?? '',
  text: text ? `${text.source.length} characters, ${hashSource(text).slice(0, 12)}` : '',
})

/** `edit`: the edit of the page that the author has seen. Throws 404, 409 for another one, 422 for a bad text. */
export const saveDraft = async (
  trx: Trx,
  slug: string,
  { edit, ...text }: ContentSource & { edit: number },
  { staff_user_id, now, cloud_name }: ContentActor,
): Promise<void> => {
  assertValid(text, { cloud_name })
  const page = await lockPage(trx, slug)
  if (page.edit !== edit) throw refuse(409, OUTDATED_DRAFT_TEXT)
  const draft = await getDraft(trx, page.id)
  const saved = { ...text, saved_at: now, saved_by: staff_user_id }
  await trx
    .insertInto('content_drafts')
    .values({ page_id: page.id, ...saved })
    .onConflict(conflict => conflict.column('page_id').doUpdateSet(saved))
    .execute()
  await countEdit(trx, page.id)
  const changes = diffFields(toAuditFields(draft), toAuditFields(text))
  if (Object.keys(changes).length === 0) return
  await writeAuditEntry(trx, { staff_user_id, about: 'content', about_key: slug, action: 'saved', changes, now })
}

/** Throws 404, also without a draft. */
export const deleteDraft = async (trx: Trx, slug: string, { staff_user_id, now }: ContentActor): Promise<void> => {
  const page = await lockPage(trx, slug)
  const draft = await getDraft(trx, page.id)
  if (!draft) throw refuse.missing('draft')
  await trx.deleteFrom('content_drafts').where('page_id', '=', page.id).execute()
  await countEdit(trx, page.id)
  const isUsed = await trx.selectFrom('content_versions').where('page_id', '=', page.id).select('id').executeTakeFirst()
  // A page of the owner's own that was never published goes with its draft.
  if (!page.is_built_in && !isUsed) await trx.deleteFrom('content_pages').where('id', '=', page.id).execute()
  const changes = diffFields(toAuditFields(draft), toAuditFields(undefined))
  await writeAuditEntry(trx, { staff_user_id, about: 'content', about_key: slug, action: 'deleted', changes, now })
}

type Publication = { edit: number; effective_from: Date | null; note: string }

/**
 * Publishes the draft, now or from a later time. Throws 404, 409 for another draft or the same text as now, 422 for a
 * time in the past or one that another version has.
 */
export const publishDraft = async (
  trx: Trx,
  slug: string,
  { edit, effective_from: from, note }: Publication,
  { staff_user_id, now, cloud_name }: ContentActor,
): Promise<void> => {
  const page = await lockPage(trx, slug)
  const draft = await getDraft(trx, page.id)
  if (!draft || page.edit !== edit) throw refuse(409, OUTDATED_DRAFT_TEXT)
  const { title, description, source } = draft
  if (source.trim() === '') throw refuse.fields({ source: ['Text is required'] })
  assertValid(draft, { cloud_name })
  if (from !== null && from <= now)
    throw refuse.fields({ effective_from: ['Choose a time that is later than now, or publish it now.'] })
  const before = await loadCurrentSource(trx, slug, now).catch((error: unknown) => {
    // A page of the owner's own has no text before its first version.
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  })
  if (from === null && before && hashSource(before) === hashSource(draft))
    throw refuse(409, 'This is the text that visitors see already.')
  const latest = await trx
    .selectFrom('content_versions')
    .where('page_id', '=', page.id)
    .select(eb => eb.fn.max('number').as('number'))
    .executeTakeFirst()
  const number = (latest?.number ?? 0) + 1
  const effective_from = from ?? now
  const created = await trx
    .insertInto('content_versions')
    .values({
      page_id: page.id,
      number,
      title,
      description,
      source,
      note,
      effective_from,
      published_at: now,
      published_by: staff_user_id,
    })
    .onConflict(conflict =>
      conflict.columns(['page_id', 'effective_from']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!created) throw refuse.fields({ effective_from: ['Another version takes effect at that time.'] })
  await trx.deleteFrom('content_drafts').where('page_id', '=', page.id).execute()
  await countEdit(trx, page.id)
  // A scheduled version leaves a page down that was taken down: its earlier text must not return before.
  if (from === null)
    await trx.updateTable('content_pages').set({ taken_down_at: null }).where('id', '=', page.id).execute()
  if (page.is_built_in) await insertConfirmation(trx, page.id, hashSource(draft), { staff_user_id, now })
  const changes = {
    ...diffFields(toAuditFields(before), toAuditFields(draft)),
    version: [latest?.number ?? 'default', number] as const,
    effective_from: [before?.effective_from.toISOString() ?? '', effective_from.toISOString()] as const,
  }
  const action = from === null ? 'published' : 'scheduled'
  const entry = { staff_user_id, about: 'content', about_key: slug, action, reason: note, changes, now } as const
  await writeAuditEntry(trx, entry)
}

/** Withdraws a version before it takes effect. Throws 404, or 409 once it is too late. */
export const withdrawVersion = async (
  trx: Trx,
  slug: string,
  { number, reason }: { number: number; reason: string },
  { staff_user_id, now }: ContentActor,
): Promise<void> => {
  const page = await lockPage(trx, slug)
  const version = await trx
    .selectFrom('content_versions')
    .where('page_id', '=', page.id)
    .where('number', '=', number)
    .select(['id', 'title', 'description', 'source', 'effective_from', 'withdrawn_at'])
    .executeTakeFirst()
  if (!version) throw refuse.missing('version')
  if (version.withdrawn_at) throw refuse(409, 'This version was withdrawn already.')
  if (version.effective_from <= now)
    throw refuse(409, 'This version has taken effect, so it stays as it is. Publish another one to replace it.')
  await trx.updateTable('content_versions').set({ withdrawn_at: now }).where('id', '=', version.id).execute()
  const { title, description, source } = version
  // Its text can be changed and published again.
  await trx
    .insertInto('content_drafts')
    .values({ page_id: page.id, title, description, source, saved_at: now, saved_by: staff_user_id })
    .onConflict(conflict => conflict.column('page_id').doNothing())
    .execute()
  await countEdit(trx, page.id)
  const changes = { version: [number, null], effective_from: [version.effective_from.toISOString(), null] } as const
  const entry = { staff_user_id, about: 'content', about_key: slug, action: 'withdrawn', reason, changes, now } as const
  await writeAuditEntry(trx, entry)
}

/** Throws 404, or 409 for a page that every shop has. */
export const setVisibility = async (
  trx: Trx,
  slug: string,
  { is_visible, reason }: { is_visible: boolean; reason: string },
  { staff_user_id, now }: ContentActor,
): Promise<void> => {
  const page = await lockPage(trx, slug)
  if (page.is_built_in) throw refuse(409, 'Every shop has this page. Publish another text instead.')
  if (is_visible === (page.taken_down_at === null)) return
  const taken_down_at = is_visible ? null : now
  await trx.updateTable('content_pages').set({ taken_down_at }).where('id', '=', page.id).execute()
  const action = is_visible ? 'restored' : 'removed'
  const changes = { visible: [!is_visible, is_visible] } as const
  await writeAuditEntry(trx, { staff_user_id, about: 'content', about_key: slug, action, reason, changes, now })
}

const insertConfirmation = (trx: Trx, page_id: number, source_sha256: string, { staff_user_id, now }: ContentActor) =>
  trx
    .insertInto('content_confirmations')
    .values({ page_id, source_sha256, confirmed_by: staff_user_id, confirmed_at: now })
    .onConflict(conflict => conflict.columns(['page_id', 'source_sha256']).doNothing())
    .executeTakeFirst()

/** Confirms the text that visitors of a built-in page see. Throws 404, or 409 when it isn't the one that was read. */
export const confirmText = async (
  trx: Trx,
  slug: string,
  source_sha256: string,
  { staff_user_id, now }: ContentActor,
): Promise<void> => {
  const page = await lockPage(trx, slug)
  if (!page.is_built_in) throw refuse(409, 'Only the texts that every shop has are confirmed.')
  const current = await loadCurrentSource(trx, slug, now)
  if (hashSource(current) !== source_sha256) throw refuse(409, OUTDATED_DRAFT_TEXT)
  const { numInsertedOrUpdatedRows } = await insertConfirmation(trx, page.id, source_sha256, { staff_user_id, now })
  if (!numInsertedOrUpdatedRows) return
  const changes = { confirmed: [false, true] } as const
  await writeAuditEntry(trx, { staff_user_id, about: 'content', about_key: slug, action: 'confirmed', changes, now })
}
