import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

import { ClipCard, EntityReference } from './contract.ts'

const UnreleasedShoot = z.extend(EntityReference, { filmmaker: z.string(), clips: z.array(ClipCard) })
export type UnreleasedShoot = z.infer<typeof UnreleasedShoot>

export const listUnreleased = endpoint('GET', '/clips/unreleased', {
  summary: 'List footage that is not released yet, for partners and staff',
  who: 'signed_in',
  reply: z.array(UnreleasedShoot),
  refusals: [404],
})
