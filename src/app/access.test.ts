/** Access control: calls every endpoint as every role and compares the status. An endpoint without a case fails. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBoard } from '#boards/contract.ts'
import { addItems } from '#cart/contract.ts'
import { requestPurchase } from '#cart/requests/contract.ts'
import type { AnyEndpoint } from '#platform/http/endpoint.ts'
import { failureStatuses } from '#platform/openapi-operation.ts'

import type { TestApp, Visitor } from '../../testing/app.ts'
import { openCheckoutShop } from '../../testing/builders/checkout.ts'
import { joinEditfest } from '../../testing/builders/editfest.ts'
import { seedClip, seedMember, seedOrder } from '../../testing/builders/orders.ts'
import { seedQuote } from '../../testing/builders/quotes.ts'
import { seedRate, buildRateBody } from '../../testing/builders/rates.ts'
import { startMasquerade, seedStaff } from '../../testing/builders/staff.ts'
import { seedTicket } from '../../testing/builders/tickets.ts'

/** `outsider` owns another workspace; `viewer` has the workspace role guest; all others share one workspace. */
const customerRoles = ['guest', 'outsider', 'viewer', 'asset_manager', 'purchaser', 'admin', 'owner'] as const
type CustomerRole = (typeof customerRoles)[number]
/**
 * Statuses of these roles are derived unless a case names them. `suspended` may not change anything. `staff` (support, in a
 * workspace of their own) count as outsiders. `masquerading` (support acting as the owner) may do what the owner may, where
 * the endpoint allows it. `platform_admin` may do what `staff` may, except for changes that only succeed once.
 * `collection_admin` is called only where a case names it.
 */
const derivedRoles = ['suspended', 'staff', 'masquerading', 'platform_admin', 'collection_admin'] as const
type CallerRole = CustomerRole | (typeof derivedRoles)[number]
type ExpectedStatuses = Record<CustomerRole, number> & Partial<Record<(typeof derivedRoles)[number], number>>

type AccessFixtures = {
  clip: number
  shoot: number
  filmmaker: number
  category: number
  order: string
  order_id: number
  license: number
  item: number
  user_id: number
  email: string
  workspace_id: number
  region_id: number
  board: number
  /** A request of the asset manager. */
  request: number
  quote: string
  rate: number
  ticket: number
}
type AccessCase = {
  expect: ExpectedStatuses
  path?: (fixtures: AccessFixtures) => string
  body?: (fixtures: AccessFixtures) => unknown
  headers?: Record<string, string>
}

const UNSIGNED_LINK = `/api/v2/pay/LT-2026-999999/${'x'.repeat(43)}`

const everyone = (status: number): ExpectedStatuses =>
  Object.fromEntries(customerRoles.map(role => [role, status])) as ExpectedStatuses
const signedIn = (status: number): ExpectedStatuses => ({ ...everyone(status), guest: 401, suspended: 403 })
/** Endpoints by which suspended users contact us, and by which they log out. */
const evenSuspended = (status: number): ExpectedStatuses => ({ ...everyone(status), suspended: status })
/** Staff endpoints are a 404 for everyone else. */
const staffOnly = (status: number): ExpectedStatuses => ({
  ...signedIn(404),
  staff: status,
  collection_admin: 404,
  masquerading: 403,
})
/** The catalog is also open to collection admins. */
const editorsOnly = (status: number): ExpectedStatuses => ({ ...staffOnly(status), collection_admin: status })
/** Prices, payouts, the site and operations are for platform admins only. */
const adminsOnly = (status: number): ExpectedStatuses => ({ ...staffOnly(404), platform_admin: status })
/** Resources of the workspace are a 404 for outsiders. */
const workspaceOnly = (status: number): ExpectedStatuses => ({ ...signedIn(status), outsider: 404 })
const onlyRoles = (roles: readonly CustomerRole[], allowed: number, denied = 403): ExpectedStatuses => ({
  ...signedIn(denied),
  ...Object.fromEntries(roles.map(role => [role, allowed])),
})

const buyerRoles = ['purchaser', 'admin', 'owner'] as const
const managerRoles = ['admin', 'owner'] as const
/** Orders are for roles that buy or download. */
const orderRoles = (status: number): ExpectedStatuses => ({ ...workspaceOnly(status), viewer: 403 })
const orderCase = (part: string, status = 200): AccessCase => ({
  expect: orderRoles(status),
  path: ({ order }) => `/api/workspace/orders/${order}${part}`,
})
const rateCase = (part: string): AccessCase => ({
  expect: orderRoles(200),
  path: ({ rate }) => `/api/workspace/preferred-rates/${rate}${part}`,
})
/** Tickets are for staff. */
const ticketCase = (part: string, body?: unknown): AccessCase => ({
  expect: staffOnly(200),
  path: ({ ticket }) => `/api/admin/tickets/${ticket}${part}`,
  ...(body !== undefined && { body: () => body }),
})
const staffOrderCase = (part: string, status = 200): AccessCase => ({
  expect: staffOnly(status),
  path: ({ order_id }) => `/api/admin/orders/${order_id}${part}`,
})
/** Access is allowed, but the banner does not exist. */
const missingBannerCase = (part: string): AccessCase => ({
  expect: adminsOnly(404),
  path: () => `/api/admin/banners/999999${part}`,
})
const staffCollectionCase = (part: string, status: number): AccessCase => ({
  expect: editorsOnly(status),
  path: ({ shoot }) => `/api/admin/collections/${shoot}${part}`,
})
const staffCategoryCase = (part: string, status: number): AccessCase => ({
  expect: editorsOnly(status),
  path: ({ category }) => `/api/admin/categories/${category}${part}`,
})
const staffFilmmakerCase = (part: string, status: number): AccessCase => ({
  expect: editorsOnly(status),
  path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}${part}`,
})
/** A board of the owner: the team can see it, workspace managers can change it. */
const boardCase = (part: string, body?: (fixtures: AccessFixtures) => unknown): AccessCase => ({
  expect: { ...onlyRoles(['admin', 'owner'], 200), outsider: 404 },
  path: ({ board }) => `/api/wishlists/${board}${part}`,
  ...(body && { body }),
})
const MISSING_JOB_ID = '00000000-0000-0000-0000-000000000000'
const address = { address: '1 Pier', address2: '', city: 'Oakland', postal_code: '94607', country_id: 41, region: '' }
const web = { format_id: 3, distribution_ids: [3], end_client_size: 2, org_type: 'commercial' as const }
const draft = {
  name: 'Tide',
  description: 'Slow tide',
  shoot: 'Salt',
  keywords: ['sea', 'dusk', 'tide'],
  category_id: 1,
  subcategory_id: null,
  camera_look: 'wide',
  motion: 'realtime',
  time_of_day: 'dusk',
  people_count: 0,
  releases: ['not-needed'],
  loopable: false,
  flashing: false,
  log: false,
  production: 'filmed',
}
const project = { client_name: 'Aster', project_name: 'Tide', project_description: 'Film', start_date: '2026-04-01' }

// Where a valid body would change the fixtures for the next role, an incomplete one shows that access was granted: 422.
const accessCases: Record<string, AccessCase> = {
  'GET /api/flags': { expect: everyone(200) },
  'GET /api/openapi.json': { expect: everyone(200) },
  'POST /api/client-errors': { expect: { ...everyone(422), suspended: 422 } },

  'GET /api/auth': { expect: everyone(200) },
  'POST /api/auth/login': { expect: evenSuspended(422) },
  'POST /api/auth/register': { expect: everyone(422) },
  'POST /api/auth/register/resend': { expect: everyone(422) },
  'POST /api/auth/register/confirm': { expect: everyone(422) },
  'GET /api/geoip': { expect: everyone(200) },
  'PUT /api/storage-consent': { expect: { ...everyone(422), suspended: 422 } },
  'PUT /api/user/profile/theme': { expect: signedIn(422) },
  'POST /api/user/notification-preferences/register-page/{id}': { expect: signedIn(422) },

  'GET /api/setup': { expect: everyone(200) },
  'POST /api/setup/owner': { expect: everyone(422) },
  'POST /api/setup/mail/{token}': { expect: everyone(404) },
  'GET /api/admin/staff': { expect: adminsOnly(200) },
  'POST /api/admin/staff/invites': { expect: adminsOnly(422) },
  'POST /api/admin/staff/invites/{id}/mail': { expect: adminsOnly(404) },
  'DELETE /api/admin/staff/invites/{id}': { expect: adminsOnly(404) },
  'POST /api/admin/staff/leave': { expect: { ...editorsOnly(422), platform_admin: 422 } },
  'POST /api/admin/people/{id}/unlock': {
    expect: staffOnly(409),
    path: ({ user_id }) => `/api/admin/people/${user_id}/unlock`,
    body: () => ({ reason: 'Called us' }),
  },
  'GET /api/filmmaker-invites/{token}': { expect: everyone(404) },
  'POST /api/filmmaker-invites/{token}': { expect: everyone(404), body: () => ({}) },
  'GET /api/staff-invites/{token}': { expect: everyone(404) },
  'POST /api/staff-invites/{token}': { expect: everyone(404), body: () => ({}) },
  'GET /api/admin/setup': { expect: adminsOnly(200) },
  'PUT /api/admin/setup/prices': { expect: adminsOnly(422) },
  'POST /api/admin/setup/open': { expect: adminsOnly(200) },
  'GET /api/admin/setup/checks': { expect: adminsOnly(200) },
  'POST /api/admin/setup/checks/{name}': { expect: adminsOnly(200), path: () => '/api/admin/setup/checks/storage' },
  'GET /api/admin/setup/footage': { expect: adminsOnly(200) },

  'GET /api/captcha/challenge': { expect: everyone(200), path: () => '/api/captcha/challenge?action=register' },
  'GET /api/auth/google/account': { expect: signedIn(200) },
  'GET /api/auth/google/nonce': { expect: everyone(404) },
  'POST /api/auth/google/auth/callback': { expect: everyone(422) },
  'POST /api/auth/google/auth/password-confirmation': { expect: everyone(422) },
  'POST /api/auth/google/connect/callback': { expect: signedIn(422) },
  // Nobody here has a password, so disconnecting would lock them out.
  'DELETE /api/auth/google/disconnect': { expect: signedIn(409) },
  'PUT /api/auth/verify-email/{token}': { expect: everyone(404) },
  // Every email address here is already confirmed.
  'POST /api/user/verify-email': { expect: signedIn(409) },
  'POST /api/auth/forgot-password': { expect: everyone(422) },
  'GET /api/auth/reset-password/{token}': { expect: everyone(404) },
  'PUT /api/auth/reset-password/{token}': { expect: everyone(422) },
  'PUT /api/auth/email/{token}': { expect: everyone(404) },
  'POST /api/user/password': { expect: signedIn(422) },
  'PUT /api/user/change/password': { expect: signedIn(422) },
  'GET /api/user/details': { expect: signedIn(200) },
  'POST /api/user/email-change-request': { expect: signedIn(422) },
  'DELETE /api/user/email-change-request': { expect: signedIn(200) },
  'PUT /api/user/profile': { expect: signedIn(422) },
  'GET /api/user/sessions': { expect: signedIn(200) },
  'DELETE /api/user/sessions/others': { expect: signedIn(200) },
  'DELETE /api/user/sessions/{id}': { expect: signedIn(404), path: () => '/api/user/sessions/999999' },
  'GET /api/user/two-step': { expect: signedIn(200) },
  'POST /api/user/two-step/email-code': { expect: signedIn(422) },
  'POST /api/user/two-step/app': { expect: signedIn(422) },
  'PUT /api/user/two-step/app': { expect: signedIn(422) },
  'DELETE /api/user/two-step/app': { expect: signedIn(422) },
  'POST /api/user/two-step/passkeys/options': { expect: signedIn(422) },
  'POST /api/user/two-step/passkeys': { expect: signedIn(422) },
  'DELETE /api/user/two-step/passkeys/{id}': {
    expect: signedIn(422),
    path: () => '/api/user/two-step/passkeys/999999',
  },
  'POST /api/user/two-step/recovery-codes': { expect: signedIn(422) },
  'GET /api/user/privacy': { expect: signedIn(200) },
  'POST /api/user/privacy/export': { expect: signedIn(200), body: () => ({}) },
  'POST /api/user/privacy/export/download': { expect: signedIn(404), body: () => ({}) },
  'GET /api/user/privacy/export/file': {
    expect: signedIn(404),
    path: () => '/api/user/privacy/export/file?until=1&signature=x',
  },
  'POST /api/user/privacy/deletion': { expect: signedIn(422) },
  'DELETE /api/user/privacy/deletion': { expect: signedIn(200) },
  'GET /api/auth/account-deletion/{token}': { expect: everyone(404), path: () => '/api/auth/account-deletion/none' },
  'DELETE /api/auth/account-deletion/{token}': { expect: everyone(404), path: () => '/api/auth/account-deletion/none' },
  'POST /api/auth/second-step': { expect: evenSuspended(422) },
  'DELETE /api/auth/second-step': { expect: evenSuspended(200) },
  'POST /api/auth/second-step/passkey/options': { expect: evenSuspended(410) },
  'POST /api/auth/second-step/passkey': { expect: evenSuspended(422) },
  'POST /api/auth/passkey/options': { expect: evenSuspended(200) },
  'POST /api/auth/passkey': { expect: evenSuspended(422) },
  'GET /api/user/profile/notifications': { expect: signedIn(200) },
  'PUT /api/user/profile/notifications': { expect: signedIn(422) },
  'GET /api/user/notification-preferences/{token}': {
    expect: everyone(404),
    path: () => '/api/user/notification-preferences/none',
  },
  'PUT /api/user/notification-preferences/{token}': {
    expect: everyone(404),
    path: () => '/api/user/notification-preferences/none',
    body: () => ({ email_preferences: [] }),
  },
  'GET /api/user/updates/{user_id}/{token}': { expect: everyone(404), path: () => '/api/user/updates/1/none' },
  'DELETE /api/user/updates/{user_id}/{token}': { expect: evenSuspended(404), path: () => '/api/user/updates/1/none' },
  'PUT /api/user/updates/{user_id}/{token}': { expect: evenSuspended(404), path: () => '/api/user/updates/1/none' },

  'GET /api/user/profile/avatar/upload-parameters': { expect: signedIn(200) },
  'PUT /api/user/profile/avatar': { expect: signedIn(422) },
  'GET /api/business-types': { expect: everyone(200) },
  'GET /api/business-types/{id}': { expect: everyone(200) },
  'PUT /api/user/personalization/occupation': { expect: signedIn(422) },
  'GET /api/user/verticals': { expect: signedIn(200) },
  'PUT /api/user/verticals': { expect: signedIn(422) },

  'GET /api/user/abilities': { expect: everyone(200) },
  'GET /api/workspaces': { expect: signedIn(200) },
  'GET /api/workspaces/current': { expect: signedIn(200) },
  'PUT /api/workspaces/current': {
    expect: workspaceOnly(200),
    body: ({ workspace_id }) => ({ workspace: workspace_id }),
  },
  'GET /api/workspaces/users/list': { expect: signedIn(200) },
  'GET /api/workspaces/billing': { expect: { ...onlyRoles(buyerRoles, 200), outsider: 200 } },
  'PUT /api/workspaces/billing': {
    expect: { ...onlyRoles(['admin', 'owner'], 200), outsider: 422 },
    body: ({ user_id, region_id }) => ({
      ...address,
      company_name: 'Aster',
      billing_contact_user_id: user_id,
      country_region_id: region_id,
    }),
  },
  'GET /api/workspaces/overview': { expect: signedIn(200) },
  'GET /api/workspace/summary': { expect: signedIn(200) },
  'PUT /api/workspaces/name': {
    expect: { ...onlyRoles(managerRoles, 200), outsider: 200 },
    body: () => ({ name: 'Tidewater' }),
  },
  'GET /api/workspace/avatar/upload-parameters': { expect: { ...onlyRoles(managerRoles, 200), outsider: 200 } },
  'PUT /api/workspace/avatar': {
    expect: { ...onlyRoles(managerRoles, 200), outsider: 200 },
    body: () => ({ avatar_public_id: null }),
  },
  'GET /api/workspace/audit': { expect: { ...onlyRoles(managerRoles, 200), outsider: 200 } },
  'GET /api/workspace/audit.csv': { expect: { ...onlyRoles(managerRoles, 200), outsider: 200 } },
  'GET /api/workspace/members': { expect: { ...onlyRoles(managerRoles, 200), outsider: 200 } },
  'PUT /api/workspace/members/{id}/role': {
    expect: signedIn(404),
    path: () => '/api/workspace/members/999999/role',
    body: () => ({ role: 'guest' }),
  },
  'DELETE /api/workspace/members/{id}': {
    expect: signedIn(404),
    path: () => '/api/workspace/members/999999',
  },
  'POST /api/workspaces/owner/{newOwnerId}': {
    expect: { ...onlyRoles(['owner'], 422), outsider: 422 },
    path: () => '/api/workspaces/owner/1',
    body: () => ({ password: 'not-this-one' }),
  },
  'POST /api/workspace/invite': {
    expect: { ...onlyRoles(managerRoles, 422), outsider: 200 },
    body: ({ email }) => ({ invitees: [{ email, role: 'guest' }] }),
  },
  'POST /api/workspaces/invite/{id}/resend': {
    expect: { ...onlyRoles(managerRoles, 404), outsider: 404 },
    path: () => '/api/workspaces/invite/999999/resend',
    body: () => ({}),
  },
  'PUT /api/workspaces/invite/{id}': {
    expect: { ...onlyRoles(managerRoles, 404), outsider: 404 },
    path: () => '/api/workspaces/invite/999999',
    body: () => ({ role: 'guest' }),
  },
  'POST /api/workspaces/invite/{id}/link': {
    expect: { ...onlyRoles(managerRoles, 404), outsider: 404 },
    path: () => '/api/workspaces/invite/999999/link',
  },
  'DELETE /api/workspace/invite': {
    expect: { ...onlyRoles(managerRoles, 404), outsider: 404 },
    body: () => ({ email: 'nobody@example.com' }),
  },
  'GET /api/workspaces/invite/{id}': { expect: everyone(404), path: () => '/api/workspaces/invite/nothing' },
  'POST /api/workspaces/invite/accept': { expect: signedIn(404), body: () => ({ invite_token: 'nothing' }) },
  'GET /api/countries/regions': { expect: everyone(200) },

  'GET /api/v2/cart/licensed': { expect: everyone(200), path: ({ clip }) => `/api/v2/cart/licensed?clips=${clip}` },
  'GET /api/v2/cart/upgrades/{id}': {
    expect: { ...signedIn(404), viewer: 403 },
    path: () => '/api/v2/cart/upgrades/999999',
  },
  'POST /api/v2/cart/upgrades': {
    expect: { ...signedIn(404), viewer: 403 },
    body: () => ({
      license_id: 999_999,
      distribution_ids: [3, 7],
      end_client_size: 2,
      org_type: 'commercial',
      format_id: 3,
    }),
  },
  'GET /api/cart/licenses/starting-prices': { expect: evenSuspended(200) },
  'GET /api/cart/licenses/schema': { expect: everyone(200) },
  'POST /api/customlicense': { expect: everyone(422) },
  'GET /api/content/{slug}': { expect: everyone(200), path: () => '/api/content/license-terms' },
  'GET /api/content/{slug}/version': { expect: everyone(200), path: () => '/api/content/license-terms/version' },
  'GET /api/content/{slug}/text': { expect: everyone(200), path: () => '/api/content/license-terms/text' },
  'GET /api/admin/content': { expect: adminsOnly(200) },
  'GET /api/admin/content/{slug}': { expect: adminsOnly(200), path: () => '/api/admin/content/imprint' },
  'POST /api/admin/content': { expect: adminsOnly(422), body: () => ({ title: 'Press', slug: 'imprint' }) },
  'PUT /api/admin/content/{slug}/draft': {
    expect: adminsOnly(409),
    path: () => '/api/admin/content/imprint/draft',
    body: () => ({ title: 'Imprint', description: '', source: 'Text', edit: 99 }),
  },
  'DELETE /api/admin/content/{slug}/draft': {
    expect: adminsOnly(404),
    path: () => '/api/admin/content/imprint/draft',
  },
  'POST /api/admin/content/{slug}/publish': {
    expect: adminsOnly(409),
    path: () => '/api/admin/content/imprint/publish',
    body: () => ({ edit: 1, effective_from: null, note: 'Why' }),
  },
  'POST /api/admin/content/{slug}/versions/{number}/withdraw': {
    expect: adminsOnly(404),
    path: () => '/api/admin/content/imprint/versions/1/withdraw',
    body: () => ({ reason: 'Why' }),
  },
  'PUT /api/admin/content/{slug}/visibility': {
    expect: adminsOnly(409),
    path: () => '/api/admin/content/imprint/visibility',
    body: () => ({ is_visible: false, reason: 'Why' }),
  },
  'POST /api/admin/content/{slug}/confirm': {
    expect: adminsOnly(409),
    path: () => '/api/admin/content/imprint/confirm',
    body: () => ({ source_sha256: '0'.repeat(64) }),
  },
  'POST /api/admin/content/preview': { expect: adminsOnly(200), body: () => ({ source: '# Text' }) },
  'GET /api/admin/content/{slug}/texts/{name}': {
    expect: adminsOnly(200),
    path: () => '/api/admin/content/imprint/texts/default',
  },
  'GET /api/admin/content/{slug}/compare': {
    expect: adminsOnly(200),
    path: () => '/api/admin/content/imprint/compare?from=default&to=default',
  },
  'GET /api/admin/content-picture/upload-parameters': { expect: adminsOnly(200) },
  'POST /api/admin/content-picture': {
    expect: adminsOnly(422),
    body: () => ({ public_id: 'content/users/1/nothing' }),
  },
  'GET /api/clips': { expect: everyone(200) },
  'POST /api/clips/impressions': { expect: everyone(200), body: ({ clip }) => ({ views: [clip], hovers: [] }) },
  'POST /api/searches': { expect: everyone(200), body: () => ({ q: 'tide' }) },
  'POST /api/searches/clicks': { expect: everyone(200), body: ({ clip }) => ({ q: 'tide', clip_id: clip }) },
  'GET /api/facets/{name}': { expect: everyone(200), path: () => '/api/facets/keyword?find=ti' },
  'GET /api/clips/suggest': { expect: everyone(200), path: () => '/api/clips/suggest?q=tide' },
  'GET /api/search': { expect: everyone(200), path: () => '/api/search?q=aerial+tied&plain_language=1' },
  'GET /api/clips/{id}': { expect: everyone(200), path: ({ clip }) => `/api/clips/${clip}` },
  'GET /api/clips/unreleased': { expect: { ...signedIn(404), staff: 200 } },
  'GET /api/clips/by-color': { expect: everyone(200), path: () => '/api/clips/by-color?hex=1f6f78' },
  'GET /api/clips/by-descriptor': { expect: everyone(422) },
  'POST /api/clips/by-frame': { expect: everyone(422), body: () => ({}) },
  'GET /api/clips/{id}/similar': { expect: everyone(200), path: ({ clip }) => `/api/clips/${clip}/similar` },
  'GET /api/collections': { expect: everyone(200) },
  'GET /api/collections/{id}': { expect: everyone(200), path: ({ shoot }) => `/api/collections/${shoot}` },
  'GET /api/collections/curated/featured': { expect: everyone(200) },
  'GET /api/collections/featured': { expect: everyone(200) },
  'GET /api/collections/groups': { expect: everyone(200) },
  'GET /api/shoots/{id}': { expect: everyone(200), path: ({ shoot }) => `/api/shoots/${shoot}` },
  'GET /api/scenes/{id}': { expect: everyone(404), path: () => '/api/scenes/1' },
  'GET /api/filmmakers': { expect: everyone(200) },
  'GET /api/filmmakers/{id}': { expect: everyone(200), path: ({ filmmaker }) => `/api/filmmakers/${filmmaker}` },
  'GET /api/articles': { expect: everyone(200) },
  'GET /api/articles/{slug}': { expect: everyone(404), path: () => '/api/articles/nothing' },
  'GET /api/categories': { expect: everyone(200) },
  'GET /api/searches/popular': { expect: everyone(200) },
  'GET /api/categories/{slug}': { expect: everyone(404), path: () => '/api/categories/nothing' },

  'GET /api/wishlists': { expect: signedIn(200) },
  'GET /api/clip-marks': { expect: evenSuspended(200), path: ({ clip }) => `/api/clip-marks?clips=${clip}` },
  'POST /api/wishlists': { expect: signedIn(422) },
  'GET /api/wishlists/{id}': { expect: workspaceOnly(200), path: ({ board }) => `/api/wishlists/${board}` },
  'PUT /api/wishlists/{id}': boardCase('', () => ({ name: 'Tide' })),
  // A missing board, because the first role would delete it for the others.
  'DELETE /api/wishlists/{id}': { expect: signedIn(404), path: () => '/api/wishlists/999999' },
  'POST /api/wishlists/{id}/restore': { expect: signedIn(404), path: () => '/api/wishlists/999999/restore' },
  'POST /api/wishlists/{id}/attach': boardCase('/attach', ({ clip }) => ({ clip_id: [clip] })),
  'DELETE /api/wishlists/{id}/detach': { expect: signedIn(422) },
  'PUT /api/wishlists/{id}/order': boardCase('/order', ({ clip }) => ({ clip_id: clip })),
  'PUT /api/wishlists/{id}/favorite': {
    expect: workspaceOnly(200),
    path: ({ board }) => `/api/wishlists/${board}/favorite`,
    body: () => ({ favorite: true }),
  },
  'POST /api/wishlists/{id}/share': boardCase('/share'),
  'DELETE /api/wishlists/{id}/share': boardCase('/share'),

  'GET /api/v2/cart': { expect: everyone(200) },
  'DELETE /api/v2/cart': { expect: everyone(200) },
  'POST /api/v2/cart/items': { expect: everyone(422) },
  'POST /api/v2/cart/items/all': { expect: everyone(422) },
  'DELETE /api/v2/cart/items': { expect: everyone(404), body: ({ item }) => ({ cart_item_ids: [item] }) },
  'PUT /api/v2/cart/items/{id}': {
    expect: everyone(404),
    path: ({ item }) => `/api/v2/cart/items/${item}`,
    body: () => ({ data: { distribution_ids: [3], end_client_size: 2, org_type: 'commercial', format_id: 3 } }),
  },
  'POST /api/v2/cart/preferred-rates': {
    // The clip has no RAW file.
    expect: { ...workspaceOnly(422), viewer: 403 },
    body: ({ rate, clip }) => ({ preferred_rate_id: rate, clip_id: clip, format_id: 1 }),
  },
  'PUT /api/v2/cart/items/{id}/preferred-rates': {
    expect: signedIn(404),
    path: ({ item }) => `/api/v2/cart/items/${item}/preferred-rates`,
    body: ({ rate }) => ({ preferred_rate_id: rate }),
  },
  'GET /api/workspace/preferred-rates': { expect: signedIn(200) },
  'GET /api/workspace/preferred-rates/{id}': rateCase(''),
  'GET /api/workspace/preferred-rates/{id}/orders': rateCase('/orders'),
  'PUT /api/v2/cart/ein': { expect: everyone(422) },
  'PUT /api/v2/cart/coupon': { expect: everyone(422) },
  'GET /api/v2/cart/billing/last': { expect: signedIn(200) },
  'PUT /api/v2/cart/billing': { expect: signedIn(422) },
  'PUT /api/v2/cart/vat': { expect: signedIn(422) },

  'GET /api/cart': { expect: everyone(200) },
  'POST /api/cart/clips': { expect: everyone(422) },
  'PUT /api/cart/clips': { expect: everyone(422) },
  'DELETE /api/cart': { expect: everyone(404), path: ({ item }) => `/api/cart?cart_item_ids=[${item}]` },
  'DELETE /api/cart/clear': { expect: everyone(200) },
  'POST /api/cart/coupon': { expect: everyone(422) },
  'DELETE /api/cart/coupon': { expect: everyone(200) },
  'POST /api/cart/details': { expect: everyone(422) },

  'GET /api/workspace/quotes': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/quotes/{number}': {
    expect: orderRoles(200),
    path: ({ quote }) => `/api/workspace/quotes/${quote}`,
  },
  'POST /api/workspace/quotes/{number}/decline': {
    expect: orderRoles(404),
    path: () => '/api/workspace/quotes/Q-2026-999999/decline',
    body: () => ({ reason: 'Too dear' }),
  },
  'PUT /api/workspace/quotes/{number}/ein': {
    expect: orderRoles(404),
    path: () => '/api/workspace/quotes/Q-2026-999999/ein',
    body: () => ({ ein: '12-3456789' }),
  },
  'PUT /api/workspace/quotes/{number}/vat': {
    expect: orderRoles(404),
    path: () => '/api/workspace/quotes/Q-2026-999999/vat',
    body: () => ({ vat_number: '' }),
  },
  // Filmmakers see their own in `earnings.test.ts`; everyone else gets a 404.
  'GET /api/filmmaker/earnings': { expect: signedIn(404) },
  'GET /api/filmmaker/clips': { expect: signedIn(404) },
  'GET /api/filmmaker/audience': { expect: signedIn(404) },
  'GET /api/filmmaker/statements': { expect: signedIn(404) },
  'GET /api/filmmaker/statements/{number}/pdf': {
    expect: signedIn(404),
    path: () => '/api/filmmaker/statements/LS-2026-10-0001/pdf',
  },
  'GET /api/filmmaker/statements/{number}/csv': {
    expect: signedIn(404),
    path: () => '/api/filmmaker/statements/LS-2026-10-0001/csv',
  },
  'GET /api/filmmaker/tax-form': { expect: signedIn(404) },
  'GET /api/filmmaker/payout-settings': { expect: signedIn(404) },
  'PUT /api/filmmaker/payout-settings': {
    expect: signedIn(404),
    body: () => ({ payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example', password: 'Correct-Horse-1' }),
  },
  // The same holds for uploads and drafts (`src/ingest/uploads/*.test.ts`).
  'GET /api/filmmaker/footage-requests': { expect: signedIn(404) },
  'GET /api/filmmaker/uploads': { expect: signedIn(404) },
  'POST /api/filmmaker/uploads': {
    expect: signedIn(404),
    body: () => ({ shoot: 'Tide', file_name: 'tide.mov', size_bytes: 1_000 }),
  },
  'GET /api/filmmaker/clips/{id}': { expect: signedIn(404) },
  'PUT /api/filmmaker/clips/{id}': { expect: signedIn(404), body: () => draft },
  'DELETE /api/filmmaker/clips/{id}': { expect: signedIn(404) },
  'DELETE /api/filmmaker/clips/{id}/submission': { expect: signedIn(404) },
  'POST /api/filmmaker/clips/{id}/submission': {
    expect: signedIn(404),
    path: ({ clip }) => `/api/filmmaker/clips/${clip}/submission`,
    body: () => ({ ...draft, holds_rights: true }),
  },
  'GET /api/uploads/{id}': { expect: signedIn(404) },
  'DELETE /api/uploads/{id}': { expect: signedIn(404) },
  'PUT /api/uploads/{id}/pieces/{offset}': { expect: signedIn(404), path: () => '/api/uploads/1/pieces/0' },
  'POST /api/uploads/{id}/finish': {
    expect: signedIn(404),
    path: () => '/api/uploads/1/finish',
    body: () => ({ sha256: 'a'.repeat(64) }),
  },
  'POST /api/uploads/{id}/check': { expect: signedIn(404), path: () => '/api/uploads/1/check' },
  'GET /api/admin/uploads': { expect: editorsOnly(200) },
  'POST /api/admin/uploads': { expect: editorsOnly(422) },
  'GET /api/admin/quotes': { expect: staffOnly(200) },
  'GET /api/admin/quotes/{number}': { expect: staffOnly(200), path: ({ quote }) => `/api/admin/quotes/${quote}` },
  'POST /api/admin/quotes': { expect: staffOnly(422) },
  'POST /api/admin/custom-carts': { expect: staffOnly(422) },
  'GET /api/admin/offer-drafts': { expect: staffOnly(200) },
  'POST /api/admin/offer-drafts': { expect: staffOnly(422) },
  'GET /api/admin/offer-drafts/{id}': { expect: staffOnly(404), path: () => '/api/admin/offer-drafts/999999' },
  'PUT /api/admin/offer-drafts/{id}': { expect: staffOnly(422) },
  'DELETE /api/admin/offer-drafts/{id}': { expect: staffOnly(404), path: () => '/api/admin/offer-drafts/999999' },
  'PUT /api/admin/quotes/{number}': { expect: staffOnly(422), path: ({ quote }) => `/api/admin/quotes/${quote}` },
  'POST /api/admin/quotes/{number}/revoke': {
    expect: staffOnly(422),
    path: ({ quote }) => `/api/admin/quotes/${quote}/revoke`,
  },
  'POST /api/admin/quotes/{number}/link': {
    expect: staffOnly(409),
    path: ({ quote }) => `/api/admin/quotes/${quote}/link`,
  },

  'GET /api/v2/braintree-client-token': { expect: signedIn(200) },
  'GET /api/braintree/client_token': { expect: signedIn(200) },
  'GET /api/workspaces/payment-methods': { expect: onlyRoles([...buyerRoles, 'outsider'], 200) },
  'GET /api/user/payment_methods': { expect: onlyRoles([...buyerRoles, 'outsider'], 200) },
  'POST /api/workspaces/payment-methods': {
    expect: onlyRoles([...managerRoles, 'outsider'], 422),
    body: () => ({ nonce: 'a-nonce', type: 'card' }),
  },
  'DELETE /api/workspaces/payment-methods/{id}': {
    expect: onlyRoles([...managerRoles, 'outsider'], 404),
    path: () => '/api/workspaces/payment-methods/999999',
  },
  'POST /api/workspaces/payment-methods/{id}/default': {
    expect: onlyRoles([...managerRoles, 'outsider'], 404),
    path: () => '/api/workspaces/payment-methods/999999/default',
  },
  'GET /api/workspace/purchase-requests': { expect: signedIn(200) },
  'POST /api/workspace/purchase-requests': { expect: signedIn(422) },
  'GET /api/workspace/purchase-requests/{id}': {
    expect: { ...workspaceOnly(200), viewer: 404 },
    path: ({ request }) => `/api/workspace/purchase-requests/${request}`,
  },
  // The fingerprint of another cart.
  'POST /api/workspace/purchase-requests/{id}/approve': {
    expect: { ...workspaceOnly(409), viewer: 404, asset_manager: 403 },
    path: ({ request }) => `/api/workspace/purchase-requests/${request}/approve`,
    body: () => ({ seen: 'another' }),
  },
  'POST /api/workspace/purchase-requests/{id}/decline': {
    expect: signedIn(422),
    path: ({ request }) => `/api/workspace/purchase-requests/${request}/decline`,
  },
  'POST /api/workspace/purchase-requests/{id}/withdraw': {
    expect: { ...workspaceOnly(403), viewer: 404, asset_manager: 200 },
    path: ({ request }) => `/api/workspace/purchase-requests/${request}/withdraw`,
  },
  'POST /api/v2/cart/checkout': {
    // The owner's last cart has become an order, which the refusal names.
    expect: { ...onlyRoles([...buyerRoles, 'outsider'], 422), owner: 409 },
    body: () => ({
      nonce: 'a-nonce',
      payment_type: 'card',
      payment_method_id: null,
      remember_payment_method: false,
      seen: 'x',
    }),
    headers: { 'idempotency-key': 'who-may-what' },
  },
  'GET /api/v2/checkout/{invoiceNumber}': {
    expect: onlyRoles([...buyerRoles, 'outsider'], 404),
    path: () => '/api/v2/checkout/LT-2026-999999',
  },
  'GET /api/v2/pay/{number}/{signature}': { expect: everyone(404), path: () => UNSIGNED_LINK },
  'GET /api/v2/pay/{number}/{signature}/client-token': {
    expect: everyone(404),
    path: () => `${UNSIGNED_LINK}/client-token`,
  },
  'POST /api/v2/pay/{number}/{signature}': {
    expect: { ...everyone(404), suspended: 403 },
    path: () => UNSIGNED_LINK,
    body: () => ({ nonce: 'a-nonce', seen: 'x' }),
    headers: { 'idempotency-key': 'who-may-what' },
  },
  'POST /api/v2/checkout/{invoiceNumber}': {
    expect: onlyRoles([...buyerRoles, 'outsider'], 404),
    path: () => '/api/v2/checkout/LT-2026-999999',
    body: () => ({
      nonce: 'a-nonce',
      payment_type: 'card',
      payment_method_id: null,
      remember_payment_method: false,
      seen: 'x',
    }),
    headers: { 'idempotency-key': 'who-may-what' },
  },
  'GET /api/v2/braintree-payment-method-nonce/{id}': {
    expect: onlyRoles([...buyerRoles, 'outsider'], 404),
    path: () => '/api/v2/braintree-payment-method-nonce/999999',
  },
  'GET /api/braintree/{id}/nonce': {
    expect: onlyRoles([...buyerRoles, 'outsider'], 404),
    path: () => '/api/braintree/999999/nonce',
  },
  'POST /api/user/payment_methods': {
    expect: onlyRoles([...buyerRoles, 'outsider'], 422),
    body: () => ({ nonce: 'a-nonce', type: 'ach' }),
  },
  'POST /api/v2/cart/self-invoice': {
    expect: onlyRoles([...buyerRoles, 'outsider'], 404),
    body: () => ({ ...project, cart_hash: 'none' }),
  },
  'POST /api/checkout/manual': {
    expect: onlyRoles([...buyerRoles, 'outsider'], 404),
    body: () => ({ cart_hash: 'none' }),
  },
  'POST /api/checkout/braintree': {
    expect: onlyRoles([...buyerRoles, 'outsider'], 404),
    body: () => ({
      cart_hash: 'none',
      nonce: 'a-nonce',
      payment_type: 'card',
    }),
    headers: { 'idempotency-key': 'who-may-what-by-link' },
  },
  'GET /api/admin/payment-reconciliations': { expect: adminsOnly(200) },
  'GET /api/v2/checkout/account': { expect: onlyRoles([...buyerRoles, 'outsider'], 200) },
  'GET /api/v2/checkout/pending': { expect: signedIn(200) },
  'GET /api/v2/checkout/attempts/{order_id}': {
    expect: orderRoles(404),
    path: ({ order_id }) => `/api/v2/checkout/attempts/${order_id}`,
  },
  // Only the buyer, not their workspace.
  'GET /api/checkout/orders/{order_id}': {
    expect: onlyRoles(['owner'], 200, 404),
    path: ({ order_id }) => `/api/checkout/orders/${order_id}`,
  },

  'GET /api/workspace/orders': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/licenses': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/licenses/register': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/licenses/register.csv': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/licenses/calendar': { expect: { ...signedIn(200), viewer: 403 } },
  'POST /api/workspace/licenses/calendar': { expect: { ...signedIn(200), viewer: 403 } },
  'DELETE /api/workspace/licenses/calendar': { expect: signedIn(200) },
  // A nonexistent link.
  'GET /api/licenses/calendar/{token}.ics': {
    expect: everyone(404),
    path: () => `/api/licenses/calendar/${'x'.repeat(43)}.ics`,
  },
  'GET /api/workspace/orders/{id}': orderCase(''),
  'GET /api/workspace/orders/{id}/clips': orderCase('/clips'),
  'GET /api/workspace/orders/{id}/receipt': orderCase('/receipt'),
  'GET /api/workspace/orders/{id}/invoice': orderCase('/invoice', 409),
  'GET /api/workspace/orders/{id}/license-agreement': orderCase('/license-agreement'),
  // The buyer is no business in the European Union, so there is no electronic invoice.
  'GET /api/workspace/orders/{id}/receipt/xml': orderCase('/receipt/xml', 404),
  'GET /api/workspace/orders/{id}/invoice/xml': orderCase('/invoice/xml', 409),
  'GET /api/workspace/orders/{id}/credit-notes/{number}/xml': {
    expect: { ...signedIn(404), viewer: 403 },
    path: ({ order }) => `/api/workspace/orders/${order}/credit-notes/LC-2026-999999/xml`,
  },
  // There is no credit note, so roles that can read orders get a 404.
  'GET /api/workspace/orders/{id}/credit-notes/{number}': {
    expect: { ...signedIn(404), viewer: 403 },
    path: ({ order }) => `/api/workspace/orders/${order}/credit-notes/LC-2026-999999`,
  },
  // A business's order: only its workspace learns that it has no right of withdrawal.
  'POST /api/workspace/orders/{id}/delivery-consent': {
    expect: { ...orderRoles(403), owner: 409, masquerading: 403 },
    path: ({ order }) => `/api/workspace/orders/${order}/delivery-consent`,
  },
  'POST /api/workspace/orders/{id}/withdrawal': {
    expect: { ...orderRoles(403), owner: 409, masquerading: 403 },
    path: ({ order }) => `/api/workspace/orders/${order}/withdrawal`,
  },
  'PUT /api/workspace/orders/{id}/project-details': {
    expect: orderRoles(200),
    path: ({ order }) => `/api/workspace/orders/${order}/project-details`,
    body: () => project,
  },
  'POST /api/clips/{id}/comp': { expect: signedIn(200), path: ({ clip }) => `/api/clips/${clip}/comp` },
  'POST /api/clips/{id}/download': {
    expect: orderRoles(200),
    path: ({ clip }) => `/api/clips/${clip}/download`,
    body: () => ({ format_id: 3 }),
  },

  'POST /api/workspace/zip': {
    expect: orderRoles(200),
    body: ({ clip }) => ({ files: [{ clip_id: clip, format_id: 3 }] }),
  },
  // `checkout/webhooks.test.ts` covers repeatable orders: this one is paid.
  'POST /api/workspace/orders/{id}/again': {
    expect: orderRoles(409),
    path: ({ order }) => `/api/workspace/orders/${order}/again`,
  },
  'POST /api/workspace/orders/{id}/zip': {
    expect: orderRoles(200),
    path: ({ order }) => `/api/workspace/orders/${order}/zip`,
  },
  'GET /api/certificates/{code}': { expect: everyone(404), path: () => `/api/certificates/${'x'.repeat(43)}` },
  'GET /api/certificates/key': { expect: everyone(200) },
  'GET /api/workspace/licenses/{id}/certificate.pdf': {
    expect: { ...orderRoles(200) },
    path: ({ license }) => `/api/workspace/licenses/${license}/certificate.pdf`,
  },
  'GET /api/workspace/licenses/{id}/certificate.json': {
    expect: { ...orderRoles(200) },
    path: ({ license }) => `/api/workspace/licenses/${license}/certificate.json`,
  },
  // A link with an invalid signature.
  'GET /api/workspace/zip': {
    expect: { ...signedIn(404), viewer: 403 },
    path: () => '/api/workspace/zip?files=1.3&for=1.1&until=1&signature=x',
  },

  'GET /api/user/edit-fest/code': { expect: signedIn(200) },
  'POST /api/user/edit-fest/code': { expect: { ...signedIn(422), viewer: 403 }, body: () => ({ code: 'NOT-THIS' }) },
  'GET /api/workspace/edit-fest': { expect: signedIn(200) },
  'GET /api/clips/{id}/edit-fest/can-download': {
    expect: signedIn(200),
    path: ({ clip }) => `/api/clips/${clip}/edit-fest/can-download`,
  },
  // Everyone except the outsider is in a workspace with an Editfest.
  'POST /api/clips/{id}/edit-fest/download': {
    expect: { ...signedIn(200), outsider: 409, viewer: 403 },
    path: ({ clip }) => `/api/clips/${clip}/edit-fest/download`,
  },

  'GET /api/user/onboarding': { expect: signedIn(200) },
  'PUT /api/user/onboarding/profile': { expect: signedIn(422) },
  'PUT /api/workspace/onboarding': {
    expect: { ...onlyRoles(managerRoles, 200), outsider: 200 },
    body: () => ({ name: 'Tidewater' }),
  },
  // All roles that may invite have already invited this address.
  'POST /api/user/onboarding/workspace/invite': {
    expect: { ...onlyRoles(managerRoles, 422), outsider: 422 },
    body: ({ email }) => ({ invitees: [{ email, role: 'guest' }] }),
  },
  'PUT /api/user/onboarding/complete': { expect: signedIn(409) },

  'POST /api/forms/workspace-support-request': { expect: signedIn(422) },
  'POST /api/forms/unlock-enterprise-features': {
    expect: { ...onlyRoles(managerRoles, 200), outsider: 200 },
    body: () => ({ topic: 'rates', message: 'Twelve of us' }),
  },
  'POST /api/forms/request-preferred-rate': {
    expect: { ...onlyRoles(buyerRoles, 200), outsider: 200 },
    body: () => ({ end_client: 'Aster Foods', clips: '40', message: 'Spots for a year' }),
  },
  'POST /api/forms/workspace-billing-change-request': {
    expect: { ...onlyRoles(managerRoles, 200), outsider: 200 },
    body: () => ({ topic: 'term', message: 'Sixty days' }),
  },
  'POST /api/forms/contact': { expect: evenSuspended(422) },
  'POST /api/forms/footage-research': { expect: everyone(422) },

  'GET /api/user/feature-banner': { expect: signedIn(200) },
  'POST /api/user/feature-banner/read': { expect: signedIn(200) },
  'POST /api/user/feature-banner/dismiss': { expect: signedIn(200) },

  'GET /api/admin/flags': { expect: adminsOnly(200) },
  'GET /api/admin/settings': { expect: adminsOnly(200) },
  // Its access is checked before anything else, so staff who act as a customer get the customer's answer.
  'POST /api/admin/settings/logo': { expect: { ...adminsOnly(422), masquerading: 404 } },
  'GET /api/look/{file}': { expect: everyone(404), path: () => '/api/look/nothing.svg' },
  'GET /api/admin/settings/company': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/company': { expect: adminsOnly(422) },
  'GET /api/admin/settings/look': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/look': { expect: adminsOnly(422) },
  'GET /api/admin/settings/menus': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/menus': { expect: adminsOnly(422) },
  'GET /api/admin/settings/menus/pages': { expect: adminsOnly(200) },
  'GET /api/admin/settings/links': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/links': { expect: adminsOnly(422) },
  'GET /api/admin/settings/countries': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/countries': { expect: adminsOnly(422) },
  'GET /api/admin/settings/tax': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/tax': { expect: adminsOnly(422) },
  'GET /api/admin/settings/documents': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/documents': { expect: adminsOnly(422) },
  'GET /api/admin/settings/mail': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/mail': { expect: adminsOnly(422) },
  'GET /api/admin/settings/retention': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/retention': { expect: adminsOnly(422) },
  'GET /api/admin/settings/maintenance': { expect: adminsOnly(200) },
  'PUT /api/admin/settings/maintenance': { expect: adminsOnly(422) },
  'PUT /api/admin/flags/{key}': { expect: adminsOnly(422), path: () => '/api/admin/flags/editfest-coupon' },
  'GET /api/admin/filmmakers': { expect: editorsOnly(200) },
  'POST /api/admin/filmmakers': { expect: editorsOnly(422) },
  'GET /api/admin/filmmakers/{id}': staffFilmmakerCase('', 200),
  'PUT /api/admin/filmmakers/{id}': staffFilmmakerCase('', 422),
  'GET /api/admin/filmmakers/{id}/portrait/upload-parameters': staffFilmmakerCase('/portrait/upload-parameters', 200),
  'PUT /api/admin/filmmakers/{id}/portrait': staffFilmmakerCase('/portrait', 422),
  // It has clips.
  'DELETE /api/admin/filmmakers/{id}': staffFilmmakerCase('', 409),
  'GET /api/admin/accounting': { expect: adminsOnly(200) },
  'POST /api/admin/accounting/locks': { expect: adminsOnly(422) },
  'GET /api/admin/tax-report.csv': {
    expect: adminsOnly(200),
    path: () => '/api/admin/tax-report.csv?quarter=2026-Q1',
  },
  'GET /api/admin/journal.csv': {
    expect: adminsOnly(200),
    path: () => '/api/admin/journal.csv?from=2026-01-01&to=2026-03-31',
  },
  'GET /api/admin/payouts/balances': { expect: adminsOnly(200) },
  'GET /api/admin/payouts': { expect: adminsOnly(200) },
  'POST /api/admin/payouts/close': { expect: adminsOnly(409), body: () => ({ month: '2020-01', expected_cents: 0 }) },
  'POST /api/admin/payouts/{number}/sent': {
    expect: adminsOnly(404),
    path: () => '/api/admin/payouts/LS-2020-01-0001/sent',
    body: () => ({ sent_on: '2020-02-03', reference: 'PP-1', payee: null }),
  },
  'POST /api/admin/filmmakers/{id}/invites': {
    expect: adminsOnly(422),
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/invites`,
  },
  'POST /api/admin/filmmakers/{id}/invites/{invite_id}/mail': {
    expect: adminsOnly(404),
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/invites/999999/mail`,
  },
  'DELETE /api/admin/filmmakers/{id}/invites/{invite_id}': {
    expect: adminsOnly(404),
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/invites/999999`,
  },
  'POST /api/admin/filmmakers/{id}/tax-forms': {
    expect: adminsOnly(422),
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/tax-forms`,
  },
  'POST /api/admin/filmmakers/{id}/tax-forms/{form_id}/remove': {
    expect: adminsOnly(404),
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/tax-forms/999999/remove`,
    body: () => ({ reason: 'Added by mistake' }),
  },
  'PUT /api/admin/filmmakers/{id}/tax-forms/{form_id}/file': {
    expect: { ...adminsOnly(422), masquerading: 404 },
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/tax-forms/999999/file`,
  },
  'GET /api/admin/filmmakers/{id}/tax-forms/{form_id}/file': {
    expect: adminsOnly(404),
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/tax-forms/999999/file`,
  },
  'POST /api/admin/filmmakers/{id}/shares': {
    expect: adminsOnly(422),
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/shares`,
  },
  'POST /api/admin/filmmakers/{id}/shares/{starts_on}/withdraw': {
    expect: adminsOnly(409),
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/shares/2020-01-01/withdraw`,
    body: () => ({ last_id: 0 }),
  },
  'POST /api/admin/filmmakers/{id}/people/{user_id}/remove': {
    expect: adminsOnly(404),
    path: ({ filmmaker, user_id }) => `/api/admin/filmmakers/${filmmaker}/people/${user_id}/remove`,
    body: () => ({ reason: 'Left the company' }),
  },
  'GET /api/admin/editfests': { expect: adminsOnly(200) },
  'POST /api/admin/editfests': { expect: adminsOnly(422) },
  'PUT /api/admin/editfests/{id}': { expect: adminsOnly(422) },
  'GET /api/admin/banners': { expect: adminsOnly(200) },
  'POST /api/admin/banners': { expect: adminsOnly(422) },
  'GET /api/admin/banner-picture/upload-parameters': { expect: adminsOnly(200) },
  'GET /api/admin/banners/{id}': missingBannerCase(''),
  'PUT /api/admin/banners/{id}': { expect: adminsOnly(422) },
  'DELETE /api/admin/banners/{id}': missingBannerCase(''),
  'POST /api/admin/banners/{id}/start': { ...missingBannerCase('/start'), body: () => ({ version: 1 }) },
  'POST /api/admin/banners/{id}/take-back': missingBannerCase('/take-back'),
  'POST /api/admin/banners/{id}/end': { ...missingBannerCase('/end'), body: () => ({ reason: 'Ticket 3F9A21C7' }) },
  'GET /api/admin/openapi.json': { expect: staffOnly(200) },
  'GET /api/admin/approvals': { expect: staffOnly(200) },
  'POST /api/admin/approvals/{id}/approve': {
    expect: adminsOnly(404),
    path: () => '/api/admin/approvals/999999/approve',
    body: () => ({ reason: 'Ticket 3F9A21C7' }),
  },
  'POST /api/admin/approvals/{id}/reject': {
    expect: adminsOnly(404),
    path: () => '/api/admin/approvals/999999/reject',
    body: () => ({ reason: 'Ticket 3F9A21C7' }),
  },
  'GET /api/admin/dashboard': { expect: editorsOnly(200) },
  'GET /api/admin/revenue.csv': { expect: staffOnly(200) },
  'GET /api/admin/find': { expect: editorsOnly(200), path: () => '/api/admin/find?words=ada' },
  'GET /api/admin/people': { expect: staffOnly(200) },
  'GET /api/admin/people/{id}': { expect: staffOnly(200), path: ({ user_id }) => `/api/admin/people/${user_id}` },
  'GET /api/admin/coupons': { expect: staffOnly(200) },
  'GET /api/admin/coupons/{id}': { expect: staffOnly(404), path: () => '/api/admin/coupons/999999' },
  'POST /api/admin/coupons': { expect: staffOnly(422) },
  'POST /api/admin/coupons/{id}/end': { expect: staffOnly(422) },
  'GET /api/admin/prices': { expect: adminsOnly(200) },
  'POST /api/admin/prices': { expect: adminsOnly(422) },
  'POST /api/admin/prices/preview': { expect: adminsOnly(422) },
  'POST /api/admin/prices/csv': { expect: adminsOnly(422) },
  'GET /api/admin/clips': { expect: editorsOnly(200) },
  'GET /api/admin/clips/{id}': { expect: editorsOnly(200), path: ({ clip }) => `/api/admin/clips/${clip}` },
  'PUT /api/admin/clips/{id}': { expect: editorsOnly(422) },
  'GET /api/admin/clip-uses': { expect: editorsOnly(200), path: ({ clip }) => `/api/admin/clip-uses?ids=${clip}` },
  'GET /api/admin/catalog-choices': { expect: editorsOnly(200) },
  'POST /api/admin/clip-status-changes': { expect: editorsOnly(422) },
  'POST /api/admin/clip-changes': { expect: editorsOnly(422) },
  'GET /api/admin/collections': { expect: editorsOnly(200) },
  'POST /api/admin/collections': { expect: editorsOnly(422) },
  'GET /api/admin/collections/{id}': staffCollectionCase('', 200),
  'PUT /api/admin/collections/{id}': staffCollectionCase('', 422),
  'PUT /api/admin/collections/{id}/cover': staffCollectionCase('/cover', 422),
  'GET /api/admin/collections/{id}/clips': staffCollectionCase('/clips', 200),
  'POST /api/admin/collections/{id}/clips': staffCollectionCase('/clips', 422),
  'POST /api/admin/collections/{id}/pasted-clips': staffCollectionCase('/pasted-clips', 422),
  'POST /api/admin/collections/{id}/clip-removals': staffCollectionCase('/clip-removals', 422),
  'PUT /api/admin/collections/{id}/order': staffCollectionCase('/order', 422),
  // A shoot is published through its clips.
  'POST /api/admin/collections/{id}/publish': staffCollectionCase('/publish', 409),
  'POST /api/admin/collections/{id}/clip-withdrawals': staffCollectionCase('/clip-withdrawals', 422),
  'POST /api/admin/collections/{id}/withdraw': staffCollectionCase('/withdraw', 422),
  'GET /api/admin/collection-order': { expect: editorsOnly(200) },
  'PUT /api/admin/collection-order': { expect: editorsOnly(422) },
  'GET /api/admin/categories': { expect: editorsOnly(200) },
  'POST /api/admin/categories': { expect: editorsOnly(422) },
  'GET /api/admin/categories/{id}': staffCategoryCase('', 200),
  'PUT /api/admin/categories/{id}': staffCategoryCase('', 422),
  'PUT /api/admin/categories/{id}/cover': staffCategoryCase('/cover', 422),
  'POST /api/admin/categories/{id}/merge': staffCategoryCase('/merge', 422),
  // It has clips.
  'DELETE /api/admin/categories/{id}': staffCategoryCase('', 409),
  'PUT /api/admin/category-order': { expect: editorsOnly(422) },
  'GET /api/admin/keyword-lists': { expect: editorsOnly(200) },
  'GET /api/admin/keyword-lists/{id}': { expect: editorsOnly(404), path: () => '/api/admin/keyword-lists/999999' },
  'POST /api/admin/keyword-lists': { expect: editorsOnly(422) },
  'POST /api/admin/keyword-lists/{id}/apply': {
    expect: editorsOnly(404),
    path: () => '/api/admin/keyword-lists/999999/apply',
  },
  'GET /api/admin/footage-requests': { expect: editorsOnly(200) },
  'POST /api/admin/footage-requests': { expect: editorsOnly(422) },
  'POST /api/admin/footage-requests/{id}/close': {
    expect: editorsOnly(404),
    path: () => '/api/admin/footage-requests/999999/close',
  },
  'GET /api/admin/searches': { expect: editorsOnly(200) },
  'GET /api/admin/synonyms': { expect: editorsOnly(200) },
  'PUT /api/admin/synonyms': { expect: editorsOnly(422) },
  'POST /api/admin/synonym-removals': { expect: editorsOnly(422) },
  'GET /api/admin/translations': { expect: editorsOnly(200) },
  'PUT /api/admin/translations': { expect: editorsOnly(422) },
  'POST /api/admin/translation-removals': { expect: editorsOnly(422) },
  'GET /api/admin/log': { expect: staffOnly(200) },
  'GET /api/admin/log.csv': { expect: staffOnly(200) },
  'GET /api/admin/log-choices': { expect: staffOnly(200) },
  'GET /api/admin/jobs': { expect: adminsOnly(200) },
  'GET /api/admin/version': { expect: staffOnly(200) },
  'GET /api/admin/security-events': { expect: adminsOnly(200) },
  'GET /api/admin/security-events.jsonl': { expect: adminsOnly(200) },
  'GET /api/admin/failed-jobs': { expect: adminsOnly(200) },
  'POST /api/admin/failed-jobs/{id}/retry': {
    expect: adminsOnly(409),
    path: () => `/api/admin/failed-jobs/${MISSING_JOB_ID}/retry`,
  },
  'POST /api/admin/failed-jobs/{id}/discard': {
    expect: adminsOnly(422),
    path: () => `/api/admin/failed-jobs/${MISSING_JOB_ID}/discard`,
  },
  'POST /api/admin/failed-job-retries': { expect: adminsOnly(422) },
  'GET /api/admin/outbox': { expect: adminsOnly(200) },
  'POST /api/admin/outbox/{id}/replay': { expect: adminsOnly(422) },
  'GET /api/admin/offer-clips': { expect: staffOnly(200) },
  'GET /api/admin/workspaces': { expect: staffOnly(200) },
  'GET /api/admin/workspaces/{id}': {
    expect: staffOnly(200),
    path: ({ workspace_id }) => `/api/admin/workspaces/${workspace_id}`,
  },
  'PUT /api/admin/workspaces/{id}/terms': {
    expect: staffOnly(422),
    path: ({ workspace_id }) => `/api/admin/workspaces/${workspace_id}/terms`,
  },
  'GET /api/admin/workspaces/{id}/imported-licenses': {
    expect: staffOnly(200),
    path: ({ workspace_id }) => `/api/admin/workspaces/${workspace_id}/imported-licenses`,
  },
  'PUT /api/admin/imported-licenses/{id}': {
    expect: adminsOnly(422),
    path: () => '/api/admin/imported-licenses/999999',
  },
  'PUT /api/admin/imported-licenses/{id}/revocation': {
    expect: adminsOnly(422),
    path: () => '/api/admin/imported-licenses/999999/revocation',
  },
  'GET /api/admin/tickets': { expect: staffOnly(200) },
  'GET /api/admin/tickets/{id}': ticketCase(''),
  'PUT /api/admin/tickets/{id}/assignee': ticketCase('/assignee', { user_id: null }),
  'POST /api/admin/tickets/{id}/replies': ticketCase('/replies', { message: 'Here it is.', last_reply_id: null }),
  'POST /api/admin/tickets/{id}/close': ticketCase('/close'),
  'POST /api/admin/tickets/{id}/reopen': ticketCase('/reopen'),
  'GET /api/admin/orders': { expect: staffOnly(200) },
  'GET /api/admin/orders.csv': { expect: staffOnly(200) },
  'GET /api/admin/order-lines.csv': { expect: staffOnly(200) },
  'GET /api/admin/order-refunds.csv': { expect: staffOnly(200) },
  'GET /api/admin/order-taxes.csv': { expect: staffOnly(200) },
  'GET /api/admin/orders/{id}': staffOrderCase(''),
  'GET /api/admin/orders/{id}/documents/{document}': staffOrderCase('/documents/receipt'),
  'GET /api/admin/orders/{id}/documents/{document}/xml': staffOrderCase('/documents/receipt/xml', 404),
  // The amount and reason are missing, so nothing happens.
  'POST /api/admin/orders/{id}/refunds': staffOrderCase('/refunds', 422),
  'POST /api/admin/orders/{id}/cancel': staffOrderCase('/cancel', 422),
  'POST /api/admin/orders/{id}/paid': staffOrderCase('/paid', 422),
  'POST /api/admin/orders/{id}/project-amendments': staffOrderCase('/project-amendments', 422),
  'POST /api/admin/orders/{id}/billing-corrections': staffOrderCase('/billing-corrections', 422),
  'POST /api/admin/orders/{id}/refunds/{refund_id}/cancel': staffOrderCase('/refunds/1/cancel', 422),
  'GET /api/admin/dispute-mails': { expect: staffOnly(200) },
  'PUT /api/admin/dispute-mails': { expect: staffOnly(422) },
  'POST /api/admin/orders/{id}/end-dispute': staffOrderCase('/end-dispute', 422),
  'GET /api/admin/preferred-rates': {
    expect: staffOnly(200),
    path: ({ workspace_id }) => `/api/admin/preferred-rates?workspace_id=${workspace_id}&state=active`,
  },
  'POST /api/admin/preferred-rates': {
    expect: staffOnly(200),
    body: ({ workspace_id }) => ({ workspace_id, rate: buildRateBody(), reason: 'Ticket 3F9A21C7' }),
  },
  'GET /api/admin/preferred-rates/{id}': {
    expect: staffOnly(200),
    path: ({ rate }) => `/api/admin/preferred-rates/${rate}`,
  },
  'PUT /api/admin/preferred-rates/{id}': {
    expect: staffOnly(200),
    path: ({ rate }) => `/api/admin/preferred-rates/${rate}`,
    body: () => ({ rate: buildRateBody(), reason: 'Ticket 3F9A21C7' }),
  },
  'POST /api/admin/preferred-rates/{id}/end': {
    expect: staffOnly(200),
    path: ({ rate }) => `/api/admin/preferred-rates/${rate}/end`,
    body: () => ({ reason: 'Ticket 3F9A21C7' }),
  },
  'PUT /api/admin/people/{id}/roles': { expect: adminsOnly(422) },
  'PUT /api/admin/people/{id}/affiliations': { expect: staffOnly(422) },
  'POST /api/admin/people/{id}/suspend': { expect: staffOnly(422) },
  'POST /api/admin/people/{id}/unsuspend': { expect: staffOnly(422) },
  'POST /api/admin/people/{id}/two-step-reset': { expect: staffOnly(422) },
  'POST /api/admin/people/{id}/two-step-reset/approval': { expect: adminsOnly(422) },
  'DELETE /api/admin/people/{id}/two-step-reset': { expect: staffOnly(422) },
  'POST /api/admin/people/{id}/masquerade': { expect: staffOnly(422) },

  // These come last, because they end the masquerade and all sessions.
  'GET /api/auth/logout/masquerade': { expect: everyone(200) },
  'POST /api/auth/logout/masquerade': { expect: evenSuspended(200) },
  'POST /api/auth/logout': { expect: evenSuspended(200) },
}

let shop: TestApp
let close: () => Promise<void>
let fixtures: AccessFixtures
const visitors = new Map<CallerRole, Visitor>()

beforeAll(async () => {
  ;({ shop, close } = await openCheckoutShop())
  const owner = await seedMember(shop, 'owner')
  const clip = await seedClip(shop)
  const order = await seedOrder(shop, owner, 'paid', { clips: [clip] })
  const { shoot_id, filmmaker_id, category_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip.id)
    .select(['shoot_id', 'filmmaker_id', 'category_id'])
    .executeTakeFirstOrThrow()
  const region = await shop.db
    .selectFrom('country_regions')
    .where('code', '=', 'CA')
    .select('id')
    .executeTakeFirstOrThrow()
  const license = await shop.db
    .selectFrom('licenses')
    .where('order_item_id', '=', order.item_ids[0] ?? 0)
    .select('id')
    .executeTakeFirstOrThrow()
  const { user_id, email, workspace_id } = owner
  fixtures = {
    clip: clip.id,
    shoot: shoot_id,
    filmmaker: filmmaker_id,
    category: category_id,
    order: order.number,
    order_id: order.id,
    license: license.id,
    // A cart item of somebody else.
    item: await addForeignCartItem(clip.id),
    user_id,
    email,
    workspace_id,
    region_id: region.id,
    quote: await seedQuote(shop, owner, [clip]),
    board: (await owner.visitor.call(createBoard, { body: { name: 'Tide', clip_id: [clip.id] } })).data.id,
    request: 0,
    rate: (await seedRate(shop, workspace_id)).id,
    ticket: await seedTicket(shop),
  }
  await joinEditfest(shop, owner)
  visitors.set('guest', shop.visitor()).set('owner', owner.visitor)
  visitors.set('outsider', (await seedMember(shop, 'owner')).visitor)
  for (const [callerRole, role] of [
    ['viewer', 'guest'],
    ['asset_manager', 'asset_manager'],
    ['purchaser', 'purchaser'],
    ['admin', 'admin'],
  ] as const)
    visitors.set(callerRole, (await seedMember(shop, role, owner.workspace_id)).visitor)
  const manager = visitors.get('asset_manager')
  await manager?.call(addItems, { body: { ...web, clips: [clip.id] } })
  fixtures.request = (await manager?.call(requestPurchase, { body: { note: 'For the trailer' } }))?.data.id ?? 0
  const suspended = await seedMember(shop, 'owner')
  await shop.db
    .updateTable('users')
    .set({ platform_roles: [1, 7] })
    .where('id', '=', suspended.user_id)
    .execute()
  visitors.set('suspended', suspended.visitor)
  visitors.set('staff', (await seedStaff(shop)).visitor)
  visitors.set('platform_admin', (await seedStaff(shop, 'platform_admin')).visitor)
  visitors.set('collection_admin', (await seedStaff(shop, 'collection_admin')).visitor)
  const masquerader = await seedStaff(shop)
  await startMasquerade(shop, masquerader, owner.user_id)
  visitors.set('masquerading', masquerader.visitor)
})
afterAll(() => close())

const addForeignCartItem = async (clip_id: number) => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(addItems, {
    body: { ...web, clips: [clip_id] },
  })
  return data.cart_items.data[0]?.id ?? 0
}

/** Returns the declarations of all endpoints by name. */
const declaredEndpoints = () =>
  new Map(
    shop.app.endpoints.map((endpoint): [string, AnyEndpoint] => [
      `${endpoint.method} /api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`,
      endpoint,
    ]),
  )

test('every endpoint has a case', () => {
  expect([...declaredEndpoints().keys()].toSorted()).toEqual(Object.keys(accessCases).toSorted())
})

/** These look like sensitive endpoints by their names only. */
const PUBLIC_READS = new Set(['GET /api/auth', 'GET /api/openapi.json'])

test('a masquerade opens no staff endpoint and none that pays, signs in, gives access or hands out a secret', () => {
  const allowed = [...declaredEndpoints()].flatMap(([name, { masquerade }]) => (masquerade ? [name] : []))
  const sensitive =
    /\/(admin|auth\/(?!logout|google\/account)|user\/(change|email|password|two-step|privacy)|braintree|checkout\/(manual|braintree))|\{token\}|-token|nonce|invite|owner|upload-parameters|share$|\/openapi/
  expect(allowed.filter(name => !PUBLIC_READS.has(name) && sensitive.test(name))).toEqual([])
  const changes = allowed.filter(name => !name.startsWith('GET '))
  expect(
    changes.filter(name => /member|workspaces\/(current|billing|payment)|\/v2\/checkout|calendar/.test(name)),
  ).toEqual([])
})

const expectedStatuses = (name: string, { expect: statuses }: AccessCase): Partial<Record<CallerRole, number>> => {
  const isChange = !name.startsWith('GET ')
  return {
    suspended: isChange ? 403 : statuses.guest,
    staff: statuses.outsider,
    masquerading: declaredEndpoints().get(name)?.masquerade ? statuses.owner : 403,
    ...(statuses.staff !== undefined && !(isChange && statuses.staff === 200) && { platform_admin: statuses.staff }),
    ...statuses,
  }
}

test.each(Object.entries(accessCases))('%s', async (name, accessCase) => {
  const { path, body, headers } = accessCase
  const [method = '', pathTemplate = ''] = name.split(' ')
  const requestBody = body?.(fixtures)
  const expected = expectedStatuses(name, accessCase)
  const statuses = await Promise.all(
    Object.keys(expected).map(async role => {
      const response = await visitors
        .get(role as CallerRole)
        ?.send(path?.(fixtures) ?? pathTemplate.replace('{id}', '1'), {
          method,
          headers: { ...headers, ...(requestBody !== undefined && { 'content-type': 'application/json' }) },
          ...(requestBody !== undefined && { body: JSON.stringify(requestBody) }),
        })
      return [role, response?.status]
    }),
  )
  expect(Object.fromEntries(statuses)).toEqual(expected)
  const endpoint = declaredEndpoints().get(name)
  const documented = new Set([200, ...(endpoint ? failureStatuses(endpoint) : [])])
  const undocumented = new Set(Object.values(expected).filter(status => !documented.has(status)))
  expect([...undocumented], 'statuses that the endpoint does not declare').toEqual([])
})
