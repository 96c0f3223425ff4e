/** Who may what: every endpoint, asked by everyone, with the answer each must get. A new endpoint without a row fails. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestApp, Visitor } from '../testing/app.ts'
import { openCheckoutShop } from '../testing/builders/checkout.ts'
import { enterFestival } from '../testing/builders/editfest.ts'
import { aClip, aMember, anOrder } from '../testing/builders/orders.ts'
import { aQuote } from '../testing/builders/quotes.ts'
import { aRate, rateBody } from '../testing/builders/rates.ts'
import { actAs, aStaff } from '../testing/builders/staff.ts'
import { aTicket } from '../testing/builders/tickets.ts'
import { createBoard } from './boards/contract.ts'
import { addItems } from './cart/contract.ts'
import { requestPurchase } from './cart/requests/contract.ts'

/** `outsider` owns another workspace; `viewer` has the workspace role guest; all others work in one workspace. */
const customers = ['guest', 'outsider', 'viewer', 'asset_manager', 'purchaser', 'admin', 'owner'] as const
type Customer = (typeof customers)[number]
/**
 * These follow from the others unless a row names them: the suspended are kept from whatever changes something, `staff`
 * (support, in a workspace of their own) are outsiders, and `masquerading` (support acting as the owner) may what the
 * owner may where the endpoint's declaration allows it. `platform_admin` may what `staff` may, and does not repeat what succeeds only
 * once. `collection_admin` is asked where a row names it.
 */
const derived = ['suspended', 'staff', 'masquerading', 'platform_admin', 'collection_admin'] as const
type Who = Customer | (typeof derived)[number]
type Expected = Record<Customer, number> & Partial<Record<(typeof derived)[number], number>>

type World = {
  clip: number
  shoot: number
  filmmaker: number
  order: string
  order_id: number
  license: number
  item: number
  user_id: number
  email: string
  workspace_id: number
  region_id: number
  board: number
  /** The asset manager's. */
  request: number
  quote: string
  rate: number
  ticket: number
}
type Row = {
  expect: Expected
  path?: (world: World) => string
  body?: (world: World) => unknown
  headers?: Record<string, string>
}

const all = (status: number): Expected => Object.fromEntries(customers.map(who => [who, status])) as Expected
const signedIn = (status: number): Expected => ({ ...all(status), guest: 401, suspended: 403 })
/** How the suspended reach us, and how they leave. */
const evenSuspended = (status: number): Expected => ({ ...all(status), suspended: status })
/** Our own doors are not there for anybody else. */
const ofStaff = (status: number): Expected => ({
  ...signedIn(404),
  staff: status,
  collection_admin: 404,
  masquerading: 403,
})
/** The catalog is for collection admins, too. */
const ofEditors = (status: number): Expected => ({ ...ofStaff(status), collection_admin: status })
/** What decides about prices, payouts, the site and the machinery is for platform admins alone. */
const ofAdmins = (status: number): Expected => ({ ...ofStaff(404), platform_admin: status })
/** What belongs to the workspace: outsiders learn nothing of it. */
const inside = (status: number): Expected => ({ ...signedIn(status), outsider: 404 })
const only = (roles: readonly Customer[], yes: number, no = 403): Expected => ({
  ...signedIn(no),
  ...Object.fromEntries(roles.map(role => [role, yes])),
})

const buyers = ['purchaser', 'admin', 'owner'] as const
const managers = ['admin', 'owner'] as const
/** Who neither buys nor downloads has nothing to do with orders. */
const ofOrders = (yes: number): Expected => ({ ...inside(yes), viewer: 403 })
const readsOrder = (part: string, yes = 200): Row => ({
  expect: ofOrders(yes),
  path: ({ order }) => `/api/workspace/orders/${order}${part}`,
})
const readsRate = (part: string): Row => ({
  expect: ofOrders(200),
  path: ({ rate }) => `/api/workspace/preferred-rates/${rate}${part}`,
})
/** What anybody wrote to us is for our own people. */
const ofTicket = (part: string, body?: unknown): Row => ({
  expect: ofStaff(200),
  path: ({ ticket }) => `/api/admin/tickets/${ticket}${part}`,
  ...(body !== undefined && { body: () => body }),
})
const ofStaffOrder = (part: string, yes = 200): Row => ({
  expect: ofStaff(yes),
  path: ({ order_id }) => `/api/admin/orders/${order_id}${part}`,
})
/** Past the door, and nothing there. */
const ofNoBanner = (part: string): Row => ({
  expect: ofAdmins(404),
  path: () => `/api/admin/banners/999999${part}`,
})
const ofStaffCollection = (part: string, yes: number): Row => ({
  expect: ofEditors(yes),
  path: ({ shoot }) => `/api/admin/collections/${shoot}${part}`,
})
/** A board of the owner: the team sees it, those who run the workspace change it. */
const ofBoard = (part: string, body?: (world: World) => unknown): Row => ({
  expect: { ...only(['admin', 'owner'], 200), outsider: 404 },
  path: ({ board }) => `/api/wishlists/${board}${part}`,
  ...(body && { body }),
})
const no_job = '00000000-0000-0000-0000-000000000000'
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

// Where a body would change the world for the next in line, an unfinished one shows that the door was passed: 422.
const rows: Record<string, Row> = {
  'GET /api/flags': { expect: all(200) },
  'POST /api/client-errors': { expect: { ...all(422), suspended: 422 } },

  'GET /api/auth': { expect: all(200) },
  'POST /api/auth/login': { expect: evenSuspended(422) },
  'POST /api/auth/register': { expect: all(422) },
  'GET /api/geoip': { expect: all(200) },
  'PUT /api/user/profile/theme': { expect: signedIn(422) },
  'POST /api/user/notification-preferences/register-page/{id}': { expect: signedIn(422) },

  'GET /api/captcha/challenge': { expect: all(200), path: () => '/api/captcha/challenge?action=register' },
  'GET /api/auth/google/account': { expect: signedIn(200) },
  'GET /api/auth/google/nonce': { expect: all(404) },
  'POST /api/auth/google/auth/callback': { expect: all(422) },
  'POST /api/auth/google/auth/password-confirmation': { expect: all(422) },
  'POST /api/auth/google/connect/callback': { expect: signedIn(422) },
  // Without a password there would be no way back in: nobody here has one.
  'DELETE /api/auth/google/disconnect': { expect: signedIn(409) },
  'PUT /api/auth/verify-email/{token}': { expect: all(404) },
  // Every email address here is confirmed.
  'POST /api/user/verify-email': { expect: signedIn(409) },
  'POST /api/auth/forgot-password': { expect: all(422) },
  'GET /api/auth/reset-password/{token}': { expect: all(404) },
  'PUT /api/auth/reset-password/{token}': { expect: all(422) },
  'PUT /api/auth/email/{token}': { expect: all(404) },
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
  'GET /api/auth/account-deletion/{token}': { expect: all(404), path: () => '/api/auth/account-deletion/none' },
  'DELETE /api/auth/account-deletion/{token}': { expect: all(404), path: () => '/api/auth/account-deletion/none' },
  'POST /api/auth/second-step': { expect: evenSuspended(422) },
  'DELETE /api/auth/second-step': { expect: evenSuspended(200) },
  'POST /api/auth/second-step/passkey/options': { expect: evenSuspended(410) },
  'POST /api/auth/second-step/passkey': { expect: evenSuspended(422) },
  'POST /api/auth/passkey/options': { expect: evenSuspended(200) },
  'POST /api/auth/passkey': { expect: evenSuspended(422) },
  'GET /api/user/profile/notifications': { expect: signedIn(200) },
  'PUT /api/user/profile/notifications': { expect: signedIn(422) },
  'GET /api/user/notification-preferences/{token}': {
    expect: all(404),
    path: () => '/api/user/notification-preferences/none',
  },
  'PUT /api/user/notification-preferences/{token}': {
    expect: all(404),
    path: () => '/api/user/notification-preferences/none',
    body: () => ({ email_preferences: [] }),
  },

  'GET /api/user/profile/avatar/upload-parameters': { expect: signedIn(200) },
  'PUT /api/user/profile/avatar': { expect: signedIn(422) },
  'GET /api/business-types': { expect: all(200) },
  'GET /api/business-types/{id}': { expect: all(200) },
  'PUT /api/user/personalization/occupation': { expect: signedIn(422) },
  'GET /api/user/verticals': { expect: signedIn(200) },
  'PUT /api/user/verticals': { expect: signedIn(422) },

  'GET /api/user/abilities': { expect: all(200) },
  'GET /api/workspaces': { expect: signedIn(200) },
  'GET /api/workspaces/current': { expect: signedIn(200) },
  'PUT /api/workspaces/current': { expect: inside(200), body: ({ workspace_id }) => ({ workspace: workspace_id }) },
  'GET /api/workspaces/users/list': { expect: signedIn(200) },
  'GET /api/workspaces/billing': { expect: { ...only(buyers, 200), outsider: 200 } },
  'PUT /api/workspaces/billing': {
    expect: { ...only(['admin', 'owner'], 200), outsider: 422 },
    body: ({ user_id, region_id }) => ({
      ...address,
      company_name: 'Aster',
      billing_contact_user_id: user_id,
      country_region_id: region_id,
    }),
  },
  'GET /api/workspaces/overview': { expect: signedIn(200) },
  'PUT /api/workspaces/name': {
    expect: { ...only(managers, 200), outsider: 200 },
    body: () => ({ name: 'Tidewater' }),
  },
  'GET /api/workspace/avatar/upload-parameters': { expect: { ...only(managers, 200), outsider: 200 } },
  'PUT /api/workspace/avatar': {
    expect: { ...only(managers, 200), outsider: 200 },
    body: () => ({ avatar_public_id: null }),
  },
  'GET /api/workspace/audit': { expect: { ...only(managers, 200), outsider: 200 } },
  'GET /api/workspace/audit.csv': { expect: { ...only(managers, 200), outsider: 200 } },
  'GET /api/workspace/members': { expect: { ...only(managers, 200), outsider: 200 } },
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
    expect: { ...only(['owner'], 422), outsider: 422 },
    path: () => '/api/workspaces/owner/1',
    body: () => ({ password: 'not-this-one' }),
  },
  'POST /api/workspace/invite': {
    expect: { ...only(managers, 422), outsider: 200 },
    body: ({ email }) => ({ invitees: [{ email, role: 'guest' }] }),
  },
  'POST /api/workspaces/invite/{id}/resend': {
    expect: { ...only(managers, 404), outsider: 404 },
    path: () => '/api/workspaces/invite/999999/resend',
    body: () => ({}),
  },
  'PUT /api/workspaces/invite/{id}': {
    expect: { ...only(managers, 404), outsider: 404 },
    path: () => '/api/workspaces/invite/999999',
    body: () => ({ role: 'guest' }),
  },
  'POST /api/workspaces/invite/{id}/link': {
    expect: { ...only(managers, 404), outsider: 404 },
    path: () => '/api/workspaces/invite/999999/link',
  },
  'DELETE /api/workspace/invite': {
    expect: { ...only(managers, 404), outsider: 404 },
    body: () => ({ email: 'nobody@example.com' }),
  },
  'GET /api/workspaces/invite/{token}': { expect: all(404), path: () => '/api/workspaces/invite/nothing' },
  'POST /api/workspaces/invite/accept': { expect: signedIn(404), body: () => ({ invite_token: 'nothing' }) },
  'GET /api/countries/regions': { expect: all(200) },

  'GET /api/v2/cart/licensed': { expect: all(200), path: ({ clip }) => `/api/v2/cart/licensed?clips=${clip}` },
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
  'GET /api/cart/licenses/schema': { expect: all(200) },
  'POST /api/customlicense': { expect: all(422) },
  'GET /api/clips': { expect: all(200) },
  'POST /api/clips/seen': { expect: all(200), body: ({ clip }) => ({ views: [clip], hovers: [] }) },
  'POST /api/searches': { expect: all(200), body: () => ({ q: 'tide' }) },
  'POST /api/searches/clicks': { expect: all(200), body: ({ clip }) => ({ q: 'tide', clip_id: clip }) },
  'GET /api/clips/facets/{name}': { expect: all(200), path: () => '/api/clips/facets/keyword?find=ti' },
  'GET /api/clips/suggest': { expect: all(200), path: () => '/api/clips/suggest?q=tide' },
  'GET /api/clips/read': { expect: all(200), path: () => '/api/clips/read?q=aerial+tide' },
  'GET /api/clips/corrected': { expect: all(200), path: () => '/api/clips/corrected?q=tied' },
  'GET /api/clips/{id}': { expect: all(200), path: ({ clip }) => `/api/clips/${clip}` },
  'GET /api/clips/unreleased': { expect: { ...signedIn(404), staff: 200 } },
  'GET /api/clips/by-color': { expect: all(200), path: () => '/api/clips/by-color?hex=1f6f78' },
  'GET /api/clips/by-look': { expect: all(422) },
  'POST /api/clips/by-frame': { expect: all(422), body: () => ({}) },
  'GET /api/clips/{id}/similar': { expect: all(200), path: ({ clip }) => `/api/clips/${clip}/similar` },
  'GET /api/collections': { expect: all(200) },
  'GET /api/collections/{id}': { expect: all(200), path: ({ shoot }) => `/api/collections/${shoot}` },
  'GET /api/collections/curated/featured': { expect: all(200) },
  'GET /api/collections/featured': { expect: all(200) },
  'GET /api/collections/groups': { expect: all(200) },
  'GET /api/shoots/{id}': { expect: all(200), path: ({ shoot }) => `/api/shoots/${shoot}` },
  'GET /api/scenes/{id}': { expect: all(404), path: () => '/api/scenes/1' },
  'GET /api/filmmakers': { expect: all(200) },
  'GET /api/filmmakers/{id}': { expect: all(200), path: ({ filmmaker }) => `/api/filmmakers/${filmmaker}` },
  'GET /api/articles': { expect: all(200) },
  'GET /api/articles/{slug}': { expect: all(404), path: () => '/api/articles/nothing' },
  'GET /api/categories': { expect: all(200) },
  'GET /api/searches/popular': { expect: all(200) },
  'GET /api/categories/{slug}': { expect: all(404), path: () => '/api/categories/nothing' },

  'GET /api/wishlists': { expect: signedIn(200) },
  'POST /api/wishlists': { expect: signedIn(422) },
  'GET /api/wishlists/{id}': { expect: inside(200), path: ({ board }) => `/api/wishlists/${board}` },
  'PUT /api/wishlists/{id}': ofBoard('', () => ({ name: 'Tide' })),
  // Of a board that is not there, because the first of them would take it from the others.
  'DELETE /api/wishlists/{id}': { expect: signedIn(404), path: () => '/api/wishlists/999999' },
  'POST /api/wishlists/{id}/restore': { expect: signedIn(404), path: () => '/api/wishlists/999999/restore' },
  'POST /api/wishlists/{id}/attach': ofBoard('/attach', ({ clip }) => ({ clip_id: [clip] })),
  'DELETE /api/wishlists/{id}/detach': { expect: signedIn(422) },
  'PUT /api/wishlists/{id}/order': ofBoard('/order', ({ clip }) => ({ clip_id: clip })),
  'PUT /api/wishlists/{id}/favorite': {
    expect: inside(200),
    path: ({ board }) => `/api/wishlists/${board}/favorite`,
    body: () => ({ favorite: true }),
  },
  'POST /api/wishlists/{id}/share': ofBoard('/share'),
  'DELETE /api/wishlists/{id}/share': ofBoard('/share'),

  'GET /api/v2/cart': { expect: all(200) },
  'DELETE /api/v2/cart': { expect: all(200) },
  'POST /api/v2/cart/items': { expect: all(422) },
  'POST /api/v2/cart/items/all': { expect: all(422) },
  'DELETE /api/v2/cart/items': { expect: all(404), body: ({ item }) => ({ cart_item_ids: [item] }) },
  'PUT /api/v2/cart/items/{id}': {
    expect: all(404),
    path: ({ item }) => `/api/v2/cart/items/${item}`,
    body: () => ({ data: { distribution_ids: [3], end_client_size: 2, org_type: 'commercial', format_id: 3 } }),
  },
  'POST /api/v2/cart/preferred-rates': {
    // There is no RAW file of the clip.
    expect: { ...inside(422), viewer: 403 },
    body: ({ rate, clip }) => ({ preferred_rate_id: rate, clip_id: clip, format_id: 1 }),
  },
  'PUT /api/v2/cart/items/{id}/preferred-rates': {
    expect: signedIn(404),
    path: ({ item }) => `/api/v2/cart/items/${item}/preferred-rates`,
    body: ({ rate }) => ({ preferred_rate_id: rate }),
  },
  'GET /api/workspace/preferred-rates': { expect: signedIn(200) },
  'GET /api/workspace/preferred-rates/{id}': readsRate(''),
  'GET /api/workspace/preferred-rates/{id}/orders': readsRate('/orders'),
  'PUT /api/v2/cart/ein': { expect: all(422) },
  'PUT /api/v2/cart/coupon': { expect: all(422) },
  'GET /api/v2/cart/billing/last': { expect: signedIn(200) },
  'PUT /api/v2/cart/billing': { expect: signedIn(422) },
  'PUT /api/v2/cart/vat': { expect: signedIn(422) },

  'GET /api/cart': { expect: all(200) },
  'POST /api/cart/clips': { expect: all(422) },
  'PUT /api/cart/clips': { expect: all(422) },
  'DELETE /api/cart': { expect: all(404), path: ({ item }) => `/api/cart?cart_item_ids=[${item}]` },
  'DELETE /api/cart/clear': { expect: all(200) },
  'POST /api/cart/coupon': { expect: all(422) },
  'DELETE /api/cart/coupon': { expect: all(200) },
  'POST /api/cart/details': { expect: all(422) },

  'GET /api/workspace/quotes': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/quotes/{number}': {
    expect: ofOrders(200),
    path: ({ quote }) => `/api/workspace/quotes/${quote}`,
  },
  'POST /api/workspace/quotes/{number}/decline': {
    expect: ofOrders(404),
    path: () => '/api/workspace/quotes/Q-2026-999999/decline',
    body: () => ({ reason: 'Too dear' }),
  },
  'PUT /api/workspace/quotes/{number}/ein': {
    expect: ofOrders(404),
    path: () => '/api/workspace/quotes/Q-2026-999999/ein',
    body: () => ({ ein: '12-3456789' }),
  },
  'PUT /api/workspace/quotes/{number}/vat': {
    expect: ofOrders(404),
    path: () => '/api/workspace/quotes/Q-2026-999999/vat',
    body: () => ({ vat_number: '' }),
  },
  // Filmmakers see their own in `earnings.test.ts`; for everybody else there is nothing.
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
  'GET /api/filmmaker/payout-settings': { expect: signedIn(404) },
  'PUT /api/filmmaker/payout-settings': {
    expect: signedIn(404),
    body: () => ({ payee_name: 'Ines Marlow', paypal_email: 'ines@marlow.example', password: 'Correct-Horse-1' }),
  },
  // So are uploads and drafts (`src/uploads/*.test.ts`).
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
  'GET /api/admin/uploads': { expect: ofEditors(200) },
  'POST /api/admin/uploads': { expect: ofEditors(422) },
  'GET /api/admin/quotes': { expect: ofStaff(200) },
  'GET /api/admin/quotes/{number}': { expect: ofStaff(200), path: ({ quote }) => `/api/admin/quotes/${quote}` },
  'POST /api/admin/quotes': { expect: ofStaff(422) },
  'POST /api/admin/custom-carts': { expect: ofStaff(422) },
  'GET /api/admin/offer-drafts': { expect: ofStaff(200) },
  'POST /api/admin/offer-drafts': { expect: ofStaff(422) },
  'GET /api/admin/offer-drafts/{id}': { expect: ofStaff(404), path: () => '/api/admin/offer-drafts/999999' },
  'PUT /api/admin/offer-drafts/{id}': { expect: ofStaff(422) },
  'DELETE /api/admin/offer-drafts/{id}': { expect: ofStaff(404), path: () => '/api/admin/offer-drafts/999999' },
  'PUT /api/admin/quotes/{number}': { expect: ofStaff(422), path: ({ quote }) => `/api/admin/quotes/${quote}` },
  'POST /api/admin/quotes/{number}/revoke': {
    expect: ofStaff(422),
    path: ({ quote }) => `/api/admin/quotes/${quote}/revoke`,
  },
  'POST /api/admin/quotes/{number}/link': {
    expect: ofStaff(409),
    path: ({ quote }) => `/api/admin/quotes/${quote}/link`,
  },

  'GET /api/v2/braintree-client-token': { expect: signedIn(200) },
  'GET /api/braintree/client_token': { expect: signedIn(200) },
  'GET /api/workspaces/payment-methods': { expect: only([...buyers, 'outsider'], 200) },
  'GET /api/user/payment_methods': { expect: only([...buyers, 'outsider'], 200) },
  'POST /api/workspaces/payment-methods': {
    expect: only([...managers, 'outsider'], 422),
    body: () => ({ nonce: 'a-nonce', type: 'card' }),
  },
  'DELETE /api/workspaces/payment-methods/{id}': {
    expect: only([...managers, 'outsider'], 404),
    path: () => '/api/workspaces/payment-methods/999999',
  },
  'POST /api/workspaces/payment-methods/{id}/default': {
    expect: only([...managers, 'outsider'], 404),
    path: () => '/api/workspaces/payment-methods/999999/default',
  },
  'GET /api/workspace/purchase-requests': { expect: signedIn(200) },
  'POST /api/workspace/purchase-requests': { expect: signedIn(422) },
  'GET /api/workspace/purchase-requests/{id}': {
    expect: { ...inside(200), viewer: 404 },
    path: ({ request }) => `/api/workspace/purchase-requests/${request}`,
  },
  // Not the cart that they looked at.
  'POST /api/workspace/purchase-requests/{id}/approve': {
    expect: { ...inside(409), viewer: 404, asset_manager: 403 },
    path: ({ request }) => `/api/workspace/purchase-requests/${request}/approve`,
    body: () => ({ seen: 'another' }),
  },
  'POST /api/workspace/purchase-requests/{id}/decline': {
    expect: signedIn(422),
    path: ({ request }) => `/api/workspace/purchase-requests/${request}/decline`,
  },
  'POST /api/workspace/purchase-requests/{id}/withdraw': {
    expect: { ...inside(403), viewer: 404, asset_manager: 200 },
    path: ({ request }) => `/api/workspace/purchase-requests/${request}/withdraw`,
  },
  'POST /api/v2/cart/checkout': {
    // The owner's last cart has become an order, which the refusal names.
    expect: { ...only([...buyers, 'outsider'], 422), owner: 409 },
    body: () => ({
      nonce: 'a-nonce',
      payment_type: 'card',
      payment_method_id: null,
      remember_payment_method: false,
      seen: 'x',
    }),
    headers: { 'idempotency-key': 'who-may-what' },
  },
  'GET /api/v2/checkout/{invoice}': {
    expect: only([...buyers, 'outsider'], 404),
    path: () => '/api/v2/checkout/LT-2026-999999',
  },
  'POST /api/v2/checkout/{invoiceNumber}': {
    expect: only([...buyers, 'outsider'], 404),
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
    expect: only([...buyers, 'outsider'], 404),
    path: () => '/api/v2/braintree-payment-method-nonce/999999',
  },
  'GET /api/braintree/{id}/nonce': {
    expect: only([...buyers, 'outsider'], 404),
    path: () => '/api/braintree/999999/nonce',
  },
  'POST /api/user/payment_methods': {
    expect: only([...buyers, 'outsider'], 422),
    body: () => ({ nonce: 'a-nonce', type: 'ach' }),
  },
  'POST /api/v2/cart/self-invoice': {
    expect: only([...buyers, 'outsider'], 404),
    body: () => ({ ...project, cart_hash: 'none' }),
  },
  'POST /api/checkout/manual': {
    expect: only([...buyers, 'outsider'], 404),
    body: () => ({ cart_hash: 'none' }),
  },
  'POST /api/checkout/braintree': {
    expect: only([...buyers, 'outsider'], 404),
    body: () => ({
      cart_hash: 'none',
      nonce: 'a-nonce',
      payment_type: 'card',
    }),
    headers: { 'idempotency-key': 'who-may-what-by-link' },
  },
  'GET /api/admin/payment-reconciliations': { expect: ofAdmins(200) },
  'GET /api/v2/checkout/account': { expect: only([...buyers, 'outsider'], 200) },
  'GET /api/v2/checkout/pending': { expect: signedIn(200) },
  'GET /api/v2/checkout/attempts/{order_id}': {
    expect: ofOrders(404),
    path: ({ order_id }) => `/api/v2/checkout/attempts/${order_id}`,
  },
  // Whoever bought it, nobody else of the workspace.
  'GET /api/checkout/orders/{order_id}': {
    expect: only(['owner'], 200, 404),
    path: ({ order_id }) => `/api/checkout/orders/${order_id}`,
  },

  'GET /api/workspace/orders': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/licenses': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/licenses/register': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/licenses/register.csv': { expect: { ...signedIn(200), viewer: 403 } },
  'GET /api/workspace/licenses/calendar': { expect: { ...signedIn(200), viewer: 403 } },
  'POST /api/workspace/licenses/calendar': { expect: { ...signedIn(200), viewer: 403 } },
  'DELETE /api/workspace/licenses/calendar': { expect: signedIn(200) },
  // A link that nobody made.
  'GET /api/licenses/calendar/{token}.ics': {
    expect: all(404),
    path: () => `/api/licenses/calendar/${'x'.repeat(43)}.ics`,
  },
  'GET /api/workspace/orders/{id}': readsOrder(''),
  'GET /api/workspace/orders/{id}/clips': readsOrder('/clips'),
  'GET /api/workspace/orders/{id}/receipt': readsOrder('/receipt'),
  'GET /api/workspace/orders/{id}/invoice': readsOrder('/invoice', 409),
  'GET /api/workspace/orders/{id}/license-agreement': readsOrder('/license-agreement'),
  // There is none: whoever reads orders is told so.
  'GET /api/workspace/orders/{id}/credit-notes/{number}': {
    expect: { ...signedIn(404), viewer: 403 },
    path: ({ order }) => `/api/workspace/orders/${order}/credit-notes/LC-2026-999999`,
  },
  'PUT /api/workspace/orders/{id}/project-details': {
    expect: ofOrders(200),
    path: ({ order }) => `/api/workspace/orders/${order}/project-details`,
    body: () => project,
  },
  'POST /api/clips/{id}/comp': { expect: signedIn(200), path: ({ clip }) => `/api/clips/${clip}/comp` },
  'POST /api/clips/{id}/download': {
    expect: ofOrders(200),
    path: ({ clip }) => `/api/clips/${clip}/download`,
    body: () => ({ format_id: 3 }),
  },

  'POST /api/workspace/zip': {
    expect: ofOrders(200),
    body: ({ clip }) => ({ files: [{ clip_id: clip, format_id: 3 }] }),
  },
  // What there is to repeat is in `checkout/webhooks.test.ts`: this order stands.
  'POST /api/workspace/orders/{id}/again': {
    expect: ofOrders(409),
    path: ({ order }) => `/api/workspace/orders/${order}/again`,
  },
  'POST /api/workspace/orders/{id}/zip': {
    expect: ofOrders(200),
    path: ({ order }) => `/api/workspace/orders/${order}/zip`,
  },
  'GET /api/certificates/{code}': { expect: all(404), path: () => `/api/certificates/${'x'.repeat(43)}` },
  'GET /api/certificates/key': { expect: all(200) },
  'GET /api/workspace/licenses/{id}/certificate.pdf': {
    expect: { ...ofOrders(200) },
    path: ({ license }) => `/api/workspace/licenses/${license}/certificate.pdf`,
  },
  'GET /api/workspace/licenses/{id}/certificate.json': {
    expect: { ...ofOrders(200) },
    path: ({ license }) => `/api/workspace/licenses/${license}/certificate.json`,
  },
  // A link that we never made.
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
  // The workspace of all but the outsider is in one.
  'POST /api/clips/{id}/edit-fest/download': {
    expect: { ...signedIn(200), outsider: 409, viewer: 403 },
    path: ({ clip }) => `/api/clips/${clip}/edit-fest/download`,
  },

  'GET /api/user/onboarding': { expect: signedIn(200) },
  'PUT /api/user/onboarding/profile': { expect: signedIn(422) },
  'PUT /api/workspace/onboarding': {
    expect: { ...only(managers, 200), outsider: 200 },
    body: () => ({ name: 'Tidewater' }),
  },
  // Everybody who may ask has asked this one already.
  'POST /api/user/onboarding/workspace/invite': {
    expect: { ...only(managers, 422), outsider: 422 },
    body: ({ email }) => ({ invitees: [{ email, role: 'guest' }] }),
  },
  'PUT /api/user/onboarding/complete': { expect: signedIn(409) },

  'POST /api/forms/workspace-support-request': { expect: signedIn(422) },
  'POST /api/forms/unlock-enterprise-features': {
    expect: { ...only(managers, 200), outsider: 200 },
    body: () => ({ topic: 'rates', message: 'Twelve of us' }),
  },
  'POST /api/forms/request-preferred-rate': {
    expect: { ...only(buyers, 200), outsider: 200 },
    body: () => ({ end_client: 'Aster Foods', clips: '40', message: 'Spots for a year' }),
  },
  'POST /api/forms/workspace-billing-change-request': {
    expect: { ...only(managers, 200), outsider: 200 },
    body: () => ({ topic: 'term', message: 'Sixty days' }),
  },
  'POST /api/forms/contact': { expect: evenSuspended(422) },
  'POST /api/forms/footage-research': { expect: all(422) },

  'GET /api/user/feature-banner': { expect: signedIn(200) },
  'POST /api/user/feature-banner/read': { expect: signedIn(200) },
  'POST /api/user/feature-banner/dismiss': { expect: signedIn(200) },

  'GET /api/admin/flags': { expect: ofAdmins(200) },
  'PUT /api/admin/flags/{key}': { expect: ofAdmins(422), path: () => '/api/admin/flags/editfest-coupon' },
  'GET /api/admin/filmmakers': { expect: ofAdmins(200) },
  'GET /api/admin/payouts': { expect: ofAdmins(200) },
  'POST /api/admin/payouts/close': { expect: ofAdmins(409), body: () => ({ month: '2020-01', seen_cents: 0 }) },
  'POST /api/admin/payouts/{number}/sent': {
    expect: ofAdmins(404),
    path: () => '/api/admin/payouts/LS-2020-01-0001/sent',
    body: () => ({ sent_on: '2020-02-03', reference: 'PP-1', payee: null }),
  },
  'POST /api/admin/filmmakers/{id}/people': {
    expect: ofAdmins(422),
    path: ({ filmmaker }) => `/api/admin/filmmakers/${filmmaker}/people`,
  },
  'DELETE /api/admin/filmmakers/{id}/people/{user_id}': {
    expect: ofAdmins(404),
    path: ({ filmmaker, user_id }) => `/api/admin/filmmakers/${filmmaker}/people/${user_id}`,
  },
  'GET /api/admin/editfests': { expect: ofAdmins(200) },
  'POST /api/admin/editfests': { expect: ofAdmins(422) },
  'PUT /api/admin/editfests/{id}': { expect: ofAdmins(422) },
  'GET /api/admin/banners': { expect: ofAdmins(200) },
  'POST /api/admin/banners': { expect: ofAdmins(422) },
  'GET /api/admin/banner-picture/upload-parameters': { expect: ofAdmins(200) },
  'GET /api/admin/banners/{id}': ofNoBanner(''),
  'PUT /api/admin/banners/{id}': { expect: ofAdmins(422) },
  'DELETE /api/admin/banners/{id}': ofNoBanner(''),
  'POST /api/admin/banners/{id}/start': { ...ofNoBanner('/start'), body: () => ({ version: 1 }) },
  'POST /api/admin/banners/{id}/take-back': ofNoBanner('/take-back'),
  'POST /api/admin/banners/{id}/end': { ...ofNoBanner('/end'), body: () => ({ reason: 'Ticket 3F9A21C7' }) },
  'GET /api/admin/openapi.json': { expect: ofStaff(200) },
  'GET /api/admin/approvals': { expect: ofStaff(200) },
  'POST /api/admin/approvals/{id}/approve': {
    expect: ofAdmins(404),
    path: () => '/api/admin/approvals/999999/approve',
    body: () => ({ reason: 'Ticket 3F9A21C7' }),
  },
  'POST /api/admin/approvals/{id}/reject': {
    expect: ofAdmins(404),
    path: () => '/api/admin/approvals/999999/reject',
    body: () => ({ reason: 'Ticket 3F9A21C7' }),
  },
  'GET /api/admin/find': { expect: ofEditors(200), path: () => '/api/admin/find?words=ada' },
  'GET /api/admin/people': { expect: ofStaff(200) },
  'GET /api/admin/people/{id}': { expect: ofStaff(200), path: ({ user_id }) => `/api/admin/people/${user_id}` },
  'GET /api/admin/coupons': { expect: ofStaff(200) },
  'GET /api/admin/coupons/{id}': { expect: ofStaff(404), path: () => '/api/admin/coupons/999999' },
  'POST /api/admin/coupons': { expect: ofStaff(422) },
  'POST /api/admin/coupons/{id}/end': { expect: ofStaff(422) },
  'GET /api/admin/prices': { expect: ofAdmins(200) },
  'POST /api/admin/prices': { expect: ofAdmins(422) },
  'POST /api/admin/prices/preview': { expect: ofAdmins(422) },
  'GET /api/admin/clips': { expect: ofEditors(200) },
  'GET /api/admin/clips/{id}': { expect: ofEditors(200), path: ({ clip }) => `/api/admin/clips/${clip}` },
  'PUT /api/admin/clips/{id}': { expect: ofEditors(422) },
  'GET /api/admin/clip-uses': { expect: ofEditors(200), path: ({ clip }) => `/api/admin/clip-uses?ids=${clip}` },
  'GET /api/admin/catalog-choices': { expect: ofEditors(200) },
  'POST /api/admin/clip-moves': { expect: ofEditors(422) },
  'POST /api/admin/clip-changes': { expect: ofEditors(422) },
  'GET /api/admin/collections': { expect: ofEditors(200) },
  'POST /api/admin/collections': { expect: ofEditors(422) },
  'GET /api/admin/collections/{id}': ofStaffCollection('', 200),
  'PUT /api/admin/collections/{id}': ofStaffCollection('', 422),
  'PUT /api/admin/collections/{id}/cover': ofStaffCollection('/cover', 422),
  'GET /api/admin/collections/{id}/clips': ofStaffCollection('/clips', 200),
  'POST /api/admin/collections/{id}/clips': ofStaffCollection('/clips', 422),
  'POST /api/admin/collections/{id}/pasted-clips': ofStaffCollection('/pasted-clips', 422),
  'POST /api/admin/collections/{id}/clip-removals': ofStaffCollection('/clip-removals', 422),
  'PUT /api/admin/collections/{id}/order': ofStaffCollection('/order', 422),
  // A shoot is published by its clips.
  'POST /api/admin/collections/{id}/publish': ofStaffCollection('/publish', 409),
  'POST /api/admin/collections/{id}/clip-withdrawals': ofStaffCollection('/clip-withdrawals', 422),
  'POST /api/admin/collections/{id}/withdraw': ofStaffCollection('/withdraw', 422),
  'GET /api/admin/collection-order': { expect: ofEditors(200) },
  'PUT /api/admin/collection-order': { expect: ofEditors(422) },
  'GET /api/admin/keyword-lists': { expect: ofEditors(200) },
  'GET /api/admin/keyword-lists/{id}': { expect: ofEditors(404), path: () => '/api/admin/keyword-lists/999999' },
  'POST /api/admin/keyword-lists': { expect: ofEditors(422) },
  'POST /api/admin/keyword-lists/{id}/apply': {
    expect: ofEditors(404),
    path: () => '/api/admin/keyword-lists/999999/apply',
  },
  'GET /api/admin/searches': { expect: ofEditors(200) },
  'GET /api/admin/synonyms': { expect: ofEditors(200) },
  'PUT /api/admin/synonyms': { expect: ofEditors(422) },
  'POST /api/admin/synonym-removals': { expect: ofEditors(422) },
  'GET /api/admin/log': { expect: ofStaff(200) },
  'GET /api/admin/log.csv': { expect: ofStaff(200) },
  'GET /api/admin/log-choices': { expect: ofStaff(200) },
  'GET /api/admin/jobs': { expect: ofAdmins(200) },
  'GET /api/admin/security-events': { expect: ofAdmins(200) },
  'GET /api/admin/security-events.jsonl': { expect: ofAdmins(200) },
  'GET /api/admin/failed-jobs': { expect: ofAdmins(200) },
  'POST /api/admin/failed-jobs/{id}/retry': {
    expect: ofAdmins(409),
    path: () => `/api/admin/failed-jobs/${no_job}/retry`,
  },
  'POST /api/admin/failed-jobs/{id}/discard': {
    expect: ofAdmins(422),
    path: () => `/api/admin/failed-jobs/${no_job}/discard`,
  },
  'POST /api/admin/failed-job-retries': { expect: ofAdmins(422) },
  'GET /api/admin/outbox': { expect: ofAdmins(200) },
  'POST /api/admin/outbox/{id}/replay': { expect: ofAdmins(422) },
  'GET /api/admin/offer-clips': { expect: ofStaff(200) },
  'GET /api/admin/workspaces': { expect: ofStaff(200) },
  'GET /api/admin/workspaces/{id}': {
    expect: ofStaff(200),
    path: ({ workspace_id }) => `/api/admin/workspaces/${workspace_id}`,
  },
  'PUT /api/admin/workspaces/{id}/terms': {
    expect: ofStaff(422),
    path: ({ workspace_id }) => `/api/admin/workspaces/${workspace_id}/terms`,
  },
  'GET /api/admin/tickets': { expect: ofStaff(200) },
  'GET /api/admin/tickets/{id}': ofTicket(''),
  'PUT /api/admin/tickets/{id}/assignee': ofTicket('/assignee', { user_id: null }),
  'POST /api/admin/tickets/{id}/replies': ofTicket('/replies', { message: 'Here it is.', last_reply_id: null }),
  'POST /api/admin/tickets/{id}/close': ofTicket('/close'),
  'POST /api/admin/tickets/{id}/reopen': ofTicket('/reopen'),
  'GET /api/admin/orders': { expect: ofStaff(200) },
  'GET /api/admin/orders.csv': { expect: ofStaff(200) },
  'GET /api/admin/order-lines.csv': { expect: ofStaff(200) },
  'GET /api/admin/order-refunds.csv': { expect: ofStaff(200) },
  'GET /api/admin/order-taxes.csv': { expect: ofStaff(200) },
  'GET /api/admin/orders/{id}': ofStaffOrder(''),
  'GET /api/admin/orders/{id}/documents/{document}': ofStaffOrder('/documents/receipt'),
  // Without its reason and its amount nothing is carried out.
  'POST /api/admin/orders/{id}/refunds': ofStaffOrder('/refunds', 422),
  'POST /api/admin/orders/{id}/cancel': ofStaffOrder('/cancel', 422),
  'POST /api/admin/orders/{id}/paid': ofStaffOrder('/paid', 422),
  'POST /api/admin/orders/{id}/refunds/{refund_id}/cancel': ofStaffOrder('/refunds/1/cancel', 422),
  'GET /api/admin/dispute-mails': { expect: ofStaff(200) },
  'PUT /api/admin/dispute-mails': { expect: ofStaff(422) },
  'POST /api/admin/orders/{id}/end-dispute': ofStaffOrder('/end-dispute', 422),
  'GET /api/admin/preferred-rates': {
    expect: ofStaff(200),
    path: ({ workspace_id }) => `/api/admin/preferred-rates?workspace_id=${workspace_id}&state=active`,
  },
  'POST /api/admin/preferred-rates': {
    expect: ofStaff(200),
    body: ({ workspace_id }) => ({ workspace_id, rate: rateBody(), reason: 'Ticket 3F9A21C7' }),
  },
  'GET /api/admin/preferred-rates/{id}': {
    expect: ofStaff(200),
    path: ({ rate }) => `/api/admin/preferred-rates/${rate}`,
  },
  'PUT /api/admin/preferred-rates/{id}': {
    expect: ofStaff(200),
    path: ({ rate }) => `/api/admin/preferred-rates/${rate}`,
    body: () => ({ rate: rateBody(), reason: 'Ticket 3F9A21C7' }),
  },
  'POST /api/admin/preferred-rates/{id}/end': {
    expect: ofStaff(200),
    path: ({ rate }) => `/api/admin/preferred-rates/${rate}/end`,
    body: () => ({ reason: 'Ticket 3F9A21C7' }),
  },
  'PUT /api/admin/people/{id}/roles': { expect: ofAdmins(422) },
  'PUT /api/admin/people/{id}/affiliations': { expect: ofStaff(422) },
  'POST /api/admin/people/{id}/suspend': { expect: ofStaff(422) },
  'POST /api/admin/people/{id}/unsuspend': { expect: ofStaff(422) },
  'POST /api/admin/people/{id}/two-step-reset': { expect: ofStaff(422) },
  'POST /api/admin/people/{id}/two-step-reset/approval': { expect: ofAdmins(422) },
  'DELETE /api/admin/people/{id}/two-step-reset': { expect: ofStaff(422) },
  'POST /api/admin/people/{id}/masquerade': { expect: ofStaff(422) },

  // Last, because they end what the others need: the masquerade, then every session.
  'GET /api/auth/logout/masquerade': { expect: all(200) },
  'POST /api/auth/logout/masquerade': { expect: evenSuspended(200) },
  'POST /api/auth/logout': { expect: evenSuspended(200) },
}

let shop: TestApp
let close: () => Promise<void>
let world: World
const visitors = new Map<Who, Visitor>()

beforeAll(async () => {
  ;({ shop, close } = await openCheckoutShop())
  const owner = await aMember(shop, 'owner')
  const clip = await aClip(shop)
  const order = await anOrder(shop, owner, 'paid', { clips: [clip] })
  const { shoot_id, filmmaker_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clip.id)
    .select(['shoot_id', 'filmmaker_id'])
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
  world = {
    clip: clip.id,
    shoot: shoot_id,
    filmmaker: filmmaker_id,
    order: order.number,
    order_id: order.id,
    license: license.id,
    // A cart item that is nobody's here.
    item: await someonesItem(clip.id),
    user_id,
    email,
    workspace_id,
    region_id: region.id,
    quote: await aQuote(shop, owner, [clip]),
    board: (await owner.visitor.call(createBoard, { body: { name: 'Tide', clip_id: [clip.id] } })).data.id,
    request: 0,
    rate: (await aRate(shop, workspace_id)).id,
    ticket: await aTicket(shop),
  }
  await enterFestival(shop, owner)
  visitors.set('guest', shop.visitor()).set('owner', owner.visitor)
  visitors.set('outsider', (await aMember(shop, 'owner')).visitor)
  for (const [who, role] of [
    ['viewer', 'guest'],
    ['asset_manager', 'asset_manager'],
    ['purchaser', 'purchaser'],
    ['admin', 'admin'],
  ] as const)
    visitors.set(who, (await aMember(shop, role, owner.workspace_id)).visitor)
  const manager = visitors.get('asset_manager')
  await manager?.call(addItems, { body: { ...web, clips: [clip.id] } })
  world.request = (await manager?.call(requestPurchase, { body: { note: 'For the trailer' } }))?.data.id ?? 0
  const suspended = await aMember(shop, 'owner')
  await shop.db
    .updateTable('users')
    .set({ platform_roles: [1, 7] })
    .where('id', '=', suspended.user_id)
    .execute()
  visitors.set('suspended', suspended.visitor)
  visitors.set('staff', (await aStaff(shop)).visitor)
  visitors.set('platform_admin', (await aStaff(shop, 'platform_admin')).visitor)
  visitors.set('collection_admin', (await aStaff(shop, 'collection_admin')).visitor)
  const acting = await aStaff(shop)
  await actAs(shop, acting, owner.user_id)
  visitors.set('masquerading', acting.visitor)
})
afterAll(() => close())

const someonesItem = async (clip_id: number) => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(addItems, {
    body: { ...web, clips: [clip_id] },
  })
  return data.cart_items.data[0]?.id ?? 0
}

type Operations = Record<string, { 'x-masquerade'?: string }>

/** Each endpoint by its name, and whether its declaration allows it during a masquerade. */
const endpoints = () => {
  const { paths } = shop.app.swagger() as { paths?: Record<string, Operations> }
  return new Map(
    Object.entries(paths ?? {}).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): [string, boolean] => [
        `${method.toUpperCase()} ${path}`,
        operation['x-masquerade'] === 'allowed',
      ]),
    ),
  )
}

test('every endpoint has its row', () => {
  expect([...endpoints().keys()].toSorted()).toEqual(Object.keys(rows).toSorted())
})

test('a masquerade opens no staff endpoint and none that pays, signs in, gives access or hands out a secret', () => {
  const allowed = [...endpoints()].flatMap(([name, isAllowed]) => (isAllowed ? [name] : []))
  const secret =
    /\/(admin|auth\/(?!logout|google\/account)|user\/(change|email|password|two-step|privacy)|braintree|checkout\/(manual|braintree))|\{token\}|-token|nonce|invite|owner|upload-parameters|share$|\/openapi/
  expect(allowed.filter(name => name !== 'GET /api/auth' && secret.test(name))).toEqual([])
  const changes = allowed.filter(name => !name.startsWith('GET '))
  expect(
    changes.filter(name => /member|workspaces\/(current|billing|payment)|\/v2\/checkout|calendar/.test(name)),
  ).toEqual([])
})

const expectedOf = (name: string, { expect: given }: Row): Partial<Record<Who, number>> => {
  const isChange = !name.startsWith('GET ')
  return {
    suspended: isChange ? 403 : given.guest,
    staff: given.outsider,
    masquerading: endpoints().get(name) ? given.owner : 403,
    ...(given.staff !== undefined && !(isChange && given.staff === 200) && { platform_admin: given.staff }),
    ...given,
  }
}

test.each(Object.entries(rows))('%s', async (name, row) => {
  const { path, body, headers } = row
  const [method = '', described = ''] = name.split(' ')
  const given = body?.(world)
  const expected = expectedOf(name, row)
  const statuses = await Promise.all(
    Object.keys(expected).map(async who => {
      const answer = await visitors.get(who as Who)?.send(path?.(world) ?? described.replace('{id}', '1'), {
        method,
        headers: { ...headers, ...(given !== undefined && { 'content-type': 'application/json' }) },
        ...(given !== undefined && { body: JSON.stringify(given) }),
      })
      return [who, answer?.status]
    }),
  )
  expect(Object.fromEntries(statuses)).toEqual(expected)
})
