/** The endpoint with which editors create filmmakers. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { optionalText, requiredText } from '#platform/text.ts'

export const CreateFilmmakerBody = z.object({
  name: requiredText('Name', 80),
  location: optionalText('Location', 120),
  bio: optionalText('Biography', 2_000),
})
export const createStaffFilmmaker = endpoint('POST', '/admin/filmmakers', {
  summary: 'Create a filmmaker, whose footage can be uploaded at once',
  who: 'editors',
  body: CreateFilmmakerBody,
  reply: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
})
