/** What an endpoint's declaration says about its operation in the OpenAPI document. */
import type { OpenAPIV3_1 } from 'openapi-types'

import { isStaffAccess, type AnyEndpoint, type FailureStatus } from './http/endpoint.ts'

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Returns a unique name: `PUT /v2/cart/items/:id` → `putV2CartItemsById`. */
export const operationIdOf = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): string =>
  method.toLowerCase() +
  path
    .replaceAll(/:(\w+)/g, 'by-$1')
    .split(/[^A-Za-z\d]+/)
    .map(capitalize)
    .join('')

export const tagOf = ({ path, tag }: Pick<AnyEndpoint, 'path' | 'tag'>): string =>
  tag ?? path.split('/').find(part => part !== '' && part !== 'v2') ?? ''

/** The groups of the documentation. */
export const TAGS: Record<string, string> = {
  admin: 'The admin pages.',
  articles: 'Articles for buyers.',
  auth: 'Login, registration, passwords, second steps and Google accounts.',
  'business-types': 'Business types and their occupations.',
  captcha: 'Challenges that some forms require.',
  cart: 'The cart: items, licenses, discount codes, tax and checkout.',
  categories: 'Categories and subcategories.',
  certificates: 'Verification of license certificates.',
  checkout: 'Payments of invoices and quotes, and their states.',
  'client-errors': 'Error reports from browsers.',
  clips: 'Search, clips, and visual search.',
  collections: 'Collections of clips.',
  countries: 'Countries and regions for addresses.',
  documentation: 'This description.',
  filmmaker: 'A filmmaker’s earnings, statements, clips and uploads.',
  filmmakers: 'Filmmakers and their shoots.',
  flags: 'Feature flags.',
  forms: 'Requests to our staff.',
  geoip: 'The rules of the visitor’s country.',
  licenses: 'The calendar of expiry dates.',
  look: 'Pictures of the company.',
  payments: 'Tokens of the payment provider.',
  scenes: 'Scenes of shoots.',
  searches: 'Popular searches and search statistics.',
  shoots: 'Shoots and their scenes.',
  uploads: 'Uploads of footage, in pieces.',
  user: 'The user’s own profile, preferences, sessions and data.',
  wishlists: 'Boards of clips.',
  workspace: 'The current workspace: members, orders, licenses, rates, quotes and requests.',
  workspaces: 'The user’s workspaces, their billing information, invites and payment methods.',
}

/** Guests may also be logged in. A staff endpoint lists the kind of staff that it is for. */
export const securityOf = ({ who }: Pick<AnyEndpoint, 'who'>): OpenAPIV3_1.SecurityRequirementObject[] =>
  who === 'anyone' ? [{}, { session: [] }] : [{ session: isStaffAccess(who) ? [who] : [] }]

type FailureDescription = { name: string; description: string }

/** The failures by their status. */
export const FAILURES: Record<FailureStatus, FailureDescription> = {
  400: { name: 'BadRequest', description: 'The request is not valid JSON, or its Idempotency-Key is not valid.' },
  401: { name: 'Unauthorized', description: 'Nobody is logged in.' },
  402: { name: 'PaymentRequired', description: 'The payment was declined.' },
  403: {
    name: 'Forbidden',
    description:
      'The caller’s role does not allow this, the account is suspended, or the request came from another site.',
  },
  404: { name: 'NotFound', description: 'It does not exist, or the caller may not see it.' },
  409: { name: 'Conflict', description: 'It has changed, or its state does not allow this. The message says which.' },
  410: { name: 'Gone', description: 'It existed, and has ended or expired.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body has another media type.' },
  422: { name: 'InvalidInput', description: 'The input is not valid. `errors` has the messages by field.' },
  429: { name: 'TooManyRequests', description: 'Too many requests from this address or account.' },
  503: { name: 'Unavailable', description: 'The shop is busy, under maintenance or without its database.' },
}

/** Returns the statuses of an endpoint's failures: those that its declaration implies, and its own. */
export const failureStatuses = (endpoint: AnyEndpoint): FailureStatus[] => {
  const { method, who, masquerade, params, query, body, binary_body, idempotency_key, refusals = [] } = endpoint
  const isWrite = method !== 'GET'
  const hasBody = body !== undefined || binary_body !== undefined
  const implied: [FailureStatus, boolean][] = [
    [400, isWrite],
    [401, who !== 'anyone'],
    [403, isWrite || who !== 'anyone' || masquerade !== 'allowed'],
    [404, params !== undefined || isStaffAccess(who)],
    [409, isWrite && idempotency_key !== 'ignored'],
    [413, hasBody],
    [415, hasBody],
    [422, hasBody || query !== undefined],
    [429, true],
    [503, true],
  ]
  const statuses = new Set([...implied.flatMap(([status, applies]) => (applies ? [status] : [])), ...refusals])
  return [...statuses].toSorted((a, b) => a - b)
}

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
} as const

export const IDEMPOTENCY_KEYS: Record<string, OpenAPIV3_1.ParameterObject> = {
  OptionalKey: {
    ...KEY,
    description: 'A repeated request with the same key gets the first response and does not run again, for a day.',
  },
  RequiredKey: {
    ...KEY,
    required: true,
    description: 'Names the operation. A repeated request with the same key never runs twice.',
  },
}
