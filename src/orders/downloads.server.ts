/** The one place that lets licensed files go: one by one, and as many in a zip. */
import path from 'node:path'

import { formatOf } from '#licensing/terms.ts'
import { haveMade } from '#media/made-files.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse, type Refusal } from '#platform/refusal.ts'
import { slugOf } from '#platform/slug.ts'

import { assign_first, downloadsClosed, licenseEnded } from './policy.ts'
import type { OrderState } from './states.ts'

export type WantedFile = { clip_id: number; format_id: number }
export type LicensedFile = WantedFile & {
  master_id: number
  /** null for one that is still to be made of the master. */
  storage_key: string | null
  /** Lacks the brand. */
  name: string
  size_bytes: number
  /** Known from when the file came; null for one that was never measured. */
  sha256: string | null
}
/** A file that may go, or why it stays. */
export type Judged = WantedFile & ({ file: LicensedFile; refusal?: never } | { refusal: Refusal; file?: never })

type Asked = { workspace_id: number; now: Date }

/**
 * The file of a clip in a format, for a workspace that holds a license for just that, bought in an order that lets its
 * files go, assigned to a project. Withdrawn clips stay open to those who licensed them.
 * Throws 404 without such a license, 409 with the reason when the order or the missing project holds it back.
 */
export const licensedFile = async (db: Db, { clip_id, format_id, ...asked }: Asked & WantedFile) => {
  const [judged] = await judgeFiles(db, asked, [{ clip_id, format_id }])
  if (!judged?.file) throw judged?.refusal ?? missing()
  return judged.file
}

/** Each of these files, judged by the same rules as one alone; in the order asked for. */
export const judgeFiles = async (
  db: Db,
  { workspace_id, now }: Asked,
  wanted: readonly WantedFile[],
): Promise<Judged[]> => {
  if (wanted.length === 0) return []
  const licenses = await licensesOf(
    db,
    workspace_id,
    wanted.map(one => one.clip_id),
  )
  const held = Map.groupBy(licenses, keyOf)
  const byId = new Map(licenses.map(license => [license.id, license]))
  return wanted.map(({ clip_id, format_id }) => ({
    clip_id,
    format_id,
    ...judge(held.get(keyOf({ clip_id, format_id })) ?? [], byId, now),
  }))
}

const keyOf = ({ clip_id, format_id }: WantedFile) => `${clip_id}.${format_id}`
const missing = () => refuse.missing('clip among your licenses')

const licensesOf = (db: Db, workspace_id: number, clip_ids: readonly number[]) =>
  db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .innerJoin('workspaces as w', 'w.id', 'o.workspace_id')
    .innerJoin('clips as c', 'c.id', 'l.clip_id')
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .innerJoin('clip_formats as f', join =>
      join.onRef('f.clip_id', '=', 'l.clip_id').onRef('f.format_id', '=', 'l.format_id'),
    )
    .leftJoin('made_files as d', join =>
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
      'l.superseded_by',
      'l.clip_id',
      'l.format_id',
      'l.ends_at',
      'o.state',
      'o.due_at',
      'w.is_trusted',
      'i.project_id',
      'c.slug',
    ])
    .select(['f.storage_key', 'f.file_name', 'f.size_bytes'])
    .select(['d.storage_key as made_key', 'd.size_bytes as made_bytes', 'd.sha256 as made_sha256'])
    .select(['m.id as master_id', 'm.storage_key as master_key', 'm.sha256 as master_sha256'])
    .orderBy('l.id')
    .execute()

type License = Awaited<ReturnType<typeof licensesOf>>[number]

/** A license and those that took its place, one after the other: they allow what it allowed. */
const withNewer = (license: License, byId: ReadonlyMap<number, License>): License[] => {
  const newer = license.superseded_by === null ? undefined : byId.get(license.superseded_by)
  return newer ? [license, ...withNewer(newer, byId)] : [license]
}

/** One license that lets the file go is enough. */
const judge = (
  licenses: readonly License[],
  byId: ReadonlyMap<number, License>,
  now: Date,
): { file: LicensedFile } | { refusal: Refusal } => {
  const judged = licenses.flatMap(license =>
    withNewer(license, byId).map(by => ({
      license,
      project_id: by.project_id,
      closed: downloadsClosed({ ...by, state: by.state as OrderState }, now) ?? licenseEnded(by.ends_at, now),
    })),
  )
  const open = judged.filter(({ closed }) => closed === null)
  const found = open.find(({ project_id }) => project_id !== null)
  if (found) return { file: fileOf(found.license) }
  if (open.length > 0) return { refusal: refuse(409, assign_first) }
  const why = judged[0]?.closed
  return { refusal: why ? refuse(409, why) : missing() }
}

const fileOf = ({ clip_id, format_id, slug, file_name, master_id, ...license }: License): LicensedFile => ({
  clip_id,
  format_id,
  master_id,
  storage_key: license.storage_key ?? license.made_key,
  size_bytes: license.made_bytes ?? license.size_bytes,
  name: nameOf(clip_id, slug, format_id, file_name),
  sha256: license.made_sha256 ?? (license.storage_key === license.master_key ? license.master_sha256 : null),
})

export type ReadyFile = LicensedFile & { storage_key: string }

/** These files, all of them there. What is still to be made is begun, and told by a refusal that says how far it is. */
export const readyFiles = async (
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  files: readonly LicensedFile[],
): Promise<ReadyFile[]> => {
  const waiting: Refusal[] = []
  for (const { storage_key, ...file } of files) if (storage_key === null) waiting.push(await haveMade(deps, file))
  const [first] = waiting
  if (first) throw waiting.find(({ status }) => status === 503) ?? (files.length === 1 ? first : together(waiting))
  return files.flatMap(file => (file.storage_key === null ? [] : [{ ...file, storage_key: file.storage_key }]))
}

const percentOf = ({ meta }: Refusal) => (meta['making'] as { percent: number } | undefined)?.percent ?? 0

const together = (waiting: readonly Refusal[]) =>
  refuse(409, 'Some of these files are being made for you. They are ready in a moment: please try again.', {
    making: { percent: Math.floor(waiting.reduce((sum, one) => sum + percentOf(one), 0) / waiting.length) },
  })

/** "412-slow-tide-at-dusk-hd.mp4" */
const nameOf = (clip_id: number, slug: string, format_id: number, file_name: string) =>
  `${clip_id}-${slugOf(slug)}-${slugOf(formatOf(format_id).name)}${path.extname(file_name).toLowerCase()}`
