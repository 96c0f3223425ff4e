/** Embeds the texts of published clips, as a job: those without a vector of the model, and those whose text changed. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'

import { embedTexts, type EmbeddingsConfig } from './embedder.server.ts'
import { quantize } from './vectors.server.ts'

const BATCH_SIZE = 64
/** One run embeds at most this many clips; the job runs every minute. */
const MAX_BATCHES = 50
const TIMEOUT_MS = 60_000

type ClipText = { id: number; text: string; text_hash: string }

const selectMissing = async (db: Db, model: string): Promise<ClipText[]> => {
  const { rows } = await sql<ClipText>`
    select id, text, text_hash
    from (select c.id, concat_ws('. ', c.name, array_to_string(c.keywords, ', '), nullif(c.description, '')) as text
          from clips c where c.status = 'published') texts
    cross join lateral (select md5(text) as text_hash) hashes
    where not exists (
      select from clip_embeddings e where e.clip_id = id and e.model = ${model} and e.text_hash = hashes.text_hash)
    order by id limit ${BATCH_SIZE}`.execute(db)
  return rows
}

/** Returns how many clips were embedded. Throws when the endpoint fails; clips until then are saved. */
export const embedClips = async (db: Db, config: EmbeddingsConfig): Promise<number> => {
  let count = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const clips = await selectMissing(db, config.model)
    if (clips.length === 0) break
    const vectors = await embedTexts(
      config,
      clips.map(({ text }) => text),
      TIMEOUT_MS,
    )
    const rows = clips.map(({ id, text_hash }, i) => ({
      clip_id: id,
      text_hash,
      vector: Buffer.from(quantize(vectors[i] ?? new Float32Array())).toString('base64'),
    }))
    await sql`
      insert into clip_embeddings (clip_id, model, text_hash, vector)
      select clip_id, ${config.model}, text_hash, decode(vector, 'base64')
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(clip_id int, text_hash text, vector text)
      where exists (select from clips c where c.id = clip_id)
      on conflict (clip_id) do update
        set model = excluded.model, text_hash = excluded.text_hash, vector = excluded.vector, embedded_at = now()`.execute(
      db,
    )
    count += clips.length
  }
  return count
}
