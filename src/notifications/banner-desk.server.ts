/** Feature banners as our people make, start and end them. */
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { pictureUrl, swapImage, uploadParameters } from '#platform/images/host.server.ts'
import { wide_folder } from '#platform/images/sizes.ts'
import { releaseImage } from '#platform/images/uploads.server.ts'
import { refuse } from '#platform/refusal.ts'
import { changesOf, logStaff } from '#platform/staff-log.server.ts'

import { bannerState, canBe, plainPath, type Audience, type BannerMove, type BannerState } from './banner.ts'

type Host = Pick<Deps, 'config' | 'secret'>
type By = { staff_user_id: number | null; reason?: string; now: Date }

export type BannerFacts = {
  title: string
  description: string
  /** Pages on which it stays away, beside those on which every banner does. */
  exclude_on: string[]
  audience: Audience
  /** From when it runs; null for as soon as it is started. */
  starts_at: Date | null
  ends_at: Date | null
}

export const over_text = 'It would be over already: choose a day that is still to come.'
export const order_text = 'The last day comes before the first.'

const folderOf = (user_id: number) => `${wide_folder}/users/${user_id}`

/** With these one of us sends a picture of a banner to the image host. */
export const bannerUpload = (host: Host, user_id: number, now: Date) =>
  uploadParameters(host, { folder: folderOf(user_id), user_id, now })

const columnsOf = ({ starts_at, exclude_on, ...facts }: BannerFacts) => ({
  ...facts,
  published_at: starts_at,
  exclude_on: [...new Set(exclude_on.map(plainPath))],
})

/** What is kept of a picture that was sent. Throws 422 for one that we do not have. */
const picture = async (trx: Trx, host: Host, by: By, before: string | null, next: string) => {
  const folder = folderOf(by.staff_user_id ?? 0)
  await swapImage(trx, host, { folder, before, next, now: by.now, field: 'picture_public_id' })
  return {
    picture_public_id: next,
    image_small: pictureUrl(host, next, 480),
    image_medium: pictureUrl(host, next, 960),
  }
}

/** A draft that nobody sees. Answers its id. Throws 422. */
export const makeBanner = async (
  trx: Trx,
  host: Host,
  { picture_public_id, ...facts }: BannerFacts & { picture_public_id?: string | undefined },
  by: By,
): Promise<number> => {
  needDays(facts, by.now)
  const sent = picture_public_id === undefined ? {} : await picture(trx, host, by, null, picture_public_id)
  const { id } = await trx
    .insertInto('feature_banners')
    .values({ ...columnsOf(facts), ...sent, is_draft: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await logStaff(trx, { ...by, about: 'banner', about_key: id, action: 'Made' })
  return id
}

const needDays = ({ starts_at, ends_at }: Pick<BannerFacts, 'starts_at' | 'ends_at'>, now: Date) => {
  if (ends_at && starts_at && ends_at <= starts_at) throw refuse.fields({ ends_at: [order_text] })
  if (ends_at && ends_at <= now) throw refuse.fields({ ends_at: [over_text] })
}

const words: Record<BannerState, string> = {
  draft: 'It is a draft.',
  planned: 'It is planned, and has not begun.',
  running: 'It runs already.',
  ended: 'It has ended.',
}

/** Until the end nobody else changes it. Throws 404, 409 when the move is not one of its state or somebody saved another since `version`. */
const hold = async (trx: Trx, id: number, move: BannerMove, now: Date, version?: number) => {
  const row = await trx
    .selectFrom('feature_banners')
    .where('id', '=', id)
    .selectAll()
    .$narrowType<{ audience: Audience }>()
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse.missing('banner')
  const state = bannerState(row, now)
  if (!canBe(move, state)) throw refuse(409, words[state])
  if (version !== undefined && version !== row.version)
    throw refuse(
      409,
      'Somebody saved another version meanwhile: what they changed stands under “What we did”. Look at it, and try once more.',
    )
  return { ...row, state }
}

type Change = Omit<BannerFacts, 'audience' | 'starts_at'> &
  Partial<Pick<BannerFacts, 'audience' | 'starts_at'>> & {
    version: number
    /** A new picture; left out, the one that is there stays. */
    picture_public_id?: string | undefined
  }

/** For whom and from when is said of a draft alone. Throws 404, 409 once it has ended or somebody saved another since `version`, 422. */
export const changeBanner = async (
  trx: Trx,
  host: Host,
  id: number,
  { version, picture_public_id, ...wish }: Change,
  by: By,
): Promise<void> => {
  const row = await hold(trx, id, 'change', by.now, version)
  const { title, description, exclude_on, audience, published_at, ends_at } = row
  const facts = { audience, starts_at: published_at, ...wish }
  const isSettled = row.state !== 'draft'
  if (isSettled && (facts.audience !== audience || facts.starts_at?.getTime() !== published_at?.getTime()))
    throw refuse(409, 'Whom it is for and from when it runs stay as it was started.')
  needDays(facts, by.now)
  const before = { title, description, exclude_on, audience, published_at, ends_at }
  const after = columnsOf(facts)
  const changes = changesOf(before, after)
  const sent =
    picture_public_id === undefined || picture_public_id === row.picture_public_id
      ? undefined
      : await picture(trx, host, by, row.picture_public_id, picture_public_id)
  if (sent) changes.picture = [row.image_small, sent.image_small]
  if (Object.keys(changes).length === 0) return
  await trx
    .updateTable('feature_banners')
    .set({ ...after, ...sent, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  await logStaff(trx, { ...by, about: 'banner', about_key: id, action: 'Changed', changes })
}

/** From now on, or from its first day. It takes the place of the one before. Throws 404, 409, 422 for one that has no picture or would be over. */
export const startBanner = async (trx: Trx, id: number, version: number, by: By): Promise<void> => {
  const row = await hold(trx, id, 'start', by.now, version)
  if (row.image_small === null || row.image_medium === null)
    throw refuse.fields({ picture_public_id: ['It needs a picture first.'] })
  const starts_at = row.published_at && row.published_at > by.now ? row.published_at : by.now
  needDays({ starts_at, ends_at: row.ends_at }, by.now)
  await trx
    .updateTable('feature_banners')
    .set({ is_draft: false, published_at: starts_at, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  const action = starts_at > by.now ? 'Planned' : 'Started'
  await logStaff(trx, { ...by, about: 'banner', about_key: id, action })
}

/** What has not begun is a draft again. Throws 404, 409. */
export const takeBannerBack = async (trx: Trx, id: number, by: By): Promise<void> => {
  const { version } = await hold(trx, id, 'take_back', by.now)
  await trx
    .updateTable('feature_banners')
    .set({ is_draft: true, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await logStaff(trx, { ...by, about: 'banner', about_key: id, action: 'Took it back' })
}

/** For good: nobody who asks from now on sees it. Throws 404, 409. */
export const endBanner = async (trx: Trx, id: number, by: By): Promise<void> => {
  const { version } = await hold(trx, id, 'end', by.now)
  await trx
    .updateTable('feature_banners')
    .set({ ends_at: by.now, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await logStaff(trx, { ...by, about: 'banner', about_key: id, action: 'Ended' })
}

/** Only a draft: what was shown stays, with who read it. Throws 404, 409. */
export const deleteBanner = async (trx: Trx, id: number, by: By): Promise<void> => {
  const { picture_public_id, title } = await hold(trx, id, 'delete', by.now)
  if (picture_public_id !== null) await releaseImage(trx, picture_public_id, by.now)
  await trx.deleteFrom('feature_banners').where('id', '=', id).execute()
  await logStaff(trx, { ...by, about: 'banner', about_key: id, action: 'Deleted', changes: { title: [title, null] } })
}
