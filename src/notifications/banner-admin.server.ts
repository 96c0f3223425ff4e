/** Creates, changes, starts and ends feature banners, for staff. */

import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { getPictureUrl, replaceImage, createUploadParameters } from '#platform/images/host.server.ts'
import { BANNER_FOLDER } from '#platform/images/sizes.ts'
import { releaseImage } from '#platform/images/uploads.server.ts'

import {
  getBannerState,
  isBannerActionAllowed,
  normalizePath,
  type BannerAudience,
  type BannerAction,
  type BannerState,
} from './banner.ts'

type BannerImageHost = Pick<Deps, 'config' | 'secret'>
type BannerActor = { staff_user_id: number | null; reason?: string; now: Date }

export type BannerInput = {
  title: string
  description: string
  /** For devices without a keyboard; may be empty. */
  touch_description: string
  /** Pages that hide it, in addition to those that hide every banner. */
  exclude_on: string[]
  audience: BannerAudience
  /** When it starts; null: as soon as staff start it. */
  starts_at: Date | null
  ends_at: Date | null
}

export const ENDS_IN_PAST_TEXT = 'It would be over already: choose a day that is still to come.'
export const ENDS_BEFORE_START_TEXT = 'The last day comes before the first.'

const getUploadFolder = (user_id: number) => `${BANNER_FOLDER}/users/${user_id}`

/** Parameters with which a staff member uploads a banner picture to the image host. */
export const createBannerUpload = (host: BannerImageHost, user_id: number, now: Date) =>
  createUploadParameters(host, { folder: getUploadFolder(user_id), user_id, now })

const toColumns = ({ starts_at, exclude_on, ...columns }: BannerInput) => ({
  ...columns,
  published_at: starts_at,
  exclude_on: [...new Set(exclude_on.map(normalizePath))],
})

/** Assigns an uploaded picture and returns its columns. Throws 422 for an unknown picture. */
const assignPicture = async (
  trx: Trx,
  host: BannerImageHost,
  actor: BannerActor,
  before: string | null,
  next: string,
) => {
  const folder = getUploadFolder(actor.staff_user_id ?? 0)
  await replaceImage(trx, host, { folder, before, next, now: actor.now, field: 'picture_public_id' })
  return {
    picture_public_id: next,
    image_small: getPictureUrl(host, next, 480),
    image_medium: getPictureUrl(host, next, 960),
  }
}

/** Creates a draft and returns its id. Throws 422. */
export const createBanner = async (
  trx: Trx,
  host: BannerImageHost,
  { picture_public_id, ...input }: BannerInput & { picture_public_id?: string | undefined },
  actor: BannerActor,
): Promise<number> => {
  validateDates(input, actor.now)
  const pictureColumns =
    picture_public_id === undefined ? {} : await assignPicture(trx, host, actor, null, picture_public_id)
  const { id } = await trx
    .insertInto('feature_banners')
    .values({ ...toColumns(input), ...pictureColumns, is_draft: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAuditEntry(trx, { ...actor, about: 'banner', about_key: id, action: 'created' })
  return id
}

const validateDates = ({ starts_at, ends_at }: Pick<BannerInput, 'starts_at' | 'ends_at'>, now: Date) => {
  if (ends_at && starts_at && ends_at <= starts_at) throw refuse.fields({ ends_at: [ENDS_BEFORE_START_TEXT] })
  if (ends_at && ends_at <= now) throw refuse.fields({ ends_at: [ENDS_IN_PAST_TEXT] })
}

const stateTexts: Record<BannerState, string> = {
  draft: 'It is a draft.',
  planned: 'It is planned, and has not begun.',
  running: 'It runs already.',
  ended: 'It has ended.',
}

/**
 * Locks a banner until the transaction ends. Throws 404, or 409 if its state does not allow the action or somebody saved another
 * version since `version`.
 */
const lockBanner = async (trx: Trx, id: number, action: BannerAction, now: Date, version?: number) => {
  const row = await trx
    .selectFrom('feature_banners')
    .where('id', '=', id)
    .selectAll()
    .$narrowType<{ audience: BannerAudience }>()
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse.missing('banner')
  const state = getBannerState(row, now)
  if (!isBannerActionAllowed(action, state)) throw refuse(409, stateTexts[state])
  if (version !== undefined && version !== row.version)
    throw refuse(
      409,
      'Somebody saved another version in the meantime. Their changes are listed under “What we did”. Look at them and try again.',
    )
  return { ...row, state }
}

type BannerChange = Omit<BannerInput, 'audience' | 'starts_at'> &
  Partial<Pick<BannerInput, 'audience' | 'starts_at'>> & {
    version: number
    /** A new picture. Without it the current one stays. */
    picture_public_id?: string | undefined
  }

/** Only a draft can change its audience and start. Throws 404, 409 if it has ended or another version was saved, 422. */
export const changeBanner = async (
  trx: Trx,
  host: BannerImageHost,
  id: number,
  { version, picture_public_id, ...input }: BannerChange,
  actor: BannerActor,
): Promise<void> => {
  const row = await lockBanner(trx, id, 'change', actor.now, version)
  const { title, description, touch_description, exclude_on, audience, published_at, ends_at } = row
  const next = { audience, starts_at: published_at, ...input }
  const isStarted = row.state !== 'draft'
  if (isStarted && (next.audience !== audience || next.starts_at?.getTime() !== published_at?.getTime()))
    throw refuse(409, 'The audience and the start cannot change anymore, because the banner was started.')
  validateDates(next, actor.now)
  const before = { title, description, touch_description, exclude_on, audience, published_at, ends_at }
  const after = toColumns(next)
  const changes = diffFields(before, after)
  const pictureColumns =
    picture_public_id === undefined || picture_public_id === row.picture_public_id
      ? undefined
      : await assignPicture(trx, host, actor, row.picture_public_id, picture_public_id)
  if (pictureColumns) changes.picture = [row.image_small, pictureColumns.image_small]
  if (Object.keys(changes).length === 0) return
  await trx
    .updateTable('feature_banners')
    .set({ ...after, ...pictureColumns, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  await writeAuditEntry(trx, { ...actor, about: 'banner', about_key: id, action: 'changed', changes })
}

/**
 * Starts a banner now, or plans it for its first day. It replaces the previous one. Throws 404, 409, or 422 if it has no picture
 * or would already be over.
 */
export const startBanner = async (trx: Trx, id: number, version: number, actor: BannerActor): Promise<void> => {
  const row = await lockBanner(trx, id, 'start', actor.now, version)
  if (row.image_small === null || row.image_medium === null)
    throw refuse.fields({ picture_public_id: ['It needs a picture first.'] })
  const starts_at = row.published_at && row.published_at > actor.now ? row.published_at : actor.now
  validateDates({ starts_at, ends_at: row.ends_at }, actor.now)
  await trx
    .updateTable('feature_banners')
    .set({ is_draft: false, published_at: starts_at, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  const action = starts_at > actor.now ? 'scheduled' : 'started'
  await writeAuditEntry(trx, { ...actor, about: 'banner', about_key: id, action })
}

/** Turns a planned banner back into a draft. Throws 404, 409. */
export const unplanBanner = async (trx: Trx, id: number, actor: BannerActor): Promise<void> => {
  const { version } = await lockBanner(trx, id, 'take_back', actor.now)
  await trx
    .updateTable('feature_banners')
    .set({ is_draft: true, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await writeAuditEntry(trx, { ...actor, about: 'banner', about_key: id, action: 'unscheduled' })
}

/** Ends a running banner for good. Throws 404, 409. */
export const endBanner = async (trx: Trx, id: number, actor: BannerActor): Promise<void> => {
  const { version } = await lockBanner(trx, id, 'end', actor.now)
  await trx
    .updateTable('feature_banners')
    .set({ ends_at: actor.now, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await writeAuditEntry(trx, { ...actor, about: 'banner', about_key: id, action: 'ended' })
}

/** Deletes a draft. Banners that were shown stay, with their readers. Throws 404, 409. */
export const deleteBanner = async (trx: Trx, id: number, actor: BannerActor): Promise<void> => {
  const { picture_public_id, title } = await lockBanner(trx, id, 'delete', actor.now)
  if (picture_public_id !== null) await releaseImage(trx, picture_public_id, actor.now)
  await trx.deleteFrom('feature_banners').where('id', '=', id).execute()
  await writeAuditEntry(trx, {
    ...actor,
    about: 'banner',
    about_key: id,
    action: 'deleted',
    changes: { title: [title, null] },
  })
}
