/** Clips as our editors work on them: whatever their state. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { cameraLooks, motions, tiers, timesOfDay } from '#catalog/ingest/terms.ts'
import { clipMoveNames, clipStates } from '#catalog/review.ts'
import { releases } from '#catalog/traits.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam, numberIn, PageNumber, Pagination } from '#platform/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { LogRow } from '../log/contract.ts'

const who = 'editors'
const Named = z.object({ id: z.int(), name: z.string() })
const State = z.enum(clipStates)

const ClipRow = z.object({
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
export type StaffClipRow = z.infer<typeof ClipRow>

export const StaffClip = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  state: State,
  /** Why it was sent back or taken out of sale; empty otherwise. */
  review_note: z.string(),
  filmmaker: Named,
  shoot: z.extend(Named, { slug: z.string() }),
  scene: z.nullable(Named),
  collections: z.array(Named),
  category_id: z.int(),
  subcategory_id: z.nullable(z.int()),
  camera_look: z.string(),
  motion: z.string(),
  time_of_day: z.string(),
  location_type: z.string(),
  people_count: z.int(),
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
  /** null for a master that was never probed. */
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
  /** What our people did with it, newest first. */
  history: z.array(LogRow),
})
export type StaffClip = z.infer<typeof StaffClip>

const Id = z.optional(numberIn('This is named by its number.'))

export const listStaffClips = endpoint('GET', '/admin/clips', {
  summary: 'Clips in every state by name, filmmaker, collection, keyword or number; what changed last comes first',
  who,
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    state: z.optional(State),
    filmmaker_id: Id,
    collection_id: Id,
  }),
  reply: z.array(ClipRow),
  meta: z.extend(Pagination, { states: z.record(State, z.int()) }),
})

export const getStaffClip = endpoint('GET', '/admin/clips/:id', {
  summary: 'A clip with everything that is known of it, and what was decided about it',
  who,
  params: IdParam,
  reply: StaffClip,
})

const ClipUses = z.object({
  /** Numbers of open quotes and custom carts. */
  quotes: z.array(z.string()),
  collections: z.array(Named),
  /** In force: they stay so. */
  licenses_count: z.int(),
})
export type ClipUses = z.infer<typeof ClipUses>

export const getClipUses = endpoint('GET', '/admin/clip-uses', {
  summary: 'Open offers, collections and licenses that hold some clips, or those of a shoot',
  who,
  query: z.object({
    ids: z.optional(z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'At most 200 clips at once.'))),
    shoot_id: Id,
  }),
  reply: ClipUses,
})

export const getCatalogChoices = endpoint('GET', '/admin/catalog-choices', {
  summary: 'Filmmakers, collections and categories, to choose among',
  who,
  reply: z.object({
    filmmakers: z.array(Named),
    collections: z.array(Named),
    categories: z.array(z.extend(Named, { parent_id: z.nullable(z.int()) })),
  }),
})

const ClipIds = z
  .array(idIn('A clip is named by its number.'))
  .check(z.minLength(1, 'Choose a clip.'), z.maxLength(200, 'At most 200 clips at a time.'))

const Keyword = requiredText('A keyword', 60, 'A keyword has at most 60 characters.')
export const Keywords = z.array(Keyword).check(z.maxLength(50, 'At most 50 keywords.'))

export const MoveBody = z
  .object({
    clip_ids: ClipIds,
    move: z.enum(clipMoveNames, 'Say what becomes of them.'),
    reason: optionalText('The reason', 500),
  })
  .check(
    z.refine(({ move, reason }) => reason !== '' || (move !== 'send_back' && move !== 'withdraw'), {
      path: ['reason'],
      error: 'Reason is required',
    }),
  )

export const moveStaffClips = endpoint('POST', '/admin/clip-moves', {
  summary: 'Publish, send back, withdraw or bring back; clips that are not in the state for it stay and say so',
  who,
  body: MoveBody,
  reply: z.object({
    moved: z.array(z.int()),
    left: z.array(z.object({ id: z.int(), name: z.string(), text: z.string() })),
  }),
})

const people_text = 'People are counted from 0.'
const attributes = {
  camera_look: z.enum(cameraLooks, 'Choose a camera look.'),
  motion: z.enum(motions, 'Choose a motion.'),
  time_of_day: z.enum(timesOfDay, 'Choose a time of day.'),
  location_type: optionalText('Location', 40),
  people_count: z.int(people_text).check(z.minimum(0, people_text), z.maximum(99_999, people_text)),
  tier: z.enum(tiers, 'Choose a tier.'),
}

export const WordsBody = z.object({
  name: requiredText('Name', 120),
  description: optionalText('Description', 2_000),
  keywords: Keywords,
  category_id: idIn('Choose a category.'),
  subcategory_id: z.nullable(idIn('Choose a subcategory.')),
  ...attributes,
  releases: z.array(z.enum(releases)).check(
    z.refine(given => given.length < 2 || !given.includes('not-needed'), 'No release needed stands alone.'),
    z.refine(given => new Set(given).size === given.length, 'Each release once.'),
  ),
  loopable: z.boolean(),
  flashing: z.boolean(),
})

export const editStaffClip = endpoint('PUT', '/admin/clips/:id', {
  summary: 'Change what is said of a clip; the search knows at once',
  who,
  params: IdParam,
  body: WordsBody,
  reply: StaffClip,
})

export const BulkBody = z.object({
  clip_ids: ClipIds,
  add_keywords: z.optional(Keywords),
  remove_keywords: z.optional(Keywords),
  category_id: z.optional(idIn('Choose a category.')),
  camera_look: z.optional(attributes.camera_look),
  motion: z.optional(attributes.motion),
  time_of_day: z.optional(attributes.time_of_day),
  people_count: z.optional(attributes.people_count),
  tier: z.optional(attributes.tier),
})

export const changeStaffClips = endpoint('POST', '/admin/clip-changes', {
  summary: 'The same keywords, category or attributes for many clips: all of them or none',
  who,
  body: BulkBody,
  reply: z.object({ changed: z.int() }),
})
