/** Search by meaning: which clips are similar to a text, by vectors in memory. Off without EMBEDDINGS_URL. */
import { sql } from 'kysely'

import { cacheByKey } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { embedTexts, type EmbeddingsConfig } from './embedder.server.ts'
import { createVectors, quantize, type Vectors } from './vectors.server.ts'

/** A search waits this long for the vector of its text; later ones are kept for the next search. */
const MAX_WAIT_MS = 150
const TIMEOUT_MS = 5_000
const QUERY_CACHE_MS = 60 * 60_000
const MAX_CACHED_QUERIES = 2_000
/** After a failure the endpoint isn't asked for this long. */
const PAUSE_MS = 10_000
const REFRESH_MS = 30_000
/** Rows that are written in a long transaction appear late: each refresh reads this much again. */
const OVERLAP_SECONDS = 300
const MAX_NEAREST = 100
const BATCH_SIZE = 5_000

export type Meaning = {
  /** The most similar clips. */
  nearest: readonly number[]
  /** The cosine of the text and a clip, about -1 to 1; undefined for a clip without a vector. */
  similarityOf: (clip_id: number) => number | undefined
}

/** Why the endpoint doesn't answer this process, if so. */
let problem: string | null = null
export const getMeaningProblem = (): string | null => problem

const wait = (ms: number) => new Promise<undefined>(resolve => setTimeout(resolve, ms, undefined).unref())

export const openMeaning = (db: Db, clock: Clock, config: EmbeddingsConfig | undefined) => {
  const shareVector = cacheByKey<Int8Array>(clock, QUERY_CACHE_MS, MAX_CACHED_QUERIES)
  let vectors: Vectors | undefined
  let refreshed_at = 0
  let newest = new Date(0)
  let refreshing: Promise<void> | undefined
  let paused_until = 0

  const reportProblem = (error: unknown) => {
    const message = messageOf(error)
    if (message !== problem) console.error(`search by meaning: ${message}`)
    problem = message
    paused_until = clock.now().getTime() + PAUSE_MS
  }

  const loadVectors = async ({ model }: EmbeddingsConfig) => {
    for (let lastId = 0, more = true; more;) {
      const { rows } = await sql<{ clip_id: number; vector: Uint8Array; embedded_at: Date }>`
        select clip_id, vector, embedded_at from clip_embeddings
        where model = ${model} and clip_id > ${lastId}
          and embedded_at >= ${newest}::timestamptz - make_interval(secs => ${OVERLAP_SECONDS})
        order by clip_id limit ${BATCH_SIZE}`.execute(db)
      for (const { clip_id, vector } of rows) {
        vectors ??= createVectors(vector.length)
        // A model that was replaced by another of the same name has vectors of two lengths for a while.
        if (vector.length === vectors.dimension) vectors.put(clip_id, new Int8Array(vector))
      }
      lastId = rows.at(-1)?.clip_id ?? lastId
      more = rows.length === BATCH_SIZE
    }
    const { rows } = await sql<{ newest: Date | null }>`
      select max(embedded_at) as newest from clip_embeddings where model = ${model}`.execute(db)
    newest = rows[0]?.newest ?? newest
    refreshed_at = clock.now().getTime()
  }

  /** Loads new vectors in the background; only the first search waits. */
  const refresh = async (settings: EmbeddingsConfig) => {
    if (vectors && clock.now().getTime() - refreshed_at < REFRESH_MS) return
    refreshing ??= loadVectors(settings).finally(() => {
      refreshing = undefined
    })
    if (vectors) refreshing.catch(reportProblem)
    else await refreshing
  }

  const embedQuery = async (settings: EmbeddingsConfig, text: string): Promise<Int8Array | undefined> => {
    if (clock.now().getTime() < paused_until) return undefined
    const vector = shareVector(text, async () => {
      const [embedding] = await embedTexts(settings, [text], TIMEOUT_MS)
      problem = null
      return quantize(embedding ?? new Float32Array())
    })
    vector.catch(reportProblem)
    return Promise.race([vector.catch(() => undefined), wait(MAX_WAIT_MS)])
  }

  return {
    /** Returns undefined without an endpoint, without vectors, and when the endpoint is late or fails. */
    find: async (text: string): Promise<Meaning | undefined> => {
      if (!config || text.trim() === '') return undefined
      const query = await embedQuery(config, text.toLowerCase())
      if (!query) return undefined
      await refresh(config)
      if (!vectors) return undefined
      if (vectors.dimension !== query.length) {
        reportProblem(new Error(`The model has ${query.length} dimensions, the clips have ${vectors.dimension}.`))
        return undefined
      }
      const current = vectors
      return {
        nearest: await current.findNearest(query, MAX_NEAREST),
        similarityOf: clip_id => current.similarityOf(clip_id, query),
      }
    },
  }
}
