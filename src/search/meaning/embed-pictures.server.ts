/** Embeds stills of published clips, as a job, where the endpoint embeds pictures in the space of the texts. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import { sql } from 'kysely'
import sharp from 'sharp'

import type { StoredRenditions } from '#media/masters.server.ts'
import { DAY_MS, type Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import type { Storage } from '#platform/storage/disk.server.ts'

import type { EmbeddingsConfig } from './embedder.server.ts'
import {
  embedPictures,
  encodePicture,
  findPictureDialect,
  pictureDialects,
  type PictureDialect,
} from './picture-embedder.server.ts'
import { quantize } from './vectors.server.ts'

const CLIPS_PER_BATCH = 8
/** One run embeds at most this many clips; the job runs every minute. */
const MAX_BATCHES = 40
const TIMEOUT_MS = 60_000
/** An endpoint that embeds no pictures may learn it: it is asked again after this time. */
const PROBE_AGE_MS = DAY_MS
/** Where in a clip its further stills are, as shares of the sprite sheet. */
const FURTHER_STILLS = [0.25, 0.75] as const

const endpointKeyOf = ({ url, model }: EmbeddingsConfig) => createHash('sha256').update(`${url} ${model}`).digest('hex')

/** `dialect` is undefined where the endpoint embeds no pictures. `problem`: why the last job failed; empty otherwise. */
export type PictureSupport = { dialect: PictureDialect | undefined; problem: string; probed_at: Date }

/** Returns what is known about the endpoint, or undefined before the first probe. */
export const loadPictureSupport = async (db: Db, config: EmbeddingsConfig): Promise<PictureSupport | undefined> => {
  const row = await db
    .selectFrom('embedding_endpoints')
    .where('endpoint', '=', endpointKeyOf(config))
    .select(['pictures', 'problem', 'probed_at'])
    .executeTakeFirst()
  return row && { ...row, dialect: pictureDialects.find(dialect => dialect === row.pictures) }
}

const probe = async (db: Db, clock: Clock, config: EmbeddingsConfig): Promise<PictureDialect | undefined> => {
  const support = await loadPictureSupport(db, config)
  const now = clock.now()
  if (support && now.getTime() - support.probed_at.getTime() < PROBE_AGE_MS) return support.dialect
  const dialect = await findPictureDialect(config, TIMEOUT_MS)
  const values = { pictures: dialect ?? 'none', problem: '', probed_at: now }
  await db
    .insertInto('embedding_endpoints')
    .values({ endpoint: endpointKeyOf(config), ...values })
    .onConflict(conflict => conflict.column('endpoint').doUpdateSet(values))
    .execute()
  return dialect
}

type ClipStills = { id: number; renditions: StoredRenditions; picture_key: string }

const selectMissing = async (db: Db, model: string): Promise<ClipStills[]> => {
  const { rows } = await sql<ClipStills>`
    select c.id, m.renditions, k.picture_key
    from clips c join masters m on m.id = c.master_id
    cross join lateral (
      select f->>'key' as picture_key from jsonb_array_elements(m.renditions->'files') f
      where f->>'kind' = 'thumb_480' and f->>'mime' = 'image/jpeg' limit 1) k
    where c.status = 'published' and not exists (
      select from clip_picture_embeddings e
      where e.clip_id = c.id and e.still = 0 and e.model = ${model} and e.picture_key = k.picture_key)
    order by c.id limit ${CLIPS_PER_BATCH}`.execute(db)
  return rows
}

/** Reads a clip's stills: its thumbnail, and tiles of its sprite sheet. Leaves out files that can't be read. */
const readStills = async (storage: Storage, { renditions, picture_key }: ClipStills): Promise<Buffer[]> => {
  const read = async (key: string) => {
    const file = await storage.open(key)
    return file && buffer(file.read())
  }
  const { columns, tiles, tile_width, tile_height } = renditions.sprite
  const spriteKey = renditions.files.find(({ kind }) => kind === 'sprite')?.key
  try {
    const [first, sheet] = await Promise.all([read(picture_key), spriteKey === undefined ? undefined : read(spriteKey)])
    if (!first) return []
    const tilesOf = sheet ? FURTHER_STILLS.map(share => Math.floor(share * (tiles - 1))) : []
    return await Promise.all([
      encodePicture(sharp(first)),
      ...tilesOf.map(tile =>
        encodePicture(
          sharp(sheet).extract({
            left: (tile % columns) * tile_width,
            top: Math.floor(tile / columns) * tile_height,
            width: tile_width,
            height: tile_height,
          }),
        ),
      ),
    ])
  } catch (error) {
    console.error(`search by meaning: the stills ${picture_key} can't be read: ${messageOf(error)}`)
    return []
  }
}

const embedBatch = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  config: EmbeddingsConfig,
  dialect: PictureDialect,
  clips: readonly ClipStills[],
): Promise<void> => {
  const stills = await Promise.all(clips.map(async clip => ({ clip, pictures: await readStills(storage, clip) })))
  const pictures = stills.flatMap(still => still.pictures)
  const vectors = pictures.length > 0 ? await embedPictures(config, dialect, pictures, TIMEOUT_MS) : []
  let at = 0
  const rows = stills.flatMap(({ clip: { id, picture_key }, pictures: own }) => {
    const ownVectors = vectors.slice(at, (at += own.length))
    // A clip without stills gets an empty vector, so that it isn't tried again until its picture changes.
    return (own.length > 0 ? ownVectors.map(quantize) : [new Int8Array()]).map((vector, still) => ({
      clip_id: id,
      still,
      picture_key,
      vector: Buffer.from(vector).toString('base64'),
    }))
  })
  await db.transaction().execute(async trx => {
    await trx
      .deleteFrom('clip_picture_embeddings')
      .where(
        'clip_id',
        'in',
        clips.map(({ id }) => id),
      )
      .execute()
    await sql`
      insert into clip_picture_embeddings (clip_id, still, model, picture_key, vector)
      select clip_id, still, ${config.model}, picture_key, decode(vector, 'base64')
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(clip_id int, still int, picture_key text, vector text)
      where exists (select from clips c where c.id = clip_id)
      on conflict (clip_id, still) do nothing`.execute(trx)
  })
}

const saveProblem = (db: Db, config: EmbeddingsConfig, problem: string) =>
  db.updateTable('embedding_endpoints').set({ problem }).where('endpoint', '=', endpointKeyOf(config)).execute()

/**
 * Returns how many clips were embedded; 0 where the endpoint embeds no pictures. Throws when it fails; clips until then are
 * saved.
 */
export const embedClipPictures = async (
  deps: Pick<Deps, 'db' | 'storage' | 'clock'>,
  config: EmbeddingsConfig,
): Promise<number> => {
  const { db, clock } = deps
  const dialect = await probe(db, clock, config)
  if (!dialect) return 0
  let count = 0
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const clips = await selectMissing(db, config.model)
      if (clips.length === 0) break
      await embedBatch(deps, config, dialect, clips)
      count += clips.length
    }
  } catch (error) {
    await saveProblem(db, config, messageOf(error))
    throw error
  }
  await saveProblem(db, config, '')
  return count
}
