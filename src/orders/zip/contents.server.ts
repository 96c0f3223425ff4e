/** What lies in a zip: the files that may go, a list of their hashes, and for an order its license agreement. */
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import { brand } from '#platform/brand.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'

import { judgeFiles, type Judged, type LicensedFile, type ReadyFile, type WantedFile } from '../downloads.server.ts'
import { entryNames, manifestOf } from './entry-names.ts'
import type { ZipEntry } from './zip.server.ts'

type Tools = Pick<Deps, 'storage'>

/** Every file that an order's lines stand for, but for those given back; in the order of the lines. */
export const filesOfOrder = async (db: Db, order_id: number): Promise<WantedFile[]> => {
  const lines = await db
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .where('refunded', '=', false)
    .orderBy('id')
    .select(['clip_id', 'format_id'])
    .execute()
  return distinct(lines)
}

export const distinct = (files: readonly WantedFile[]): WantedFile[] => [
  ...new Map(
    files.map(({ clip_id, format_id }) => [`${clip_id}.${format_id}`, { clip_id, format_id }] as const),
  ).values(),
]

type Asked = { workspace_id: number; now: Date }

/** All of them, or the refusal of the first that stays, with its clip's number. */
export const allFiles = async (db: Db, asked: Asked, wanted: readonly WantedFile[]): Promise<LicensedFile[]> => {
  const judged = await judgeFiles(db, asked, distinct(wanted))
  return judged.map(({ file, refusal, clip_id }) => {
    if (file) return file
    throw refuse(refusal.status, refusal.status === 404 ? refusal.message : `Clip ${clip_id}: ${refusal.message}`)
  })
}

/** Those that may go; throws the first one's refusal when none may. */
export const openFiles = async (db: Db, asked: Asked, wanted: readonly WantedFile[]) => {
  const judged = await judgeFiles(db, asked, wanted)
  const files = judged.flatMap(({ file }) => file ?? [])
  const held = judged.filter((one): one is Judged & { file?: never } => !one.file)
  if (files.length === 0) throw held[0]?.refusal ?? refuse(409, 'There is nothing to download in this order.')
  return { files, left_out: held.map(({ clip_id, refusal }) => ({ clip_id, why: refusal.message })) }
}

const hashOf = async ({ storage }: Tools, { storage_key, sha256 }: ReadyFile): Promise<string> => {
  if (sha256 !== null) return sha256
  const hash = createHash('sha256')
  await pipeline((await stored(storage, storage_key)).read(), hash)
  return hash.digest('hex')
}

const stored = async (storage: Tools['storage'], key: string) => {
  const file = await storage.open(key)
  if (!file) throw refuse(409, 'A file of this download is not here right now. Please write to us.')
  return file
}

/** As `sha256sum -c` is given it. */
const manifest_name = 'manifest.sha256'

/** A paper that goes along. */
export type Paper = { name: string; bytes: Buffer }

/** The entries in their order, the list of hashes last: it names all the others. Throws 409 when a file is not in storage. */
export const entriesOf = async (
  tools: Tools,
  files: readonly ReadyFile[],
  papers: readonly Paper[],
): Promise<ZipEntry[]> => {
  const wanted = [...files.map(({ name }) => `${brand.slug}-${name}`), ...papers.map(({ name }) => name)]
  const names = entryNames([manifest_name, ...wanted]).slice(1)
  const named = await Promise.all(
    files.map(async (file, place) => {
      const { size_bytes } = await stored(tools.storage, file.storage_key)
      const entry: ZipEntry = {
        name: names[place] ?? '',
        size_bytes,
        read: async () => (await stored(tools.storage, file.storage_key)).read(),
      }
      return { entry, sha256: await hashOf(tools, file) }
    }),
  )
  const along = papers.map(({ bytes }, place) => ({
    entry: { name: names[files.length + place] ?? '', bytes },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  const all = [...named, ...along]
  const manifest = manifestOf(all.map(({ entry, sha256 }) => ({ name: entry.name, sha256 })))
  return [...all.map(({ entry }) => entry), { name: manifest_name, bytes: Buffer.from(manifest) }]
}
