import type { Trx } from '#platform/db/database.server.ts'

import type { RenditionFile, RenditionSet, SpriteGrid, Watermark } from './rendition-set.ts'

/** A rendition set as stored in the database: its files by storage key. */
export type StoredRenditions = {
  /** The pipeline version that created them. */
  pipeline: number
  /** What the preview is marked with, for sets since pipeline 3. */
  watermark?: Watermark | undefined
  poster_ms: number
  sprite: SpriteGrid
  files: (Omit<RenditionFile, 'path' | 'sha256'> & { key: string })[]
}

type NewMaster = {
  set: RenditionSet
  storage_key: string
  file_name: string
  /** Storage prefix of the renditions: `renditions/…`. */ folder: string
}

/** Inserts or updates a master with its renditions, keyed by the master's SHA-256. Returns its id. */
export const saveMaster = async (trx: Trx, { set, storage_key, file_name, folder }: NewMaster): Promise<number> => {
  const { master, watermark, poster_ms, sprite, descriptors } = set
  const files = set.files.map(({ path, sha256: _, ...file }) => ({ ...file, key: `${folder}/${path}` }))
  const renditions: StoredRenditions = { pipeline: set.pipeline, watermark, poster_ms, sprite, files }
  const values = {
    storage_key,
    file_name,
    size_bytes: master.size_bytes,
    facts: JSON.stringify(master),
    renditions: JSON.stringify(renditions),
    descriptors: JSON.stringify(descriptors),
  }
  const { id } = await trx
    .insertInto('masters')
    .values({ sha256: master.sha256, ...values })
    .onConflict(conflict => conflict.column('sha256').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
