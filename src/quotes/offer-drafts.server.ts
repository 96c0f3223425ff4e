/** Offers that our people have begun: kept as they were typed, seen by nobody else, gone once they are sent. */
import type { LicenseChoice } from '#licensing/choice.ts'
import type { Tier } from '#licensing/prices.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'

export type OfferDraftGroup = LicenseChoice & {
  lines: {
    clip_id: number
    format_id: number
    /** As it was when it was saved. */
    tier: Tier
    /** In dollars, as it was typed; '' for the table's price. */
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
  /** Whose prices stood beside it. */
  price_version_id: number
}

type By = { user_id: number; now: Date }

/** More are not looked through by anybody. */
export const most_offer_drafts = 200

const logged = (trx: Trx, id: number, action: string, { user_id, now }: By, number?: string) =>
  logStaff(trx, {
    staff_user_id: user_id,
    about: 'offer_draft',
    about_key: id,
    action,
    ...(number !== undefined && { changes: { number: [null, number] } }),
    now,
  })

/** The columns of a draft. Throws 422 for a workspace or a price table that there is not. */
const read = async (trx: Trx, { groups, ...draft }: OfferDraft, { user_id, now }: By) => {
  const { workspace_id, price_version_id } = draft
  const isThere = await trx
    .selectNoFrom(eb => [
      eb.exists(eb.selectFrom('price_versions').where('id', '=', price_version_id).select('id')).as('prices'),
      eb.exists(eb.selectFrom('workspaces').where('id', '=', workspace_id).select('id')).as('workspace'),
    ])
    .executeTakeFirstOrThrow()
  if (workspace_id !== null && !isThere.workspace)
    throw refuse.fields({ workspace_id: ['There is no such workspace any more.'] })
  if (!isThere.prices) throw refuse.fields({ price_version_id: ['There is no such price table.'] })
  return { ...draft, groups: JSON.stringify(groups), saved_at: now, saved_by: user_id }
}

/** Answers its id. Throws 409 when there are too many, 422. */
export const makeOfferDraft = async (trx: Trx, draft: OfferDraft, by: By): Promise<number> => {
  const { n } = await trx
    .selectFrom('offer_drafts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= most_offer_drafts)
    throw refuse(409, `There are ${most_offer_drafts} drafts already. Please delete some that are not needed any more.`)
  const { id } = await trx
    .insertInto('offer_drafts')
    .values(await read(trx, draft, by))
    .returning('id')
    .executeTakeFirstOrThrow()
  await logged(trx, id, 'Made', by)
  return id
}

/** Until the end nobody else saves or sends it. Throws 404 for what was sent or deleted, 409 when somebody saved another since. */
const hold = async (trx: Trx, id: number, version: number) => {
  const row = await trx.selectFrom('offer_drafts').where('id', '=', id).select('version').forUpdate().executeTakeFirst()
  if (!row) throw refuse(404, 'This draft is gone: somebody sent or deleted it.')
  if (row.version !== version)
    throw refuse(
      409,
      'Somebody saved this draft meanwhile. Open it in another window to see theirs, or go on once more with yours.',
    )
}

export const saveOfferDraft = async (
  trx: Trx,
  id: number,
  { version, ...draft }: OfferDraft & { version: number },
  by: By,
): Promise<void> => {
  await hold(trx, id, version)
  await trx
    .updateTable('offer_drafts')
    .set({ ...(await read(trx, draft, by)), version: version + 1 })
    .where('id', '=', id)
    .execute()
  await logged(trx, id, 'Saved', by)
}

/** Throws 404. */
export const deleteOfferDraft = async (trx: Trx, id: number, by: By): Promise<void> => {
  const gone = await trx.deleteFrom('offer_drafts').where('id', '=', id).returning('id').executeTakeFirst()
  if (!gone) throw refuse.missing('draft')
  await logged(trx, id, 'Deleted', by)
}

/** What it was sent as, once: of twenty who send a draft at once one does. Throws as `hold` does. */
export const sendOfferDraft = async (
  trx: Trx,
  draft: { id: number; version: number } | undefined,
  by: By,
  send: () => Promise<string>,
): Promise<string> => {
  if (!draft) return send()
  await hold(trx, draft.id, draft.version)
  const number = await send()
  await trx.deleteFrom('offer_drafts').where('id', '=', draft.id).execute()
  await logged(trx, draft.id, 'Sent', by, number)
  return number
}

const drafts = (db: Db) =>
  db
    .selectFrom('offer_drafts as d')
    .leftJoin('workspaces as w', 'w.id', 'd.workspace_id')
    .leftJoin('users as u', 'u.id', 'd.saved_by')
    .selectAll('d')
    .select(['w.name as workspace_name', 'u.email as saved_by_email'])
    .$narrowType<{ kind: 'quote' | 'custom'; groups: OfferDraftGroup[] }>()

type Row = Awaited<ReturnType<ReturnType<typeof drafts>['executeTakeFirstOrThrow']>>

const shown = ({ workspace_id, workspace_name, saved_at, saved_by_email, saved_by: _, ...draft }: Row) => ({
  ...draft,
  workspace: workspace_id === null ? null : { id: workspace_id, name: workspace_name ?? '' },
  saved_at: saved_at.toISOString(),
  saved_by: saved_by_email,
})

/** Last saved first. */
export const offerDrafts = async (db: Db) =>
  (await drafts(db).orderBy('d.saved_at', 'desc').orderBy('d.id', 'desc').execute()).map(shown)

/** Throws 404. */
export const offerDraft = async (db: Db, id: number) => {
  const row = await drafts(db).where('d.id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('draft')
  return shown(row)
}
