/** Keywords for many clips by a table. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { IdParam } from '#platform/lists.ts'
import { requiredText } from '#platform/text.ts'

const who = 'editors'
export const largest_csv_bytes = 4_000_000

export const KeywordList = z.object({
  id: z.int(),
  file_name: z.string(),
  mode: z.enum(['add', 'replace']),
  state: z.enum(['read', 'running', 'done']),
  made_at: z.string(),
  /** How many lines can be carried out, and how many are. */
  lines_count: z.int(),
  done: z.int(),
  /** Clips that are different now. */
  changed: z.int(),
  mistakes_count: z.int(),
})
export type KeywordList = z.infer<typeof KeywordList>

export const KeywordListFacts = z.extend(KeywordList, {
  /** The first of them, with what the clip has now. */
  lines: z.array(
    z.object({
      line: z.int(),
      clip_id: z.int(),
      clip: z.string(),
      now: z.array(z.string()),
      keywords: z.array(z.string()),
    }),
  ),
  mistakes: z.array(z.object({ line: z.int(), text: z.string() })),
})
export type KeywordListFacts = z.infer<typeof KeywordListFacts>

export const listKeywordLists = endpoint('GET', '/admin/keyword-lists', {
  summary: 'Tables of keywords that were sent, the latest first',
  who,
  reply: z.array(KeywordList),
})

export const getKeywordList = endpoint('GET', '/admin/keyword-lists/:id', {
  summary: 'What a table of keywords asks for, what is wrong with it, and how far it is',
  who,
  params: IdParam,
  reply: KeywordListFacts,
})

export const sendKeywordList = endpoint('POST', '/admin/keyword-lists', {
  summary: 'Read a table of keywords, up to 10,000 rows; nothing is changed yet',
  who,
  body: z.object({
    file_name: requiredText('File name', 200),
    mode: z.enum(['add', 'replace'], 'Say whether they are added or replace those that are there.'),
    csv: z
      .string('Choose a table.')
      .check(z.minLength(1, 'The table is empty.'), z.maxLength(largest_csv_bytes, 'The table is larger than 4 MB.')),
  }),
  most_bytes: 2 * largest_csv_bytes,
  reply: KeywordListFacts,
})

export const applyKeywordList = endpoint('POST', '/admin/keyword-lists/:id/apply', {
  summary: 'Carry out the good lines of a table; a job does it, and goes on where it stopped',
  who,
  params: IdParam,
  reply: KeywordListFacts,
})
