import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

/** The OpenAPI document for customers. The response body is the document itself. */
export const getOpenApiDocument = endpoint('GET', '/openapi.json', {
  summary: 'OpenAPI 3.1',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.unknown(),
})
