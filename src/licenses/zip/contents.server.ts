/** The content of a zip: the files, a list of their hashes, and an order's license agreement. */
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'

import {
  decideDownloads,
  type DownloadDecision,
  type LicensedFile,
  type ReadyFile,
  type RequestedFile,
} from '../downloads.server.ts'
import { toEntryNames, formatManifest } from './entry-names.ts'
import type { ZipEntry } from './zip.server.ts'

type ZipDeps = Pick<Deps, 'storage' | 'settings'>

/** Lists the files of an order's lines that were not refunded, in line order. */
export const listOrderFiles = async (db: Db, order_id: number): Promise<RequestedFile[]> => {
  const lines = await db
    .selectFrom('order_items')
    .where('order_id', '=', order_id)
    .where('refunded', '=', false)
    .orderBy('id')
    .select(['clip_id', 'format_id'])
    .execute()
  return removeDuplicates(lines)
}

export const removeDuplicates = (files: readonly RequestedFile[]): RequestedFile[] => [
  ...new Map(
    files.map(({ clip_id, format_id }) => [`${clip_id}.${format_id}`, { clip_id, format_id }] as const),
  ).values(),
]

type ZipContext = { workspace_id: number; now: Date }

/** Returns all files. Throws the first one's refusal, with its clip's number, when one cannot be downloaded. */
export const requireFiles = async (
  db: Db,
  context: ZipContext,
  requested: readonly RequestedFile[],
): Promise<LicensedFile[]> => {
  const decisions = await decideDownloads(db, context, removeDuplicates(requested))
  return decisions.map(({ file, refusal, clip_id }) => {
    if (file) return file
    throw refuse(
      refusal.status,
      refusal.status === 404 ? refusal.message : `Clip ${clip_id}: ${refusal.message}`,
      refusal.meta,
    )
  })
}

/** Returns the files that can be downloaded. Throws the first one's refusal when there are none. */
export const findAvailableFiles = async (db: Db, context: ZipContext, requested: readonly RequestedFile[]) => {
  const decisions = await decideDownloads(db, context, requested)
  const files = decisions.flatMap(({ file }) => file ?? [])
  const refused = decisions.filter((decision): decision is DownloadDecision & { file?: never } => !decision.file)
  if (files.length === 0) throw refused[0]?.refusal ?? refuse(409, 'There is nothing to download in this order.')
  return { files, skipped: refused.map(({ clip_id, refusal }) => ({ clip_id, why: refusal.message })) }
}

const computeHash = async (
  { storage }: Pick<ZipDeps, 'storage'>,
  { storage_key, sha256 }: ReadyFile,
): Promise<string> => {
  if (sha256 !== null) return sha256
  const hash = createHash('sha256')
  await pipeline((await openStoredFile(storage, storage_key)).read(), hash)
  return hash.digest('hex')
}

const openStoredFile = async (storage: ZipDeps['storage'], key: string) => {
  const file = await storage.open(key)
  if (!file) throw refuse(409, 'A file of this download is not available right now. Please write to us.')
  return file
}

/** The file name of the hash list, in the format of `sha256sum -c`. */
const MANIFEST_NAME = 'manifest.sha256'

/** A document that is added to the zip. */
export type ZipDocument = { name: string; bytes: Buffer }

/** Returns the entries in order. The hash list is last and names all others. Throws 409 when a file is missing in storage. */
export const createEntries = async (
  deps: ZipDeps,
  files: readonly ReadyFile[],
  documents: readonly ZipDocument[],
): Promise<ZipEntry[]> => {
  const requestedNames = [
    ...files.map(({ name }) => deps.settings.fileName(name)),
    ...documents.map(({ name }) => name),
  ]
  const names = toEntryNames([MANIFEST_NAME, ...requestedNames]).slice(1)
  const fileEntries = await Promise.all(
    files.map(async (file, index) => {
      const { size_bytes } = await openStoredFile(deps.storage, file.storage_key)
      const entry: ZipEntry = {
        name: names[index] ?? '',
        size_bytes,
        read: async () => (await openStoredFile(deps.storage, file.storage_key)).read(),
      }
      return { entry, sha256: await computeHash(deps, file) }
    }),
  )
  const documentEntries = documents.map(({ bytes }, index) => ({
    entry: { name: names[files.length + index] ?? '', bytes },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  const allEntries = [...fileEntries, ...documentEntries]
  const manifest = formatManifest(allEntries.map(({ entry, sha256 }) => ({ name: entry.name, sha256 })))
  return [...allEntries.map(({ entry }) => entry), { name: MANIFEST_NAME, bytes: Buffer.from(manifest) }]
}
