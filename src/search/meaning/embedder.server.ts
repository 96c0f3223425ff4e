/** Asks an endpoint that speaks OpenAI's `/v1/embeddings` for vectors. */
import * as z from 'zod/mini'

export type EmbeddingsConfig = {
  /** The address that requests go to, such as `http://127.0.0.1:8080/v1/embeddings`. */
  url: string
  key: string | undefined
  model: string
}

const Reply = z.object({
  data: z.array(z.object({ index: z.optional(z.int()), embedding: z.array(z.number()) })),
})

const MAX_REPLY_BYTES = 64_000_000

/** The endpoint answered, but not with vectors. */
export class EmbeddingsRefused extends Error {}

/**
 * Sends a request and returns `count` vectors of length 1 in the order of its input. Throws EmbeddingsRefused for another status
 * or shape, another Error for an endpoint that is gone or slow.
 */
export const requestVectors = async (
  { url, key }: EmbeddingsConfig,
  body: object,
  count: number,
  timeout_ms: number,
): Promise<Float32Array[]> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout_ms),
    redirect: 'error',
  })
  if (!response.ok) throw new EmbeddingsRefused(`The embedding endpoint answered ${response.status}.`)
  if (Number(response.headers.get('content-length') ?? 0) > MAX_REPLY_BYTES)
    throw new EmbeddingsRefused('The reply is too long.')
  const reply = Reply.safeParse(await readJson(response))
  if (!reply.success) throw new EmbeddingsRefused('The reply of the embedding endpoint has another shape.')
  const { data } = reply.data
  const items = data.map((item, i) => ({ ...item, index: item.index ?? i })).toSorted((a, b) => a.index - b.index)
  const dimension = items[0]?.embedding.length ?? 0
  if (items.length !== count || dimension === 0 || items.some(item => item.embedding.length !== dimension))
    throw new EmbeddingsRefused('The reply of the embedding endpoint has another number of vectors or dimensions.')
  return items.map(({ embedding }) => normalizeVector(embedding))
}

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new EmbeddingsRefused('The reply of the embedding endpoint is no JSON.')
  }
}

/** Returns a vector of length 1 for each text, in their order. Throws as `requestVectors`. */
export const embedTexts = (
  config: EmbeddingsConfig,
  texts: readonly string[],
  timeout_ms: number,
): Promise<Float32Array[]> =>
  requestVectors(config, { model: config.model, input: texts, encoding_format: 'float' }, texts.length, timeout_ms)

const normalizeVector = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values)
  if (!Number.isFinite(length) || length === 0)
    throw new EmbeddingsRefused('The reply of the embedding endpoint has an empty vector.')
  return Float32Array.from(values, value => value / length)
}
