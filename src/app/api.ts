/** The JSON API: the setup that all endpoints share, and the registration of every feature's endpoints. */

import { randomUUID } from 'node:crypto'

import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

import { accountsApi } from '#accounts/api.server.ts'
import { privacyApi } from '#accounts/privacy/api.server.ts'
import { registerSecurityLog } from '#accounts/security/security-log.server.ts'
import type { SignInHook } from '#accounts/sign-in-hook.ts'
import { adminApi } from '#admin/api.server.ts'
import { boardsApi } from '#boards/api.server.ts'
import { cartApi } from '#cart/api.server.ts'
import { legacyCartApi } from '#cart/legacy-api.server.ts'
import { mergeGuestCart } from '#cart/merge.server.ts'
import { purchaseRequestsApi } from '#cart/requests/api.server.ts'
import { catalogApi } from '#catalog/api.server.ts'
import { checkoutApi } from '#checkout/api.server.ts'
import { invoiceLinkApi } from '#checkout/invoice-link/api.server.ts'
import { onePageApi } from '#checkout/one-page/api.server.ts'
import { contentApi } from '#content/api.server.ts'
import { earningsApi } from '#earnings/api.server.ts'
import { editfestApi } from '#editfest/api.server.ts'
import { footageRequestsApi } from '#ingest/requests/api.server.ts'
import { uploadsApi } from '#ingest/uploads/api.server.ts'
import { licensesApi } from '#licenses/api.server.ts'
import { licensingApi } from '#licensing/api.server.ts'
import { notificationsApi } from '#notifications/api.server.ts'
import { onboardingApi } from '#onboarding/api.server.ts'
import { proxyProbeApi } from '#operations/proxy-probe.server.ts'
import { ordersApi } from '#orders/api.server.ts'
import { paymentsApi } from '#payments/api.server.ts'
import { paymentMethodsApi } from '#payments/methods-api.server.ts'
import { platformApi } from '#platform/api.server.ts'
import { captchaApi } from '#platform/captcha/api.server.ts'
import type { Config } from '#platform/config.server.ts'
import type { Deps } from '#platform/deps.ts'
import { limitConnections } from '#platform/http/connections.server.ts'
import { registerErrorHandlers, sendFailure, serializeError } from '#platform/http/errors.server.ts'
import { registerHealthChecks } from '#platform/http/health.server.ts'
import { registerIdempotency } from '#platform/http/idempotency.server.ts'
import { registerLinkTokens } from '#platform/http/link-token.server.ts'
import { registerMaintenance, registerMaintenanceSetting } from '#platform/http/maintenance.server.ts'
import { registerOpenApi } from '#platform/http/openapi.server.ts'
import { registerOriginCheck } from '#platform/http/origin.server.ts'
import { registerOverloadProtection } from '#platform/http/overload.server.ts'
import { handleParserError } from '#platform/http/parser-errors.server.ts'
import { registerRateLimits } from '#platform/http/rate-limits.server.ts'
import { decodePath, registerRequestLineCheck } from '#platform/http/request-line.server.ts'
import { toWellFormedJson } from '#platform/http/well-formed.ts'
import { toLoggedPath } from '#platform/ids.server.ts'
import { imagesApi } from '#platform/images/api.server.ts'
import { registerFiles } from '#platform/storage/files.server.ts'
import { quotesApi } from '#quotes/api.server.ts'
import { adminOffersApi } from '#quotes/staff-api.server.ts'
import { ratesApi } from '#rates/api.server.ts'
import { refundsApi } from '#refunds/api.server.ts'
import { searchApi } from '#search/api.server.ts'
import { setupApi } from '#setup/api.server.ts'
import { registerOpening } from '#setup/opening.server.ts'
import { siteApi } from '#site/api.server.ts'
import { ticketsApi } from '#tickets/api.server.ts'
import { registerActor } from '#workspaces/actor.server.ts'
import { workspacesApi } from '#workspaces/api.server.ts'
import { auditApi } from '#workspaces/audit-api.server.ts'
import { masqueradeApi } from '#workspaces/masquerade-api.server.ts'
import { requestsApi } from '#workspaces/requests-api.server.ts'
import { joinByInvite, openPersonalWorkspace } from '#workspaces/sign-in-hooks.server.ts'
import { teamApi } from '#workspaces/team-api.server.ts'

import { limitMasquerade } from './limit-masquerade.server.ts'
import './openapi-schemas.ts'
import { privacyParts } from './privacy.server.ts'

export type ApiFeature = (app: FastifyInstance, deps: Deps) => void

/** What features do when a user signs up or signs in, in order. */
export const signInHooks: readonly SignInHook[] = [openPersonalWorkspace, joinByInvite, mergeGuestCart]

export const apiFeatures: readonly ApiFeature[] = [
  captchaApi,
  imagesApi,
  platformApi,
  (app, deps) => privacyApi(app, deps, privacyParts),
  (app, deps) => accountsApi(app, deps, signInHooks),
  ticketsApi,
  workspacesApi,
  teamApi,
  masqueradeApi,
  auditApi,
  requestsApi,
  licensingApi,
  contentApi,
  ratesApi,
  catalogApi,
  searchApi,
  boardsApi,
  cartApi,
  purchaseRequestsApi,
  legacyCartApi,
  quotesApi,
  adminOffersApi,
  paymentsApi,
  paymentMethodsApi,
  ordersApi,
  licensesApi,
  checkoutApi,
  refundsApi,
  (app, deps) => earningsApi(app, deps, signInHooks),
  uploadsApi,
  footageRequestsApi,
  editfestApi,
  onePageApi,
  invoiceLinkApi,
  onboardingApi,
  notificationsApi,
  siteApi,
  (app, deps) => setupApi(app, deps, signInHooks),
  adminApi,
  proxyProbeApi,
]

/** No honest client needs longer to send a request. */
const REQUEST_TIMEOUT_MS = 120_000
/** Receiving its headers takes much less. A client that sends them one byte at a time holds a connection for this long. */
const HEADERS_TIMEOUT_MS = 20_000
/** How often connections are held against both. */
const TIMEOUT_CHECK_MS = 5_000

export const createApi = async (deps: Deps, registered = apiFeatures) => {
  const { config } = deps
  const app = Fastify({
    logger: loggerOf(deps),
    genReqId: () => randomUUID(),
    trustProxy: config.trust_proxy,
    rewriteUrl: ({ url = '/' }) => decodePath(url),
    bodyLimit: 1_048_576,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    forceCloseConnections: 'idle',
    // Unreadable URLs are refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      sendFailure(error, request, reply.headers(headersOf(request, config)))
    },
    clientErrorHandler: handleParserError,
  })
  limitConnections(app, config)
  acceptJsonOnly(app)
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headersOf(request, config))
  })
  registerErrorHandlers(app, deps)
  registerSecurityLog(app, deps)
  registerRequestLineCheck(app)
  await app.register(cookie)
  await registerRateLimits(app, config)
  registerOriginCheck(app, config)
  await registerOpenApi(app, deps)
  registerHealthChecks(app, deps)
  registerOverloadProtection(app, deps)
  registerMaintenance(app, config)
  registerActor(app, deps)
  registerMaintenanceSetting(app, deps)
  registerOpening(app, deps)
  registerLinkTokens(app)
  limitMasquerade(app, deps)
  registerIdempotency(app, deps)
  registerFiles(app, deps)
  for (const feature of registered) feature(app, deps)
  return app
}

/** Headers of every response; pages replace the API's policies by their own. */
const headersOf = ({ id, url }: FastifyRequest, { public_url }: Config): Record<string, string> => ({
  'x-request-id': id,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  ...(public_url.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  ...(url.startsWith('/api/') && {
    'cache-control': 'private, no-store',
    'content-security-policy': "frame-ancestors 'none'",
  }),
})

/** Logs who requested what without secrets: no cookies, queries, bodies or tokens. */
const loggerOf = ({ config: { log_level }, log }: Deps) => ({
  level: log_level,
  serializers: {
    req: ({ method, url }: FastifyRequest) => ({ method, path: toLoggedPath(url) }),
    err: serializeError,
  },
  ...(log && { stream: log }),
})

/** Accepts only JSON, which no site can send from a plain form. Many clients send its content type with an empty body on DELETE and PUT. */
const acceptJsonOnly = (app: FastifyInstance) => {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : parse(request, toWellFormedJson(String(body)), done),
  )
}
