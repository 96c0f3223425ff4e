/** Search by meaning: which clips are similar to a text or a picture, by vectors in memory. Off without EMBEDDINGS_URL. */
import { sql } from 'kysely'

import { cacheByKey } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { loadPictureSupport } from './embed-pictures.server.ts'
import { embedTexts, type EmbeddingsConfig } from './embedder.server.ts'
import { embedPictures } from './picture-embedder.server.ts'
import { listSameSubject, mergeNearest, toTextScale } from './picture-scores.ts'
import { openVectorStore, VECTOR_BATCH_SIZE, type StoredVector } from './vector-store.server.ts'
import { quantize, type Similar, type Vectors } from './vectors.server.ts'

/** A search waits this long for the vector of its text; later ones are kept for the next search. */
const MAX_WAIT_MS = 150
const TIMEOUT_MS = 5_000
/** An upload waits this long for the vector of its picture. */
const PICTURE_TIMEOUT_MS = 3_000
const QUERY_CACHE_MS = 60 * 60_000
const MAX_CACHED_QUERIES = 2_000
/** After a failure the endpoint isn't asked for this long. */
const PAUSE_MS = 10_000
const MAX_NEAREST = 100
/** The most clips with the subject of a picture. */
const MAX_SAME_SUBJECT = 240
/** A clip has up to this many stills; each has a number of its own in memory. */
const STILLS = 4

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

/** Of several stills of a clip, the most similar counts. */
const toClips = (stills: readonly Similar[]): Similar[] => {
  const best = new Map<number, number>()
  for (const { id, similarity } of stills) {
    const clip_id = Math.floor(id / STILLS)
    if (!best.has(clip_id)) best.set(clip_id, similarity)
  }
  return [...best].map(([id, similarity]) => ({ id, similarity }))
}

export const openMeaning = (db: Db, clock: Clock, config: EmbeddingsConfig | undefined) => {
  const shareVector = cacheByKey<Int8Array>(clock, QUERY_CACHE_MS, MAX_CACHED_QUERIES)
  let paused_until = 0

  const reportProblem = (error: unknown) => {
    const message = messageOf(error)
    if (message !== problem) console.error(`search by meaning: ${message}`)
    problem = message
    paused_until = clock.now().getTime() + PAUSE_MS
  }
  const isPaused = () => clock.now().getTime() < paused_until

  const textStore = openVectorStore(
    clock,
    async (after, since) => {
      const { rows } = await sql<StoredVector>`
        select clip_id as id, vector, embedded_at from clip_embeddings
        where model = ${config?.model ?? ''} and clip_id > ${after} and embedded_at >= ${since}
        order by clip_id limit ${VECTOR_BATCH_SIZE}`.execute(db)
      return rows
    },
    reportProblem,
  )
  const pictureStore = openVectorStore(
    clock,
    async (after, since) => {
      const { rows } = await sql<StoredVector>`
        select clip_id * ${STILLS} + still as id, vector, embedded_at from clip_picture_embeddings
        where model = ${config?.model ?? ''} and embedded_at >= ${since}
          and (clip_id, still) > (${Math.floor(after / STILLS)}, ${after % STILLS})
        order by clip_id, still limit ${VECTOR_BATCH_SIZE}`.execute(db)
      return rows
    },
    reportProblem,
  )

  const embedQuery = async (settings: EmbeddingsConfig, text: string): Promise<Int8Array | undefined> => {
    if (isPaused()) return undefined
    const vector = shareVector(text, async () => {
      const [embedding] = await embedTexts(settings, [text], TIMEOUT_MS)
      problem = null
      return quantize(embedding ?? new Float32Array())
    })
    vector.catch(reportProblem)
    return Promise.race([vector.catch(() => undefined), wait(MAX_WAIT_MS)])
  }

  /** Reports vectors of another length than the query's, which can't be compared. */
  const requireDimension = (vectors: Vectors | undefined, query: Int8Array): Vectors | undefined => {
    if (!vectors || vectors.dimension === query.length) return vectors
    reportProblem(new Error(`The model has ${query.length} dimensions, the clips have ${vectors.dimension}.`))
    return undefined
  }

  const compare = async (
    query: Int8Array,
    texts: Vectors | undefined,
    pictures: Vectors | undefined,
  ): Promise<Meaning> => {
    const none = { nearest: [], mean: 0 }
    const [byText, byPicture] = await Promise.all([
      texts?.findNearest(query, MAX_NEAREST) ?? none,
      pictures?.findNearest(query, MAX_NEAREST) ?? none,
    ])
    const scale = toTextScale(byText, byPicture)
    const pictureSimilarityOf = (clip_id: number): number[] =>
      Array.from({ length: STILLS }, (_, still) => pictures?.similarityOf(clip_id * STILLS + still, query)).flatMap(
        similarity => (similarity === undefined ? [] : [scale(similarity)]),
      )
    const scaled = toClips(byPicture.nearest).map(({ id, similarity }) => ({ id, similarity: scale(similarity) }))
    return {
      nearest: mergeNearest([byText.nearest, scaled], MAX_NEAREST),
      similarityOf: clip_id => {
        const own = texts?.similarityOf(clip_id, query)
        const values = [...(own === undefined ? [] : [own]), ...pictureSimilarityOf(clip_id)]
        return values.length === 0 ? undefined : Math.max(...values)
      },
    }
  }

  return {
    /** Returns undefined without an endpoint, without vectors, and when the endpoint is late or fails. */
    find: async (text: string): Promise<Meaning | undefined> => {
      if (!config || text.trim() === '') return undefined
      const query = await embedQuery(config, text.toLowerCase())
      if (!query) return undefined
      const texts = requireDimension(await textStore.get(), query)
      const pictures = requireDimension(await pictureStore.get(), query)
      return texts || pictures ? compare(query, texts, pictures) : undefined
    },

    /**
     * Returns the vector of a picture; undefined where the endpoint embeds no pictures, and when it is late or fails. The picture
     * is not stored. `renderStill` returns it as a small JPEG.
     */
    embedPicture: async (renderStill: () => Promise<Buffer>): Promise<Int8Array | undefined> => {
      if (!config || isPaused()) return undefined
      const support = await loadPictureSupport(db, config)
      if (!support?.dialect) return undefined
      try {
        const [vector] = await embedPictures(config, support.dialect, [await renderStill()], PICTURE_TIMEOUT_MS)
        problem = null
        return vector && quantize(vector)
      } catch (error) {
        reportProblem(error)
        return undefined
      }
    },

    /** Returns the clips with the subject of a picture, the most similar first; none for the vector of another model. */
    findSameSubject: async (query: Int8Array): Promise<number[]> => {
      if (!config) return []
      const pictures = await pictureStore.get()
      if (pictures?.dimension !== query.length) return []
      const { nearest, mean } = await pictures.findNearest(query, MAX_SAME_SUBJECT * STILLS)
      return toClips(listSameSubject({ nearest, mean }))
        .map(({ id }) => id)
        .slice(0, MAX_SAME_SUBJECT)
    },
  }
}
