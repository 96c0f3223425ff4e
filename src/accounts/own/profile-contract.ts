/** Endpoints of the user's avatar, occupation and verticals. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'
import { AvatarBody, UploadParameters } from '#platform/images/contract.ts'

import { User } from '../contract.ts'
import { checkOccupation, occupationBodyFields } from '../occupation.ts'
import { verticalSlugs } from '../verticals.ts'

const NamedOption = z.object({ id: z.int(), name: z.string() })
export type NamedOption = z.infer<typeof NamedOption>

export const getAvatarUpload = endpoint('GET', '/user/profile/avatar/upload-parameters', {
  summary: 'Get the URL and the fields for uploading an avatar to the image host',
  who: 'signed_in',
  per_minute: 60,
  reply: UploadParameters,
})

export const saveAvatar = endpoint('PUT', '/user/profile/avatar', {
  summary: 'Save an uploaded picture as the avatar, or remove it',
  who: 'signed_in',
  body: AvatarBody,
  reply: User,
})

export const listBusinessTypes = endpoint('GET', '/business-types', {
  summary: 'List the business types',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.array(NamedOption),
})

export const getBusinessType = endpoint('GET', '/business-types/:id', {
  summary: 'Get a business type with its occupations',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  reply: z.extend(NamedOption, { occupations: z.array(NamedOption) }),
})

export const OccupationBody = z.object(occupationBodyFields).check(checkOccupation)

export const saveOccupation = endpoint('PUT', '/user/personalization/occupation', {
  summary: 'Save the occupation; custom text replaces the matching id',
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
  summary: 'List the kinds of work that the user makes',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: Verticals,
})

export const saveVerticals = endpoint('PUT', '/user/verticals', {
  summary: 'Replace the kinds of work that the user makes',
  who: 'signed_in',
  masquerade: 'allowed',
  body: Verticals,
  reply: User,
})
