import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { refuse } from '#platform/refusal.ts'
import { remember, shared } from '#platform/remember.server.ts'
import { ReadyAnswer, serve } from '#platform/serve.server.ts'

import { clipsLikeFrame, clipsOfColor } from './by-eye.server.ts'
import { likeCards, type LikeRow } from './cards.server.ts'
import * as contract from './contract.ts'
import { lookOfPicture, most_bytes } from './frame.server.ts'
import { readMap } from './index-looks.server.ts'
import { codeOf, lookOf } from './look.ts'
import { clipsLike } from './similar.server.ts'

const default_per_page = 24
/** Landmarks are few and move nothing when they come. */
const map_fresh_ms = 30_000
/** So that the pages of one search are cut from one list. */
const list_fresh_ms = 30_000
const most_lists = 300

export const looksApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const map = remember(clock, map_fresh_ms, () => readMap(db))
  const share = shared<LikeRow[]>(clock, list_fresh_ms, most_lists)

  const page = async (rows: readonly LikeRow[], { page = 1, per_page = default_per_page }: Paged) => {
    const cards = await likeCards(db, rows.slice((page - 1) * per_page, page * per_page))
    return new ReadyAnswer(`{"data":${cards},"meta":${JSON.stringify(pagination(page, per_page, rows.length))}}`)
  }

  serve(app, contract.listSimilarClips, async ({ params: { id } }) => {
    const rows = await share(`similar ${id}`, () => clipsLike(db, map.get, id))
    return new ReadyAnswer(`{"data":${await likeCards(db, rows)},"meta":{}}`)
  })

  serve(app, contract.listClipsByColor, async ({ query }) => {
    const hex = query.hex.toLowerCase()
    return page(await share(`color ${hex}`, () => clipsOfColor(db, hex)), query)
  })

  serve(app, contract.listClipsByLook, async ({ query }) => {
    const look = lookOf(query.like)
    if (!look) throw refuse.fields({ like: ['That is not the code of a frame.'] })
    return page(await share(`look ${query.like}`, async () => clipsLikeFrame(db, await map.get(), look)), query)
  })

  void app.register(async pictures => {
    // Behind a function, so that nothing that looks through bodies goes through ten million bytes.
    pictures.addContentTypeParser(/^image\//, { parseAs: 'buffer', bodyLimit: most_bytes }, (_request, body, done) =>
      done(null, { picture: () => body }),
    )
    serve(pictures, contract.readFrame, async ({ request }) => {
      const declared = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
      return { data: { code: codeOf(await lookOfPicture(pictureIn(request.body), declared)) } }
    })
  })
}

type Paged = { page?: number; per_page?: number }

const pictureIn = (body: unknown): Buffer => {
  const picture = typeof body === 'object' && body !== null && 'picture' in body ? body.picture : undefined
  const bytes: unknown = typeof picture === 'function' ? picture() : undefined
  if (!Buffer.isBuffer(bytes) || bytes.length === 0)
    throw refuse(422, 'Please send a picture: a JPEG, PNG, WebP or AVIF of up to 10 MB.')
  return bytes
}
