/** Endpoints with which editors curate collections in every state. */
import * as z from 'zod/mini'

import { StaffAuditEntry } from '#platform/audit/audit-log-contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { ReasonBody, optionalText, requiredText } from '#platform/text.ts'

import { collectionStates, MAX_CLIPS_PER_REQUEST } from '../../collection-states.ts'
import { Picture } from '../../contract.ts'
import { clipStates } from '../../review.ts'
import { SlugField } from '../contract.ts'

const ACCESS = 'editors'
const NamedReference = z.object({ id: z.int(), name: z.string() })
const State = z.enum(collectionStates)
const Kind = z.enum(['curated', 'shoot'])

const StaffCollectionSummary = z.object({
  id: z.int(),
  name: z.string(),
  kind: Kind,
  state: State,
  featured: z.boolean(),
  /** The filmmaker of a shoot. */
  filmmaker: z.nullable(z.string()),
  /** The number of all clips, and of those that buyers see. */
  clips: z.int(),
  published_clips: z.int(),
  thumbs: z.array(Picture),
})
export type StaffCollectionSummary = z.infer<typeof StaffCollectionSummary>

export const StaffCollection = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  kind: Kind,
  state: State,
  featured: z.boolean(),
  filmmaker: z.nullable(NamedReference),
  /** Sent with every save, so that nobody overwrites a version they have not seen. */
  version: z.int(),
  /** The chosen cover; null for the default, its best clip. */
  cover_clip_id: z.nullable(z.int()),
  /** All clip ids, in order. */
  order: z.array(z.int()),
  published_clips: z.int(),
  /** The audit log of the collection, newest first. */
  history: z.array(StaffAuditEntry),
})
export type StaffCollection = z.infer<typeof StaffCollection>

const CollectionMember = z.object({
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
export type CollectionMember = z.infer<typeof CollectionMember>

export const listStaffCollections = endpoint('GET', '/admin/collections', {
  summary:
    'Search collections in every state by name, address, filmmaker or number; curated ones in order, then shoots, newest first',
  who: ACCESS,
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    kind: z.optional(Kind),
    state: z.optional(z.enum([...collectionStates, 'featured'])),
  }),
  reply: z.array(StaffCollectionSummary),
  meta: Pagination,
})

export const getStaffCollection = endpoint('GET', '/admin/collections/:id', {
  summary: 'Get a collection with the order of its clips and its history',
  who: ACCESS,
  params: IdParam,
  reply: StaffCollection,
})

export const listCollectionMembers = endpoint('GET', '/admin/collections/:id/clips', {
  summary: 'Get a page of a collection’s clips in order, in every state',
  who: ACCESS,
  params: IdParam,
  query: z.object({ page: z.optional(PageNumber) }),
  reply: z.array(CollectionMember),
  meta: Pagination,
})

const textFields = { name: requiredText('Name', 80), description: optionalText('Description', 1_000) }

export const CreateCollectionBody = z.object(textFields)
export const createStaffCollection = endpoint('POST', '/admin/collections', {
  summary: 'Create a curated collection as a draft',
  who: ACCESS,
  body: CreateCollectionBody,
  reply: StaffCollection,
})

export const CollectionTextBody = z.object({
  ...textFields,
  slug: SlugField,
  featured: z.boolean('Choose whether it is featured.'),
  version: z.int32('The version you have seen is required.'),
})
export const updateStaffCollection = endpoint('PUT', '/admin/collections/:id', {
  summary: 'Change a collection’s text and slug; older addresses redirect to the new one',
  who: ACCESS,
  params: IdParam,
  body: CollectionTextBody,
  reply: StaffCollection,
})

export const withdrawShootClips = endpoint('POST', '/admin/collections/:id/clip-withdrawals', {
  summary: 'Withdraw every published clip of a shoot with one reason; each can be brought back',
  who: ACCESS,
  params: IdParam,
  body: ReasonBody,
  reply: StaffCollection,
})

const ClipId = idField('A clip id is a whole number.')
const BeforeClipId = z.nullable(ClipId)

export const setStaffCollectionCover = endpoint('PUT', '/admin/collections/:id/cover', {
  summary: 'Set the cover clip of a collection; null for its best clip',
  who: ACCESS,
  params: IdParam,
  body: z.object({ clip_id: BeforeClipId }),
  reply: StaffCollection,
})

export const publishStaffCollection = endpoint('POST', '/admin/collections/:id/publish', {
  summary: 'Publish a curated collection',
  who: ACCESS,
  params: IdParam,
  reply: StaffCollection,
})

export const withdrawStaffCollection = endpoint('POST', '/admin/collections/:id/withdraw', {
  summary: 'Withdraw a curated collection from the public; its clips stay for sale',
  who: ACCESS,
  params: IdParam,
  body: ReasonBody,
  reply: StaffCollection,
})

const ClipIds = z
  .array(ClipId)
  .check(
    z.minLength(1, 'Choose a clip.'),
    z.maxLength(MAX_CLIPS_PER_REQUEST, `At most ${MAX_CLIPS_PER_REQUEST} clips at a time.`),
  )

export const addCollectionMembers = endpoint('POST', '/admin/collections/:id/clips', {
  summary: 'Add clips before another clip or at the end; lists those that cannot be added',
  who: ACCESS,
  params: IdParam,
  body: z.object({ clip_ids: ClipIds, before: z._default(BeforeClipId, null) }),
  reply: z.object({ added: z.array(z.int()), left: z.array(z.object({ id: z.int(), text: z.string() })) }),
})

export const PasteClipsBody = z.object({
  text: z
    .string('Paste numbers or addresses of clips.')
    .check(z.minLength(1, 'Paste numbers or addresses of clips.'), z.maxLength(40_000, 'This text is too long.')),
})
export const pasteCollectionMembers = endpoint('POST', '/admin/collections/:id/pasted-clips', {
  summary: 'Add clips by pasted numbers and addresses, line by line; lists the invalid lines and adds the others',
  who: ACCESS,
  params: IdParam,
  body: PasteClipsBody,
  reply: z.object({
    added: z.array(z.int()),
    mistakes: z.array(z.object({ line: z.int(), text: z.string() })),
    /** The invalid lines, for correction. */
    rest: z.string(),
  }),
})

export const removeCollectionMembers = endpoint('POST', '/admin/collections/:id/clip-removals', {
  summary: 'Remove clips; those that are not in the collection are ignored',
  who: ACCESS,
  params: IdParam,
  body: z.object({ clip_ids: ClipIds }),
  reply: z.object({ removed: z.array(z.int()) }),
})

export const moveCollectionMember = endpoint('PUT', '/admin/collections/:id/order', {
  summary: 'Move a clip before another one or to the end; returns the new order',
  who: ACCESS,
  params: IdParam,
  body: z.object({ clip_id: ClipId, before: BeforeClipId }),
  reply: z.object({ order: z.array(z.int()) }),
})

const OrderedCollection = z.object({
  id: z.int(),
  name: z.string(),
  state: State,
  featured: z.boolean(),
  published_clips: z.int(),
  thumbs: z.array(Picture),
})
export type OrderedCollection = z.infer<typeof OrderedCollection>

export const listCollectionOrder = endpoint('GET', '/admin/collection-order', {
  summary: 'List curated collections in the order of the menu and the collections page',
  who: ACCESS,
  reply: z.array(OrderedCollection),
})

const CollectionId = idField('A collection id is a whole number.')
export const moveStaffCollection = endpoint('PUT', '/admin/collection-order', {
  summary: 'Move a curated collection before another one or to the end',
  who: ACCESS,
  body: z.object({ collection_id: CollectionId, before: z.nullable(CollectionId) }),
  reply: z.object({ order: z.array(z.int()) }),
})
