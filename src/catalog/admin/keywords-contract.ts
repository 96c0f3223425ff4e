/** Endpoints for keyword lists: CSV tables with keywords for many clips. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'
import { requiredText } from '#platform/text.ts'

const ACCESS = 'editors'
export const MAX_CSV_BYTES = 4_000_000

export const KeywordList = z.object({
  id: z.int(),
  file_name: z.string(),
  mode: z.enum(['add', 'replace']),
  state: z.enum(['uploaded', 'running', 'done']),
  created_at: z.string(),
  /** The number of lines that can be applied, and the number that are applied. */
  lines_count: z.int(),
  lines_done: z.int(),
  /** The number of clips that were changed. */
  changed: z.int(),
  errors_count: z.int(),
})
export type KeywordList = z.infer<typeof KeywordList>

export const KeywordListDetails = z.extend(KeywordList, {
  /** The first lines, each with the clip's current keywords. */
  lines: z.array(
    z.object({
      line: z.int(),
      clip_id: z.int(),
      clip: z.string(),
      now: z.array(z.string()),
      keywords: z.array(z.string()),
    }),
  ),
  errors: z.array(z.object({ line: z.int(), text: z.string() })),
})
export type KeywordListDetails = z.infer<typeof KeywordListDetails>

export const listKeywordLists = endpoint('GET', '/admin/keyword-lists', {
  summary: 'List uploaded keyword lists, newest first',
  who: ACCESS,
  reply: z.array(KeywordList),
})

export const getKeywordList = endpoint('GET', '/admin/keyword-lists/:id', {
  summary: 'Get a keyword list with its lines, errors and progress',
  who: ACCESS,
  params: IdParam,
  reply: KeywordListDetails,
})

export const uploadKeywordList = endpoint('POST', '/admin/keyword-lists', {
  summary: 'Upload a keyword list of up to 10,000 rows; no clip changes yet',
  who: ACCESS,
  body: z.object({
    file_name: requiredText('File name', 200),
    mode: z.enum(['add', 'replace'], 'Choose whether to add or replace keywords.'),
    csv: z
      .string('Choose a table.')
      .check(z.minLength(1, 'The table is empty.'), z.maxLength(MAX_CSV_BYTES, 'The table is larger than 4 MB.')),
  }),
  max_bytes: 2 * MAX_CSV_BYTES,
  reply: KeywordListDetails,
})

export const applyKeywordList = endpoint('POST', '/admin/keyword-lists/:id/apply', {
  summary: 'Apply the valid lines of a keyword list in a job that can resume',
  who: ACCESS,
  params: IdParam,
  reply: KeywordListDetails,
})
