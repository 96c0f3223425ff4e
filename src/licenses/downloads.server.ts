/** Decides which licensed files a workspace can download, one by one or in a zip, and prepares them. */
import path from 'node:path'

import { formatOf } from '#licensing/terms.ts'
import { requestTranscode } from '#media/transcodes.server.ts'
import { CONSENT_REQUIRED_TEXT, isWithdrawable } from '#orders/consumer.ts'
import { getDownloadsClosedReason } from '#orders/policy.ts'
import { recordDelivery } from '#orders/projects.server.ts'
import type { OrderState } from '#orders/states.ts'
import { lockWithdrawableOrders } from '#orders/withdrawal.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse, type Refusal } from '#platform/http/refusal.ts'
import { toSlug } from '#platform/slug.ts'

import { licenseView } from './license-view.server.ts'
import { ASSIGN_PROJECT_TEXT, getLicenseEndedReason } from './policy.ts'

export type RequestedFile = { clip_id: number; format_id: number }
export type LicensedFile = RequestedFile & {
  master_id: number
  /** null until the file is transcoded from the master. */
  storage_key: string | null
  /** Without the brand prefix. */
  name: string
  size_bytes: number
  /** null for a file that was never hashed. */
  sha256: string | null
}
/** A file that can be downloaded, or the reason why not. */
export type DownloadDecision = RequestedFile &
  (
    | {
        file: LicensedFile
        /** The lines whose licenses allow it: of the file itself, and of the license that replaced it. */
        order_item_ids: number[]
        refusal?: never
      }
    | { refusal: Refusal; file?: never }
  )

type DownloadContext = { workspace_id: number; now: Date }

/**
 * Returns the file of a clip in a format if the workspace has a license for exactly that, from an order that allows
 * downloads, assigned to a project. Withdrawn clips stay available to their licensees.
 * Throws 404 without such a license, 409 with the reason when the order or the missing project prevents the download.
 */
export const getLicensedFile = async (db: Db, { clip_id, format_id, ...context }: DownloadContext & RequestedFile) => {
  const [decision] = await decideDownloads(db, context, [{ clip_id, format_id }])
  if (!decision?.file) throw decision?.refusal ?? missingLicense()
  return decision.file
}

/** Decides on several files by the same rules, in the order of `requested`. */
export const decideDownloads = async (
  db: Db | Trx,
  { workspace_id, now }: DownloadContext,
  requested: readonly RequestedFile[],
): Promise<DownloadDecision[]> => {
  if (requested.length === 0) return []
  const licenses = await loadLicenses(
    db,
    workspace_id,
    requested.map(file => file.clip_id),
  )
  const licensesByKey = Map.groupBy(licenses, keyOf)
  const licensesById = new Map(licenses.map(license => [license.id, license]))
  return requested.map(({ clip_id, format_id }) => ({
    clip_id,
    format_id,
    ...decide(licensesByKey.get(keyOf({ clip_id, format_id })) ?? [], licensesById, now),
  }))
}

const keyOf = ({ clip_id, format_id }: RequestedFile) => `${clip_id}.${format_id}`
const missingLicense = () => refuse.missing('clip among your licenses')

const loadLicenses = (db: Db | Trx, workspace_id: number, clip_ids: readonly number[]) =>
  db
    .selectFrom(licenseView)
    .innerJoin('workspaces as w', 'w.id', 'l.workspace_id')
    .innerJoin('clips as c', 'c.id', 'l.clip_id')
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .innerJoin('clip_formats as f', join =>
      join.onRef('f.clip_id', '=', 'l.clip_id').onRef('f.format_id', '=', 'l.format_id'),
    )
    .leftJoin('orders as o', 'o.id', 'l.order_id')
    .leftJoin('delivery_consents as e', 'e.order_id', 'l.order_id')
    .leftJoin('transcodes as d', join =>
      join
        .onRef('d.master_id', '=', 'c.master_id')
        .onRef('d.format_id', '=', 'l.format_id')
        .on('f.storage_key', 'is', null)
        .on('d.state', '=', 'made'),
    )
    .where('l.workspace_id', '=', workspace_id)
    .where('l.clip_id', 'in', clip_ids)
    .where('l.revoked_at', 'is', null)
    .select([
      'l.id',
      'l.order_item_id',
      'l.superseded_by',
      'l.clip_id',
      'l.format_id',
      'l.ends_at',
      'l.order_state',
      'l.due_at',
      'w.is_trusted',
      'l.project_id',
      'l.is_imported',
      'c.slug',
    ])
    .select(['l.order', 'o.is_consumer', 'o.placed_at', 'e.consented_at'])
    .select(['f.storage_key', 'f.file_name', 'f.size_bytes'])
    .select(['d.storage_key as made_key', 'd.size_bytes as made_bytes', 'd.sha256 as made_sha256'])
    .select(['m.id as master_id', 'm.storage_key as master_key', 'm.sha256 as master_sha256'])
    .orderBy('l.id')
    .execute()

type DownloadLicense = Awaited<ReturnType<typeof loadLicenses>>[number]

/** Returns a license and those that replaced it, oldest first. The newer ones allow what it allowed. */
const withSuccessors = (
  license: DownloadLicense,
  licensesById: ReadonlyMap<number, DownloadLicense>,
): DownloadLicense[] => {
  const successor = license.superseded_by === null ? undefined : licensesById.get(license.superseded_by)
  return successor ? [license, ...withSuccessors(successor, licensesById)] : [license]
}

const lacksConsent = ({ consented_at, is_consumer, placed_at }: DownloadLicense, now: Date) =>
  consented_at === null && isWithdrawable({ is_consumer: is_consumer === true, placed_at }, now)

/** One license that allows the download is enough. */
const decide = (
  licenses: readonly DownloadLicense[],
  licensesById: ReadonlyMap<number, DownloadLicense>,
  now: Date,
): { file: LicensedFile; order_item_ids: number[] } | { refusal: Refusal } => {
  const checked = licenses.flatMap(license =>
    withSuccessors(license, licensesById).map(current => ({
      license,
      current,
      // The download ends the right to withdraw from both orders.
      withoutConsent: [license, current].find(one => lacksConsent(one, now)),
      // An imported license has no order whose form would assign it.
      isAssigned: current.is_imported || current.project_id !== null,
      closedReason:
        getDownloadsClosedReason({ ...current, state: current.order_state as OrderState }, now) ??
        getLicenseEndedReason(current.ends_at, now),
    })),
  )
  const allowed = checked.filter(({ closedReason }) => closedReason === null)
  const assigned = allowed.filter(({ isAssigned }) => isAssigned)
  const downloadable = assigned.find(({ withoutConsent }) => !withoutConsent)
  if (downloadable) {
    const { license, current } = downloadable
    const order_item_ids = [license, current].flatMap(({ order_item_id }) => order_item_id ?? [])
    return { file: toLicensedFile(license), order_item_ids }
  }
  const withoutConsent = assigned[0]?.withoutConsent
  if (withoutConsent)
    return { refusal: refuse(409, CONSENT_REQUIRED_TEXT, { delivery_consent: { order: withoutConsent.order } }) }
  if (allowed.length > 0) return { refusal: refuse(409, ASSIGN_PROJECT_TEXT) }
  const reason = checked[0]?.closedReason
  return { refusal: reason ? refuse(409, reason) : missingLicense() }
}

const toLicensedFile = ({
  clip_id,
  format_id,
  slug,
  file_name,
  master_id,
  ...license
}: DownloadLicense): LicensedFile => ({
  clip_id,
  format_id,
  master_id,
  storage_key: license.storage_key ?? license.made_key,
  size_bytes: license.made_bytes ?? license.size_bytes,
  name: toFileName(clip_id, slug, format_id, file_name),
  sha256: license.made_sha256 ?? (license.storage_key === license.master_key ? license.master_sha256 : null),
})

/**
 * Records the first delivery of files. Orders that a consumer can still withdraw from are locked, and the files decided
 * about once more: either the withdrawal comes first and refuses the download, or it finds the delivery. Throws the
 * first refusal.
 */
export const recordDownloads = (db: Db, context: DownloadContext, files: readonly RequestedFile[]): Promise<void> =>
  db.transaction().execute(async trx => {
    let order_item_ids = await listAllowingLines(trx, context, files)
    if (files.length > 0 && (await lockWithdrawableOrders(trx, context, { files, order_item_ids })))
      order_item_ids = await listAllowingLines(trx, context, files)
    await recordDelivery(trx, { ...context, files, order_item_ids })
  })

const listAllowingLines = async (trx: Trx, context: DownloadContext, files: readonly RequestedFile[]) =>
  (await decideDownloads(trx, context, files)).flatMap(decision => {
    if (!decision.file) throw decision.refusal
    return decision.order_item_ids
  })

export type ReadyFile = LicensedFile & { storage_key: string }

/** Returns these files once they all exist. Otherwise requests the missing transcodes and throws a refusal with their progress. */
export const prepareFiles = async (
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  files: readonly LicensedFile[],
): Promise<ReadyFile[]> => {
  const refusals: Refusal[] = []
  for (const { storage_key, ...file } of files)
    if (storage_key === null) refusals.push(await requestTranscode(deps, file))
  const [first] = refusals
  if (first)
    throw refusals.find(({ status }) => status === 503) ?? (files.length === 1 ? first : combineRefusals(refusals))
  return files.flatMap(file => (file.storage_key === null ? [] : [{ ...file, storage_key: file.storage_key }]))
}

const getPercent = ({ meta }: Refusal) => (meta['transcode'] as { percent: number } | undefined)?.percent ?? 0

const combineRefusals = (refusals: readonly Refusal[]) =>
  refuse(409, 'We are preparing some of these files. Please try again in a moment.', {
    transcode: {
      percent: Math.floor(refusals.reduce((sum, refusal) => sum + getPercent(refusal), 0) / refusals.length),
    },
  })

/** For example "412-slow-tide-at-dusk-hd.mp4". */
const toFileName = (clip_id: number, slug: string, format_id: number, file_name: string) =>
  `${clip_id}-${toSlug(slug)}-${toSlug(formatOf(format_id).name)}${path.extname(file_name).toLowerCase()}`
