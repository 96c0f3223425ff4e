/** What our people may do while they act as a client: every endpoint that changes something is here by name. */
import { isOurs, type Endpoint } from './platform/endpoint.ts'

/** What a client's own hand must do: pay, sign in, decide who gets in, what is kept and what is mailed. Whoever acts as them looks, and helps with the rest. */
const byThemselves = [
  'POST /api/auth/login',
  'POST /api/auth/register',
  'PUT /api/user/profile/theme',
  'POST /api/user/feature-banner/read',
  'POST /api/user/feature-banner/dismiss',
  'POST /api/user/notification-preferences/register-page/{id}',
  'POST /api/auth/forgot-password',
  'PUT /api/auth/reset-password/{token}',
  'PUT /api/auth/email/{token}',
  'POST /api/auth/google/auth/callback',
  'POST /api/auth/google/auth/password-confirmation',
  'POST /api/auth/google/connect/callback',
  'DELETE /api/auth/google/disconnect',
  'PUT /api/auth/verify-email/{token}',
  'POST /api/user/verify-email',
  'POST /api/user/password',
  'PUT /api/user/change/password',
  'POST /api/user/email-change-request',
  'DELETE /api/user/email-change-request',
  'DELETE /api/user/sessions/others',
  'DELETE /api/user/sessions/{id}',
  'POST /api/auth/second-step',
  'DELETE /api/auth/second-step',
  'POST /api/auth/second-step/passkey/options',
  'POST /api/auth/second-step/passkey',
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'POST /api/user/two-step/app',
  'PUT /api/user/two-step/app',
  'DELETE /api/user/two-step/app',
  'POST /api/user/two-step/passkeys/options',
  'POST /api/user/two-step/passkeys',
  'DELETE /api/user/two-step/passkeys/{id}',
  'POST /api/user/two-step/recovery-codes',
  'POST /api/user/privacy/export',
  'POST /api/user/privacy/export/download',
  'POST /api/user/privacy/deletion',
  'DELETE /api/user/privacy/deletion',
  'DELETE /api/auth/account-deletion/{token}',
  'PUT /api/user/profile/notifications',
  // A picture is sent by its owner alone: nothing can be uploaded meanwhile.
  'PUT /api/user/profile/avatar',
  'PUT /api/workspace/avatar',
  'PUT /api/user/onboarding/profile',
  'PUT /api/workspace/onboarding',
  'POST /api/user/onboarding/workspace/invite',
  'PUT /api/user/onboarding/complete',
  'PUT /api/user/notification-preferences/{token}',

  'PUT /api/workspaces/billing',
  'POST /api/forms/workspace-billing-change-request',
  'POST /api/forms/unlock-enterprise-features',
  'POST /api/forms/request-preferred-rate',
  // Who belongs to a workspace is for its members to decide.
  'PUT /api/workspaces/current',
  'POST /api/workspace/invite',
  'POST /api/workspaces/invite/{id}/resend',
  'PUT /api/workspaces/invite/{id}',
  'DELETE /api/workspace/invite',
  'PUT /api/workspace/members/{id}/role',
  'DELETE /api/workspace/members/{id}',
  'POST /api/workspaces/owner/{newOwnerId}',
  // Hands out a secret.
  'POST /api/workspaces/invite/{id}/link',
  'POST /api/workspaces/invite/accept',
  // The link to one's calendar: a secret too, and only its maker ends it.
  'POST /api/workspace/licenses/calendar',
  'DELETE /api/workspace/licenses/calendar',

  'POST /api/wishlists/{id}/share',
  'DELETE /api/wishlists/{id}/share',

  'POST /api/cart/details',
  'POST /api/workspace/quotes/{number}/decline',
  'PUT /api/v2/cart/billing',
  'PUT /api/v2/cart/vat',
  'PUT /api/workspace/quotes/{number}/vat',
  // These read, but open the way to somebody's payment methods.
  'GET /api/v2/braintree-client-token',
  'GET /api/braintree/client_token',
  'POST /api/workspaces/payment-methods',
  'DELETE /api/workspaces/payment-methods/{id}',
  'POST /api/workspaces/payment-methods/{id}/default',
  'GET /api/v2/braintree-payment-method-nonce/{id}',
  'GET /api/braintree/{id}/nonce',
  'POST /api/user/payment_methods',
  'POST /api/v2/cart/checkout',
  'POST /api/v2/checkout/{invoiceNumber}',
  'POST /api/v2/cart/self-invoice',
  'POST /api/checkout/manual',
  'POST /api/checkout/braintree',
  // What is bought is for the team to ask and to decide.
  'POST /api/workspace/purchase-requests',
  'POST /api/workspace/purchase-requests/{id}/approve',
  'POST /api/workspace/purchase-requests/{id}/decline',
  'POST /api/workspace/purchase-requests/{id}/withdraw',
  // Where somebody's money goes.
  'PUT /api/filmmaker/payout-settings',
  // Footage is sent, and its rights are vouched for, by its filmmaker alone: our people send it in their own name.
  'POST /api/filmmaker/uploads',
  'PUT /api/uploads/{id}/pieces/{offset}',
  'POST /api/uploads/{id}/finish',
  'POST /api/uploads/{id}/check',
  'DELETE /api/uploads/{id}',
  'PUT /api/filmmaker/clips/{id}',
  'DELETE /api/filmmaker/clips/{id}',
  'POST /api/filmmaker/clips/{id}/submission',
  'DELETE /api/filmmaker/clips/{id}/submission',
  // Uses up what the workspace has.
  'POST /api/clips/{id}/edit-fest/download',
] as const

const byEither = [
  'POST /api/auth/logout',
  'POST /api/auth/logout/masquerade',
  'PUT /api/user/profile',
  'PUT /api/user/personalization/occupation',
  'PUT /api/user/verticals',

  'PUT /api/workspaces/name',

  'POST /api/client-errors',
  'POST /api/clips/seen',
  'POST /api/searches',
  'POST /api/searches/clicks',
  'POST /api/clips/by-frame',

  'POST /api/wishlists',
  'PUT /api/wishlists/{id}',
  'DELETE /api/wishlists/{id}',
  'POST /api/wishlists/{id}/restore',
  'POST /api/wishlists/{id}/attach',
  'DELETE /api/wishlists/{id}/detach',
  'PUT /api/wishlists/{id}/order',
  'PUT /api/wishlists/{id}/favorite',

  'DELETE /api/v2/cart',
  'POST /api/v2/cart/items',
  'POST /api/v2/cart/upgrades',
  'POST /api/v2/cart/items/all',
  'DELETE /api/v2/cart/items',
  'PUT /api/v2/cart/items/{id}',
  'POST /api/v2/cart/preferred-rates',
  'PUT /api/v2/cart/items/{id}/preferred-rates',
  'PUT /api/v2/cart/ein',
  'PUT /api/workspace/quotes/{number}/ein',
  'PUT /api/v2/cart/coupon',
  'POST /api/cart/clips',
  'PUT /api/cart/clips',
  'DELETE /api/cart',
  'DELETE /api/cart/clear',
  'POST /api/cart/coupon',
  'DELETE /api/cart/coupon',

  'PUT /api/workspace/orders/{id}/project-details',
  'POST /api/clips/{id}/comp',
  'POST /api/clips/{id}/download',
  'POST /api/workspace/zip',
  'POST /api/workspace/orders/{id}/again',
  'POST /api/workspace/orders/{id}/zip',
  'POST /api/user/edit-fest/code',

  'POST /api/forms/workspace-support-request',
  'POST /api/forms/contact',
  'POST /api/forms/footage-research',
  'POST /api/customlicense',
] as const

/** Endpoint to whether it may be used while acting as somebody. */
export const whileActing: ReadonlyMap<string, boolean> = new Map([
  ...byThemselves.map(name => [name, false] as const),
  ...byEither.map(name => [name, true] as const),
])

/** "PUT /api/workspace/members/{id}/role" */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`

/** What nobody thought of is refused; whatever only reads may be read, but for what is named. Staff's own doors are closed: no masquerade within another. */
export const mayWhileActing = (endpoint: Pick<Endpoint, 'method' | 'path' | 'who'>): boolean =>
  !isOurs(endpoint.who) && (whileActing.get(nameOf(endpoint)) ?? endpoint.method === 'GET')
