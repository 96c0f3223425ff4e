/** Drafts of offers, stored as entered and visible to staff only; deleted once they are sent. */

import type { LicenseChoice } from '#licensing/choice.ts'
import type { Tier } from '#licensing/terms.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { StaffAction } from '#platform/audit/staff-actions.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

export type OfferDraftGroup = LicenseChoice & {
  lines: {
    clip_id: number
    format_id: number
    /** The clip's tier when the draft was saved. */
    tier: Tier
    /** In dollars, as entered; '' for the list price. */
    agreed: string
  }[]
}

export type OfferDraft = {
  kind: 'quote' | 'custom'
  workspace_id: number | null
  groups: OfferDraftGroup[]
  /** yyyy-MM-dd, or ''. */
  last_day: string
  note: string
  ein: string
  po_number: string
  /** The price version that was shown in the editor. */
  price_version_id: number
}

type DraftActor = { user_id: number; now: Date }

/** Keeps the list short enough to review. */
export const MAX_OFFER_DRAFTS = 200

const logDraftAction = (trx: Trx, id: number, action: StaffAction, { user_id, now }: DraftActor, number?: string) =>
  writeAuditEntry(trx, {
    staff_user_id: user_id,
    about: 'offer_draft',
    about_key: id,
    action,
    ...(number !== undefined && { changes: { number: [null, number] } }),
    now,
  })

/** Returns the draft's column values. Throws 422 for an unknown workspace or price version. */
const toDraftValues = async (trx: Trx, { groups, ...draft }: OfferDraft, { user_id, now }: DraftActor) => {
  const { workspace_id, price_version_id } = draft
  const existing = await trx
    .selectNoFrom(eb => [
      eb.exists(eb.selectFrom('price_versions').where('id', '=', price_version_id).select('id')).as('prices'),
      eb.exists(eb.selectFrom('workspaces').where('id', '=', workspace_id).select('id')).as('workspace'),
    ])
    .executeTakeFirstOrThrow()
  if (workspace_id !== null && !existing.workspace)
    throw refuse.fields({ workspace_id: ['This workspace no longer exists.'] })
  if (!existing.prices) throw refuse.fields({ price_version_id: ['This price table does not exist.'] })
  return { ...draft, groups: JSON.stringify(groups), saved_at: now, saved_by: user_id }
}

/** Returns the new draft's id. Throws 409 when there are too many, 422 for invalid values. */
export const createOfferDraft = async (trx: Trx, draft: OfferDraft, actor: DraftActor): Promise<number> => {
  const { n } = await trx
    .selectFrom('offer_drafts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= MAX_OFFER_DRAFTS)
    throw refuse(409, `There are ${MAX_OFFER_DRAFTS} drafts already. Please delete some that you no longer need.`)
  const { id } = await trx
    .insertInto('offer_drafts')
    .values(await toDraftValues(trx, draft, actor))
    .returning('id')
    .executeTakeFirstOrThrow()
  await logDraftAction(trx, id, 'created', actor)
  return id
}

/** Locks the draft until the transaction ends. Throws 404 if it was sent or deleted, 409 if someone saved it since `version`. */
const lockDraft = async (trx: Trx, id: number, version: number) => {
  const row = await trx.selectFrom('offer_drafts').where('id', '=', id).select('version').forUpdate().executeTakeFirst()
  if (!row) throw refuse(404, 'This draft no longer exists: someone sent or deleted it.')
  if (row.version !== version)
    throw refuse(
      409,
      'Someone else saved this draft meanwhile. Open it in another window to see their version, or save again to keep yours.',
    )
}

export const saveOfferDraft = async (
  trx: Trx,
  id: number,
  { version, ...draft }: OfferDraft & { version: number },
  actor: DraftActor,
): Promise<void> => {
  await lockDraft(trx, id, version)
  await trx
    .updateTable('offer_drafts')
    .set({ ...(await toDraftValues(trx, draft, actor)), version: version + 1 })
    .where('id', '=', id)
    .execute()
  await logDraftAction(trx, id, 'saved', actor)
}

/** Throws 404 for an unknown draft. */
export const deleteOfferDraft = async (trx: Trx, id: number, actor: DraftActor): Promise<void> => {
  const deleted = await trx.deleteFrom('offer_drafts').where('id', '=', id).returning('id').executeTakeFirst()
  if (!deleted) throw refuse.missing('draft')
  await logDraftAction(trx, id, 'deleted', actor)
}

/** Sends a draft once, even if several people send it at the same time. Returns the offer's number. Throws like `lockDraft`. */
export const sendOfferDraft = async (
  trx: Trx,
  draft: { id: number; version: number } | undefined,
  actor: DraftActor,
  send: () => Promise<string>,
): Promise<string> => {
  if (!draft) return send()
  await lockDraft(trx, draft.id, draft.version)
  const number = await send()
  await trx.deleteFrom('offer_drafts').where('id', '=', draft.id).execute()
  await logDraftAction(trx, draft.id, 'sent', actor, number)
  return number
}

const selectDrafts = (db: Db) =>
  db
    .selectFrom('offer_drafts as d')
    .leftJoin('workspaces as w', 'w.id', 'd.workspace_id')
    .leftJoin('users as u', 'u.id', 'd.saved_by')
    .selectAll('d')
    .select(['w.name as workspace_name', 'u.email as saved_by_email'])
    .$narrowType<{ kind: 'quote' | 'custom'; groups: OfferDraftGroup[] }>()

type OfferDraftRow = Awaited<ReturnType<ReturnType<typeof selectDrafts>['executeTakeFirstOrThrow']>>

const toDraftResponse = ({
  workspace_id,
  workspace_name,
  saved_at,
  saved_by_email,
  saved_by: _,
  ...draft
}: OfferDraftRow) => ({
  ...draft,
  workspace: workspace_id === null ? null : { id: workspace_id, name: workspace_name ?? '' },
  saved_at: saved_at.toISOString(),
  saved_by: saved_by_email,
})

/** Returns all drafts, last saved first. */
export const listOfferDrafts = async (db: Db) =>
  (await selectDrafts(db).orderBy('d.saved_at', 'desc').orderBy('d.id', 'desc').execute()).map(toDraftResponse)

/** Throws 404 for an unknown draft. */
export const getOfferDraft = async (db: Db, id: number) => {
  const row = await selectDrafts(db).where('d.id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('draft')
  return toDraftResponse(row)
}
