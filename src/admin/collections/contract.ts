/** Collections as our editors curate them: whatever their state. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { collectionStates, most_at_once } from '#catalog/curating.ts'
import { clipStates } from '#catalog/review.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam, PageNumber, Pagination } from '#platform/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { ReasonBody } from '../contract.ts'
import { LogRow } from '../log/contract.ts'

const who = 'editors'
const Named = z.object({ id: z.int(), name: z.string() })
const State = z.enum(collectionStates)
const Kind = z.enum(['curated', 'shoot'])

const CollectionRow = z.object({
  id: z.int(),
  name: z.string(),
  kind: Kind,
  state: State,
  featured: z.boolean(),
  /** Of a shoot. */
  filmmaker: z.nullable(z.string()),
  /** All of them, and those that buyers see. */
  clips: z.int(),
  published_clips: z.int(),
  thumbs: z.array(Picture),
})
export type CollectionRow = z.infer<typeof CollectionRow>

export const StaffCollection = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  kind: Kind,
  state: State,
  featured: z.boolean(),
  filmmaker: z.nullable(Named),
  /** Goes with what is saved, so that nobody overwrites words that they have not seen. */
  version: z.int(),
  /** The clip that was chosen to stand for it; null where its best one does. */
  cover_clip_id: z.nullable(z.int()),
  /** Every clip, in order. */
  order: z.array(z.int()),
  published_clips: z.int(),
  /** What our people did with it, newest first. */
  history: z.array(LogRow),
})
export type StaffCollection = z.infer<typeof StaffCollection>

const Member = z.object({
  id: z.int(),
  name: z.string(),
  filmmaker: z.string(),
  state: z.enum(clipStates),
  duration_in_seconds: z.number(),
  width: z.int(),
  height: z.int(),
  flashing: z.boolean(),
  thumbs: z.array(Picture),
})
export type Member = z.infer<typeof Member>

export const listStaffCollections = endpoint('GET', '/admin/collections', {
  summary:
    'Collections in every state by name, address, filmmaker or number; curated ones in order, then shoots, newest first',
  who,
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    kind: z.optional(Kind),
    state: z.optional(z.enum([...collectionStates, 'featured'])),
  }),
  reply: z.array(CollectionRow),
  meta: Pagination,
})

export const getStaffCollection = endpoint('GET', '/admin/collections/:id', {
  summary: 'A collection with the order of its clips, and what was done with it',
  who,
  params: IdParam,
  reply: StaffCollection,
})

export const listMembers = endpoint('GET', '/admin/collections/:id/clips', {
  summary: 'A page of a collection’s clips in order, in every state',
  who,
  params: IdParam,
  query: z.object({ page: z.optional(PageNumber) }),
  reply: z.array(Member),
  meta: Pagination,
})

const words = { name: requiredText('Name', 80), description: optionalText('Description', 1_000) }

export const MakeBody = z.object(words)
export const makeStaffCollection = endpoint('POST', '/admin/collections', {
  summary: 'A new curated collection: a draft that nobody sees yet',
  who,
  body: MakeBody,
  reply: StaffCollection,
})

export const WordsBody = z.object({
  ...words,
  slug: requiredText('Address', 80).check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'An address has small letters and digits, with single hyphens between words.'),
  ),
  featured: z.boolean('Say whether it is featured.'),
  version: z.int32('Say which words you have seen.'),
})
export const describeStaffCollection = endpoint('PUT', '/admin/collections/:id', {
  summary: 'Change what is said of a collection; older addresses lead to the new one',
  who,
  params: IdParam,
  body: WordsBody,
  reply: StaffCollection,
})

export const withdrawShootClips = endpoint('POST', '/admin/collections/:id/clip-withdrawals', {
  summary: 'Withdraw every published clip of a shoot with one reason; each can be brought back',
  who,
  params: IdParam,
  body: ReasonBody,
  reply: StaffCollection,
})

const ClipId = idIn('A clip is named by its number.')
const Before = z.nullable(ClipId)

export const chooseStaffCover = endpoint('PUT', '/admin/collections/:id/cover', {
  summary: 'Choose the clip that stands for a collection; null for its best one',
  who,
  params: IdParam,
  body: z.object({ clip_id: Before }),
  reply: StaffCollection,
})

export const publishStaffCollection = endpoint('POST', '/admin/collections/:id/publish', {
  summary: 'Open a curated collection to everybody',
  who,
  params: IdParam,
  reply: StaffCollection,
})

export const withdrawStaffCollection = endpoint('POST', '/admin/collections/:id/withdraw', {
  summary: 'Close a curated collection: it is not there for the public any more; its clips stay for sale',
  who,
  params: IdParam,
  body: ReasonBody,
  reply: StaffCollection,
})

const ClipIds = z
  .array(ClipId)
  .check(z.minLength(1, 'Choose a clip.'), z.maxLength(most_at_once, `At most ${most_at_once} clips at a time.`))

export const addMembers = endpoint('POST', '/admin/collections/:id/clips', {
  summary: 'Add clips before another or at the end; those that do not come in say why',
  who,
  params: IdParam,
  body: z.object({ clip_ids: ClipIds, before: z._default(Before, null) }),
  reply: z.object({ added: z.array(z.int()), left: z.array(z.object({ id: z.int(), text: z.string() })) }),
})

export const PasteBody = z.object({
  text: z
    .string('Paste numbers or addresses of clips.')
    .check(z.minLength(1, 'Paste numbers or addresses of clips.'), z.maxLength(40_000, 'This is too much at once.')),
})
export const pasteMembers = endpoint('POST', '/admin/collections/:id/pasted-clips', {
  summary:
    'Add clips by pasted numbers and addresses, a line at a time; each line that is wrong says why, the others come in',
  who,
  params: IdParam,
  body: PasteBody,
  reply: z.object({
    added: z.array(z.int()),
    mistakes: z.array(z.object({ line: z.int(), text: z.string() })),
    /** The lines that are wrong, to be mended. */
    rest: z.string(),
  }),
})

export const removeMembers = endpoint('POST', '/admin/collections/:id/clip-removals', {
  summary: 'Take clips out; what is out already stays so',
  who,
  params: IdParam,
  body: z.object({ clip_ids: ClipIds }),
  reply: z.object({ removed: z.array(z.int()) }),
})

export const placeStaffMember = endpoint('PUT', '/admin/collections/:id/order', {
  summary: 'Move a clip before another, or to the end; answers the order as it is then',
  who,
  params: IdParam,
  body: z.object({ clip_id: ClipId, before: Before }),
  reply: z.object({ order: z.array(z.int()) }),
})

const Place = z.object({
  id: z.int(),
  name: z.string(),
  state: State,
  featured: z.boolean(),
  published_clips: z.int(),
  thumbs: z.array(Picture),
})
export type Place = z.infer<typeof Place>

export const listPlaces = endpoint('GET', '/admin/collection-order', {
  summary: 'Every curated collection, as the menu and the page of collections have them in order',
  who,
  reply: z.array(Place),
})

const CollectionId = idIn('A collection is named by its number.')
export const placeStaffCollection = endpoint('PUT', '/admin/collection-order', {
  summary: 'Move a curated collection before another, or to the end',
  who,
  body: z.object({ collection_id: CollectionId, before: z.nullable(CollectionId) }),
  reply: z.object({ order: z.array(z.int()) }),
})
