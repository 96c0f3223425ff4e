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

type TagDescription = {
  title: string
  description: string
  /** The beginnings of its paths, if they are not its name. */
  paths?: readonly string[]
}

/** The groups of the documentation, in the order in which somebody who builds on the API needs them. */
export const TAGS: Record<string, TagDescription> = {
  clips: {
    title: 'Search and clips',
    description:
      'Search by words, filters, colors and pictures. Clips with their tech sheets, comps and similar clips.',
  },
  searches: { title: 'Popular searches', description: 'Popular searches and search statistics.' },
  categories: { title: 'Categories', description: 'Categories and subcategories.' },
  collections: {
    title: 'Collections and shoots',
    description: 'Collections of clips, and shoots with their scenes.',
    paths: ['collections', 'shoots', 'scenes'],
  },
  filmmakers: { title: 'Filmmakers', description: 'Filmmakers and their shoots.' },
  wishlists: {
    title: 'Boards',
    description: 'Boards of clips.',
    paths: ['wishlists', 'clip-marks'],
  },
  cart: { title: 'Prices and cart', description: 'License options and prices, items, discount codes and tax.' },
  checkout: {
    title: 'Checkout',
    description: 'Payments of carts, invoices and quotes, and their states.',
    paths: ['checkout', 'pay'],
  },
  payments: {
    title: 'Payment provider',
    description: 'Tokens of the payment provider.',
    paths: ['braintree', 'braintree-client-token', 'braintree-payment-method-nonce'],
  },
  workspace: {
    title: 'Current workspace',
    description: 'Orders, downloads, the license register, members, rates, quotes and requests.',
  },
  workspaces: {
    title: 'Workspaces',
    description: 'The user’s workspaces, their billing information, invites and payment methods.',
  },
  licenses: {
    title: 'Licenses and certificates',
    description: 'Verification of license certificates, and the calendar of expiry dates.',
    paths: ['licenses', 'certificates'],
  },
  auth: { title: 'Login', description: 'Login, registration, passwords, second steps and Google accounts.' },
  user: { title: 'Account', description: 'The user’s own profile, preferences, sessions and data.' },
  lists: {
    title: 'Lists for forms',
    description: 'Countries and regions, business types and occupations.',
    paths: ['countries', 'business-types'],
  },
  forms: { title: 'Requests', description: 'Requests to our staff.' },
  articles: {
    title: 'Articles and legal texts',
    description: 'Articles for buyers, and the pages and legal texts with their versions.',
    paths: ['articles', 'content'],
  },
  filmmaker: {
    title: 'Filmmaker portal',
    description: 'A filmmaker’s earnings, statements, clips and uploads.',
    paths: ['filmmaker', 'filmmaker-invites', 'uploads'],
  },
  site: {
    title: 'Website',
    description: 'What the pages of this site need besides: feature flags, challenges, consent and the first setup.',
    paths: ['flags', 'captcha', 'client-errors', 'geoip', 'storage-consent', 'look', 'setup', 'staff-invites'],
  },
  documentation: { title: 'Documentation', description: 'This description of the API.' },
  admin: { title: 'Admin pages', description: 'The endpoints behind the admin pages.' },
}

const tagsByPath = new Map(
  Object.entries(TAGS).flatMap(([tag, { paths = [tag] }]) => paths.map(path => [path, tag] as const)),
)

export const tagOf = ({ path, tag }: Pick<AnyEndpoint, 'path' | 'tag'>): string => {
  const start = path.split('/').find(part => part !== '' && part !== 'v2') ?? ''
  return tag ?? tagsByPath.get(start) ?? start
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
