/** Doors of searching by eye. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { IdParam, numberIn, Pagination } from '#platform/lists.ts'

import { ClipCard } from '../contract.ts'
import { codeShape } from './look.ts'

/** A clip, and why it is shown: “Same shoot”, “Similar colors” …, the strongest first. */
export const LikeClip = z.extend(ClipCard, { reasons: z.array(z.string()) })
export type LikeClip = z.infer<typeof LikeClip>

const pageText = 'Pages are numbered from 1.'
const sizeText = 'A page holds 1 to 100 clips.'
const paged = {
  page: z.optional(z.pipe(numberIn(pageText), z.int().check(z.minimum(1, pageText)))),
  per_page: z.optional(z.pipe(numberIn(sizeText), z.int().check(z.minimum(1, sizeText), z.maximum(100, sizeText)))),
}

export const listSimilarClips = endpoint('GET', '/clips/:id/similar', {
  summary: 'Clips like this one, each with the reasons: a few of its shoot first, then by how near they look',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  reply: z.array(LikeClip),
})

const hexText = 'Write a color as six digits: 1f6f78.'

export const listClipsByColor = endpoint('GET', '/clips/by-color', {
  per_minute: 300,
  summary: 'Clips by how much of a color they have, the most first',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({ hex: z.string(hexText).check(z.regex(/^[\da-f]{6}$/i, hexText)), ...paged }),
  reply: z.array(LikeClip),
  meta: Pagination,
})

export const readFrame = endpoint('POST', '/clips/by-frame', {
  summary:
    'What a picture looks like, as a code for `GET /clips/by-look`. Send the picture itself (image/jpeg, png, webp or avif, up to 10 MB); it is not kept',
  who: 'anyone',
  masquerade: 'allowed',
  per_minute: 30,
  // A picture is not remembered, and neither is what was said of it.
  keeps_own_keys: true,
  reply: z.object({ code: z.string() }),
})

const codeText = 'That is not the code of a frame.'

export const listClipsByLook = endpoint('GET', '/clips/by-look', {
  per_minute: 300,
  summary: 'Clips that look like a frame, the most alike first; `like` is the code that `POST /clips/by-frame` gave',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({ like: z.string(codeText).check(z.regex(codeShape, codeText)), ...paged }),
  reply: z.array(LikeClip),
  meta: Pagination,
})
