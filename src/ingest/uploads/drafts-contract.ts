/** Endpoints of a filmmaker's draft clips: describe, submit to the editors, withdraw, delete. */
import * as z from 'zod/mini'

import { releases } from '#catalog/traits.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam } from '#platform/http/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { cameraLooks, motions, productions, timesOfDay } from '../terms.ts'
import { uploadStateNames } from './states.ts'

const PEOPLE_TEXT = 'People are counted from 0.'

const Releases = z.array(z.enum(releases)).check(
  z.refine(
    values => values.length < 2 || !values.includes('not-needed'),
    '“No release needed” cannot be combined with other releases.',
  ),
  z.refine(values => new Set(values).size === values.length, 'Name each release only once.'),
)

/** Draft fields; they may be incomplete until submission. */
const draftFields = {
  name: requiredText('Name', 120),
  description: optionalText('Description', 2_000),
  keywords: z
    .array(requiredText('A keyword', 60, 'A keyword has at most 60 characters.'))
    .check(z.maxLength(50, 'At most 50 keywords.')),
  shoot: requiredText('Shoot', 120),
  category_id: z.nullable(idField('Choose a category.')),
  subcategory_id: z.nullable(idField('Choose a subcategory.')),
  camera_look: z.enum([...cameraLooks, ''], 'Choose a camera look.'),
  motion: z.enum([...motions, ''], 'Choose a motion.'),
  time_of_day: z.enum([...timesOfDay, ''], 'Choose a time of day.'),
  location_type: optionalText('Location', 40),
  people_count: z.int(PEOPLE_TEXT).check(z.minimum(0, PEOPLE_TEXT), z.maximum(99_999, PEOPLE_TEXT)),
  camera: optionalText('Camera', 60),
  lens: optionalText('Lens', 60),
  releases: Releases,
  loopable: z.boolean(),
  flashing: z.boolean(),
  log: z.boolean(),
  production: z.enum(productions, 'Say how it was made.'),
}

export const DraftBody = z.object(draftFields)

/** Adds what submission requires: the fields that buyers search by, and the confirmation of rights. */
export const SubmissionBody = z.object({
  ...draftFields,
  description: requiredText('Description', 2_000),
  keywords: draftFields.keywords.check(z.minLength(3, 'Give at least three keywords: buyers find your clip by them.')),
  category_id: idField('Choose a category.'),
  camera_look: z.enum(cameraLooks, 'Choose a camera look.'),
  motion: z.enum(motions, 'Choose a motion.'),
  time_of_day: z.enum(timesOfDay, 'Choose a time of day.'),
  releases: Releases.check(z.minLength(1, 'Say which releases there are, or that none is needed.')),
  holds_rights: z.literal(true, 'We can only sell what you hold the rights to.'),
})

const NamedCategory = z.object({ id: z.int(), name: z.string() })

export const DraftClip = z.object({
  id: z.int(),
  slug: z.string(),
  state: z.enum(uploadStateNames),
  /** The editors' reason for declining or withdrawing it; empty otherwise. */
  review_note: z.string(),
  /** Remarks about the file. */
  notes: z.array(z.string()),
  words: z.object({
    ...draftFields,
    name: z.string(),
    description: z.string(),
    keywords: z.array(z.string()),
    shoot: z.string(),
    camera_look: z.string(),
    motion: z.string(),
    time_of_day: z.string(),
    location_type: z.string(),
    camera: z.string(),
    lens: z.string(),
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
  /** Suggestions for the shoot. */
  shoots: z.array(z.string()),
  categories: z.array(z.extend(NamedCategory, { parent_id: z.nullable(z.int()) })),
})
export type DraftClip = z.infer<typeof DraftClip>

const draftEndpoint = { who: 'signed_in', params: IdParam, reply: DraftClip } as const

export const getDraft = endpoint('GET', '/filmmaker/clips/:id', {
  summary: 'Get a clip of the caller’s filmmaker, with its description and state',
  ...draftEndpoint,
  masquerade: 'allowed',
})

export const saveDraft = endpoint('PUT', '/filmmaker/clips/:id', {
  summary: 'Save the description of a clip that is not in review; fields may be incomplete',
  ...draftEndpoint,
  body: DraftBody,
})

export const deleteDraft = endpoint('DELETE', '/filmmaker/clips/:id', {
  summary: 'Delete a clip that is not in review and was never published, with its files',
  ...draftEndpoint,
  reply: z.null(),
})

export const takeDraftBack = endpoint('DELETE', '/filmmaker/clips/:id/submission', {
  summary: 'Withdraw a clip from review before the editors have decided',
  ...draftEndpoint,
})

export const submitDraft = endpoint('POST', '/filmmaker/clips/:id/submission', {
  summary: 'Save the complete description of a clip and submit it for review',
  ...draftEndpoint,
  body: SubmissionBody,
})
