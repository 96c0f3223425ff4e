/** A filmmaker's clip before it is in the shop: what they say of it, and laying it before the editors. */
import * as z from 'zod/mini'

import { cameraLooks, motions, productions, timesOfDay } from '#catalog/ingest/terms.ts'
import { releases } from '#catalog/traits.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam } from '#platform/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { uploadStateNames } from './states.ts'

const people_text = 'People are counted from 0.'

const Releases = z.array(z.enum(releases)).check(
  z.refine(given => given.length < 2 || !given.includes('not-needed'), 'No release needed stands alone.'),
  z.refine(given => new Set(given).size === given.length, 'Each release once.'),
)

/** As far as it is said. */
const facts = {
  name: requiredText('Name', 120),
  description: optionalText('Description', 2_000),
  keywords: z
    .array(requiredText('A keyword', 60, 'A keyword has at most 60 characters.'))
    .check(z.maxLength(50, 'At most 50 keywords.')),
  shoot: requiredText('Shoot', 120),
  category_id: z.nullable(idIn('Choose a category.')),
  subcategory_id: z.nullable(idIn('Choose a subcategory.')),
  camera_look: z.enum([...cameraLooks, ''], 'Choose a camera look.'),
  motion: z.enum([...motions, ''], 'Choose a motion.'),
  time_of_day: z.enum([...timesOfDay, ''], 'Choose a time of day.'),
  location_type: optionalText('Location', 40),
  people_count: z.int(people_text).check(z.minimum(0, people_text), z.maximum(99_999, people_text)),
  releases: Releases,
  loopable: z.boolean(),
  flashing: z.boolean(),
  log: z.boolean(),
  production: z.enum(productions, 'Say how it was made.'),
}

export const DraftBody = z.object(facts)

/** What buyers search by has to be there, and the word that it is theirs to sell. */
export const SubmissionBody = z.object({
  ...facts,
  description: requiredText('Description', 2_000),
  keywords: facts.keywords.check(z.minLength(3, 'Give at least three keywords: buyers find your clip by them.')),
  category_id: idIn('Choose a category.'),
  camera_look: z.enum(cameraLooks, 'Choose a camera look.'),
  motion: z.enum(motions, 'Choose a motion.'),
  time_of_day: z.enum(timesOfDay, 'Choose a time of day.'),
  releases: Releases.check(z.minLength(1, 'Say which releases there are, or that none is needed.')),
  holds_rights: z.literal(true, 'We can only sell what you hold the rights to.'),
})

const Named = z.object({ id: z.int(), name: z.string() })

export const DraftClip = z.object({
  id: z.int(),
  slug: z.string(),
  state: z.enum(uploadStateNames),
  /** What the editors said when they sent it back or took it out; empty otherwise. */
  review_note: z.string(),
  /** What is good to know of its file. */
  notes: z.array(z.string()),
  words: z.object({
    ...facts,
    name: z.string(),
    description: z.string(),
    keywords: z.array(z.string()),
    shoot: z.string(),
    camera_look: z.string(),
    motion: z.string(),
    time_of_day: z.string(),
    location_type: z.string(),
    releases: z.array(z.enum(releases)),
  }),
  preview: z.string(),
  poster: z.string(),
  sprite_vtt: z.string(),
  width: z.int(),
  height: z.int(),
  fps: z.number(),
  duration_in_seconds: z.number(),
  codec: z.nullable(z.string()),
  start_timecode: z.nullable(z.string()),
  has_audio: z.boolean(),
  /** To choose among. */
  shoots: z.array(z.string()),
  categories: z.array(z.extend(Named, { parent_id: z.nullable(z.int()) })),
})
export type DraftClip = z.infer<typeof DraftClip>

const own = { who: 'signed_in', params: IdParam, reply: DraftClip } as const

export const getDraft = endpoint('GET', '/filmmaker/clips/:id', {
  summary: 'A clip of the caller’s filmmaker, with what is said of it and what became of it',
  ...own,
  masquerade: 'allowed',
})

export const saveDraft = endpoint('PUT', '/filmmaker/clips/:id', {
  summary: 'Say something of a clip that is not before the editors, as far as it is known',
  ...own,
  body: DraftBody,
})

export const deleteDraft = endpoint('DELETE', '/filmmaker/clips/:id', {
  summary: 'Delete a clip that is not before the editors and was never in the shop, with its files',
  ...own,
  reply: z.null(),
})

export const takeDraftBack = endpoint('DELETE', '/filmmaker/clips/:id/submission', {
  summary: 'Take a clip back from the editors, while they have not decided',
  ...own,
})

export const submitDraft = endpoint('POST', '/filmmaker/clips/:id/submission', {
  summary: 'Say everything of a clip and lay it before the editors',
  ...own,
  body: SubmissionBody,
})
