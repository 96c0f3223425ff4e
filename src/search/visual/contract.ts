/** API endpoints of the visual search. */
import * as z from 'zod/mini'

import { Facets, filterShapes } from '#catalog/contract.ts'
import { VisualMatchClip } from '#catalog/similar-contract.ts'
import { CODE_PATTERN } from '#catalog/visual/descriptor.ts'
import { SUBJECT_PATTERN } from '#catalog/visual/visual-search-path.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { numberParam, Pagination } from '#platform/http/lists.ts'

const PAGE_MESSAGE = 'Pages are numbered from 1.'
const PAGE_SIZE_MESSAGE = 'A page holds 1 to 100 clips.'
const pageFields = {
  page: z.optional(z.pipe(numberParam(PAGE_MESSAGE), z.int().check(z.minimum(1, PAGE_MESSAGE)))),
  per_page: z.optional(
    z.pipe(
      numberParam(PAGE_SIZE_MESSAGE),
      z.int().check(z.minimum(1, PAGE_SIZE_MESSAGE), z.maximum(100, PAGE_SIZE_MESSAGE)),
    ),
  ),
}

const { color: _, 'no-color': __, license: ___, 'no-license': ____, ...narrowingFilters } = filterShapes
const queryFields = {
  /** Words that the clips match, too; filters are read from them. */
  q: z.optional(z.string()),
  ...narrowingFilters,
  ...pageFields,
}
const NarrowingQuery = z.object(queryFields)
export type NarrowingQuery = z.infer<typeof NarrowingQuery>

/** The facets count the results; for a filter that includes values, those without that filter. Absent while the search loads. */
const VisualMeta = z.extend(Pagination, { facets: z.optional(Facets) })

const HEX_MESSAGE = 'Write a color as six digits: 1f6f78.'

export const listClipsByColor = endpoint('GET', '/clips/by-color', {
  per_minute: 300,
  summary: 'List clips that have a color, sorted by its share of the picture, largest first',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({ hex: z.string(HEX_MESSAGE).check(z.regex(/^[\da-f]{6}$/i, HEX_MESSAGE)), ...queryFields }),
  reply: z.array(VisualMatchClip),
  meta: VisualMeta,
})

export const readFrame = endpoint('POST', '/clips/by-frame', {
  summary: 'Compute the code of a picture of up to 10 MB for `GET /clips/by-descriptor`; the picture is not stored',
  who: 'anyone',
  masquerade: 'allowed',
  per_minute: 30,
  binary_body: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
  // Neither the picture nor the response is stored for idempotency.
  idempotency_key: 'ignored',
  reply: z.object({
    code: z.string(),
    /** For the same parameter of `GET /clips/by-descriptor`, where the shop compares subjects, too. */
    subject: z.nullable(z.string()),
  }),
})

const CODE_MESSAGE = 'That is not a valid frame code.'
const SUBJECT_MESSAGE = 'That is not a valid subject code.'

export const listClipsByLook = endpoint('GET', '/clips/by-descriptor', {
  per_minute: 300,
  summary:
    'List clips like a frame, the most similar first; `like` and `subject` are what `POST /clips/by-frame` returned',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    like: z.string(CODE_MESSAGE).check(z.regex(CODE_PATTERN, CODE_MESSAGE)),
    subject: z.optional(z.string(SUBJECT_MESSAGE).check(z.regex(SUBJECT_PATTERN, SUBJECT_MESSAGE))),
    ...queryFields,
  }),
  reply: z.array(VisualMatchClip),
  meta: VisualMeta,
})
