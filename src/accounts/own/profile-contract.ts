/** The doors of what somebody tells of themselves: their picture, their work. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { AvatarBody, UploadParameters } from '#platform/images/contract.ts'
import { IdParam } from '#platform/lists.ts'

import { User } from '../contract.ts'
import { checkOccupation, occupationShape } from '../occupation.ts'
import { verticalSlugs } from '../verticals.ts'

const Named = z.object({ id: z.int(), name: z.string() })
export type Named = z.infer<typeof Named>

export const getAvatarUpload = endpoint('GET', '/user/profile/avatar/upload-parameters', {
  summary: 'What an upload of one’s own picture to the image host carries, and where it goes',
  who: 'signed_in',
  per_minute: 60,
  reply: UploadParameters,
})

export const saveAvatar = endpoint('PUT', '/user/profile/avatar', {
  summary: 'Show a picture that was uploaded, or none',
  who: 'signed_in',
  body: AvatarBody,
  reply: User,
})

export const listBusinessTypes = endpoint('GET', '/business-types', {
  summary: 'Kinds of businesses that people work in',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.array(Named),
})

export const getBusinessType = endpoint('GET', '/business-types/:id', {
  summary: 'A kind of business with the occupations in it',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  reply: z.extend(Named, { occupations: z.array(Named) }),
})

export const OccupationBody = z.object(occupationShape).check(checkOccupation)

export const saveOccupation = endpoint('PUT', '/user/personalization/occupation', {
  summary: 'What somebody does for a living; a text of one’s own takes the place of the matching id',
  who: 'signed_in',
  masquerade: 'allowed',
  body: OccupationBody,
  reply: User,
})

export const VerticalSlugs = z
  .array(z.enum(verticalSlugs, 'Please choose from the list.'), 'Please choose from the list.')
  .check(z.maxLength(50, 'Please choose from the list.'))
const Verticals = z.object({ verticals: VerticalSlugs })

export const getVerticals = endpoint('GET', '/user/verticals', {
  summary: 'The kinds of work that somebody makes',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: Verticals,
})

export const saveVerticals = endpoint('PUT', '/user/verticals', {
  summary: 'Exactly the kinds of work that somebody makes from now on',
  who: 'signed_in',
  masquerade: 'allowed',
  body: Verticals,
  reply: User,
})
