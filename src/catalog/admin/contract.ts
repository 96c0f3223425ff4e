/** Endpoints with which editors work on clips in every state. */
import * as z from 'zod/mini'

import { cameraLooks, motions, tiers, timesOfDay } from '#ingest/terms.ts'
import { StaffAuditEntry } from '#platform/audit/audit-log-contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, numberParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { Picture } from '../contract.ts'
import { clipStatusChangeNames, clipStates } from '../review.ts'
import { releases } from '../traits.ts'

const ACCESS = 'editors'
const NamedReference = z.object({ id: z.int(), name: z.string() })
const State = z.enum(clipStates)

const StaffClipSummary = z.object({
  id: z.int(),
  name: z.string(),
  state: State,
  filmmaker: z.string(),
  collection: z.string(),
  keywords_count: z.int(),
  duration_in_seconds: z.number(),
  thumbs: z.array(Picture),
  updated_at: z.string(),
})
export type StaffClipSummary = z.infer<typeof StaffClipSummary>

export const StaffClip = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  state: State,
  /** Why it was sent back or withdrawn; empty otherwise. */
  review_note: z.string(),
  filmmaker: NamedReference,
  shoot: z.extend(NamedReference, { slug: z.string() }),
  scene: z.nullable(NamedReference),
  collections: z.array(NamedReference),
  category_id: z.int(),
  subcategory_id: z.nullable(z.int()),
  camera_look: z.string(),
  motion: z.string(),
  time_of_day: z.string(),
  location_type: z.string(),
  people_count: z.int(),
  camera: z.string(),
  lens: z.string(),
  releases: z.array(z.enum(releases)),
  tier: z.enum(tiers),
  loopable: z.boolean(),
  flashing: z.boolean(),
  production: z.enum(['filmed', 'computer-generated']),
  published_at: z.nullable(z.string()),
  popularity: z.number(),
  preview: z.string(),
  poster: z.string(),
  sprite_vtt: z.string(),
  width: z.int(),
  height: z.int(),
  fps: z.number(),
  duration_in_seconds: z.number(),
  formats: z.array(z.string()),
  /** Null for a master that was never probed. */
  tech: z.nullable(
    z.object({
      codec: z.string(),
      bit_depth: z.int(),
      frames: z.int(),
      start_timecode: z.nullable(z.string()),
      size_bytes: z.number(),
      has_audio: z.boolean(),
    }),
  ),
  look: z.nullable(
    z.object({
      palette: z.array(z.string()),
      brightness: z.number(),
      motion_energy: z.number(),
      motion_direction: z.string(),
    }),
  ),
  /** Licenses in force that were sold without the limit of a clip that is for editorial use only now. */
  unlimited_licenses: z.array(
    z.object({ id: z.int(), order: z.string(), use: z.string(), closed_uses: z.array(z.string()) }),
  ),
  /** The audit log of the clip, newest first. */
  history: z.array(StaffAuditEntry),
})
export type StaffClip = z.infer<typeof StaffClip>

/** The last part of a public page's URL, as editors write it. */
export const SlugField = requiredText('Address', 80).check(
  z.regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'An address has lowercase letters and digits, with single hyphens between words.',
  ),
)

const OptionalId = z.optional(numberParam('This must be an id.'))

export const listStaffClips = endpoint('GET', '/admin/clips', {
  summary: 'Search clips in every state by name, filmmaker, collection, keyword or number; last changed first',
  who: ACCESS,
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    state: z.optional(State),
    filmmaker_id: OptionalId,
    collection_id: OptionalId,
    category_id: OptionalId,
  }),
  reply: z.array(StaffClipSummary),
  meta: z.extend(Pagination, {
    states: z.object({ draft: z.int(), in_review: z.int(), published: z.int(), withdrawn: z.int() }),
  }),
})

export const getStaffClip = endpoint('GET', '/admin/clips/:id', {
  summary: 'Get a clip with all its data and its history',
  who: ACCESS,
  params: IdParam,
  reply: StaffClip,
})

const ClipUses = z.object({
  /** The numbers of open quotes and custom carts. */
  quotes: z.array(z.string()),
  collections: z.array(NamedReference),
  /** The number of licenses in force, which remain valid. */
  licenses_count: z.int(),
})
export type ClipUses = z.infer<typeof ClipUses>

export const getClipUses = endpoint('GET', '/admin/clip-uses', {
  summary: 'List open offers, collections and licenses that include some clips or those of a shoot',
  who: ACCESS,
  query: z.object({
    ids: z.optional(z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'At most 200 clips at once.'))),
    shoot_id: OptionalId,
  }),
  reply: ClipUses,
})

export const getCatalogChoices = endpoint('GET', '/admin/catalog-choices', {
  summary: 'Get the filmmakers, collections and categories to choose from',
  who: ACCESS,
  reply: z.object({
    filmmakers: z.array(NamedReference),
    collections: z.array(NamedReference),
    categories: z.array(z.extend(NamedReference, { parent_id: z.nullable(z.int()) })),
  }),
})

const ClipIds = z
  .array(idField('A clip id is a whole number.'))
  .check(z.minLength(1, 'Choose a clip.'), z.maxLength(200, 'At most 200 clips at a time.'))

const Keyword = requiredText('A keyword', 60, 'A keyword has at most 60 characters.')
export const Keywords = z.array(Keyword).check(z.maxLength(50, 'At most 50 keywords.'))

export const ClipStatusChangeBody = z
  .object({
    clip_ids: ClipIds,
    move: z.enum(clipStatusChangeNames, 'Choose an action.'),
    reason: optionalText('The reason', 500),
  })
  .check(
    z.refine(({ move, reason }) => reason !== '' || (move !== 'send_back' && move !== 'withdraw'), {
      path: ['reason'],
      error: 'Reason is required',
    }),
  )

export const changeClipStatuses = endpoint('POST', '/admin/clip-status-changes', {
  summary: 'Publish, return, withdraw or restore clips; the response lists those whose state does not allow it',
  who: ACCESS,
  body: ClipStatusChangeBody,
  reply: z.object({
    moved: z.array(z.int()),
    left: z.array(z.object({ id: z.int(), name: z.string(), text: z.string() })),
  }),
})

const PEOPLE_MESSAGE = 'The number of people is 0 or more.'
const attributes = {
  camera_look: z.enum(cameraLooks, 'Choose a camera look.'),
  motion: z.enum(motions, 'Choose a motion.'),
  time_of_day: z.enum(timesOfDay, 'Choose a time of day.'),
  location_type: optionalText('Location', 40),
  people_count: z.int(PEOPLE_MESSAGE).check(z.minimum(0, PEOPLE_MESSAGE), z.maximum(99_999, PEOPLE_MESSAGE)),
  camera: optionalText('Camera', 60),
  lens: optionalText('Lens', 60),
  tier: z.enum(tiers, 'Choose a tier.'),
}

export const ClipMetadataBody = z.object({
  name: requiredText('Name', 120),
  description: optionalText('Description', 2_000),
  keywords: Keywords,
  category_id: idField('Choose a category.'),
  subcategory_id: z.nullable(idField('Choose a subcategory.')),
  ...attributes,
  releases: z.array(z.enum(releases)).check(
    z.refine(
      values => values.length < 2 || !values.includes('not-needed'),
      '“No release needed” cannot be combined with other releases.',
    ),
    z.refine(values => new Set(values).size === values.length, 'Choose each release only once.'),
  ),
  loopable: z.boolean(),
  flashing: z.boolean(),
})

export const editStaffClip = endpoint('PUT', '/admin/clips/:id', {
  summary: 'Change a clip’s metadata; the search is updated at once',
  who: ACCESS,
  params: IdParam,
  body: ClipMetadataBody,
  reply: StaffClip,
})

export const BulkClipChangeBody = z.object({
  clip_ids: ClipIds,
  add_keywords: z.optional(Keywords),
  remove_keywords: z.optional(Keywords),
  category_id: z.optional(idField('Choose a category.')),
  camera_look: z.optional(attributes.camera_look),
  motion: z.optional(attributes.motion),
  time_of_day: z.optional(attributes.time_of_day),
  people_count: z.optional(attributes.people_count),
  camera: z.optional(attributes.camera),
  lens: z.optional(attributes.lens),
  tier: z.optional(attributes.tier),
})

export const changeStaffClips = endpoint('POST', '/admin/clip-changes', {
  summary: 'Set the same keywords, category or attributes on many clips, all or none',
  who: ACCESS,
  body: BulkClipChangeBody,
  reply: z.object({ changed: z.int() }),
})
