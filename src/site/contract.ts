import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'

/** The description of the API for customers; the answer is the document itself. */
export const openApiDocument = endpoint('GET', '/openapi.json', {
  summary: 'OpenAPI 3.1',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.unknown(),
})
