import { randomUUID } from 'node:crypto'

/** The JSON API: what holds for every endpoint, then every feature's own. */
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

import { accountsApi } from './accounts/api.server.ts'
import { privacyApi } from './accounts/privacy/api.server.ts'
import { adminApi } from './admin/api.server.ts'
import { boardsApi } from './boards/api.server.ts'
import { cartApi } from './cart/api.server.ts'
import { legacyCartApi } from './cart/legacy-api.server.ts'
import { mergeGuestCart } from './cart/merge.server.ts'
import { purchaseRequestsApi } from './cart/requests/api.server.ts'
import { catalogApi } from './catalog/api.server.ts'
import { checkoutApi } from './checkout/api.server.ts'
import { earningsApi } from './earnings/api.server.ts'
import { editfestApi } from './editfest/api.server.ts'
import { licensingApi } from './licensing/api.server.ts'
import { limitMasquerade } from './masquerade.server.ts'
import { notificationsApi } from './notifications/api.server.ts'
import { onboardingApi } from './onboarding/api.server.ts'
import { onePageApi } from './one-page/api.server.ts'
import { ordersApi } from './orders/api.server.ts'
import { paymentsApi } from './payments/api.server.ts'
import { paymentMethodsApi } from './payments/methods-api.server.ts'
import { platformApi } from './platform/api.server.ts'
import { captchaApi } from './platform/captcha/api.server.ts'
import type { Config } from './platform/config.server.ts'
import { limitConnections } from './platform/connections.server.ts'
import type { Deps } from './platform/deps.ts'
import { answerErrors, answerFailure, errorForLog } from './platform/errors.server.ts'
import { answerHealth } from './platform/health.server.ts'
import { keepIdempotency } from './platform/idempotency.server.ts'
import { loggedPath } from './platform/ids.server.ts'
import { imagesApi } from './platform/images/api.server.ts'
import { readLinkTokens } from './platform/link-token.server.ts'
import { closeForMaintenance } from './platform/maintenance.server.ts'
import { describeApi } from './platform/openapi.server.ts'
import { checkOrigin } from './platform/origin.server.ts'
import { refuseOverload } from './platform/overload.server.ts'
import { limitRequests } from './platform/request-limits.server.ts'
import { checkRequestLine } from './platform/request-line.server.ts'
import { keepSecurityLog } from './platform/security-log.server.ts'
import { serveFiles } from './platform/storage/files.server.ts'
import { answerUnreadable } from './platform/unreadable.server.ts'
import { wellFormedJson } from './platform/well-formed.ts'
import { privacyParts } from './privacy.server.ts'
import { quotesApi } from './quotes/api.server.ts'
import { offersApi } from './quotes/staff-api.server.ts'
import { ratesApi } from './rates/api.server.ts'
import { siteApi } from './site/api.server.ts'
import { ticketsApi } from './tickets/api.server.ts'
import { uploadsApi } from './uploads/api.server.ts'
import { resolveActor } from './workspaces/actor.server.ts'
import { workspacesApi } from './workspaces/api.server.ts'
import { joinByInvite, openPersonalWorkspace } from './workspaces/arrival.server.ts'
import { auditApi } from './workspaces/audit-api.server.ts'
import { masqueradeApi } from './workspaces/masquerade-api.server.ts'
import { requestsApi } from './workspaces/requests-api.server.ts'
import { teamApi } from './workspaces/team-api.server.ts'

export type Feature = (app: FastifyInstance, deps: Deps) => void

export const features: readonly Feature[] = [
  captchaApi,
  imagesApi,
  platformApi,
  (app, deps) => privacyApi(app, deps, privacyParts),
  (app, deps) => accountsApi(app, deps, [openPersonalWorkspace, joinByInvite, mergeGuestCart]),
  ticketsApi,
  workspacesApi,
  teamApi,
  masqueradeApi,
  auditApi,
  requestsApi,
  licensingApi,
  ratesApi,
  catalogApi,
  boardsApi,
  cartApi,
  purchaseRequestsApi,
  legacyCartApi,
  quotesApi,
  offersApi,
  paymentsApi,
  paymentMethodsApi,
  ordersApi,
  checkoutApi,
  earningsApi,
  uploadsApi,
  editfestApi,
  onePageApi,
  onboardingApi,
  notificationsApi,
  siteApi,
  adminApi,
]

/** Receiving a whole request takes no honest client longer. */
const request_timeout_ms = 120_000
/** Receiving its headers takes much less. A client that sends them one byte at a time holds a connection for this long. */
const headers_timeout_ms = 20_000
/** How often connections are held against both. */
const timeout_check_ms = 5_000

export const createApi = async (deps: Deps, served = features) => {
  const { config } = deps
  const app = Fastify({
    logger: loggerOf(deps),
    genReqId: () => randomUUID(),
    trustProxy: config.trust_proxy,
    bodyLimit: 1_048_576,
    requestTimeout: request_timeout_ms,
    http: { headersTimeout: headers_timeout_ms, connectionsCheckingInterval: timeout_check_ms },
    forceCloseConnections: 'idle',
    // Refused before any hook runs: an address that cannot be read.
    frameworkErrors: (error, request, reply) => {
      answerFailure(error, request, reply.headers(headersOf(request, config)))
    },
    clientErrorHandler: answerUnreadable,
  })
  limitConnections(app, config)
  readJsonAlone(app)
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headersOf(request, config))
  })
  answerErrors(app, deps)
  keepSecurityLog(app, deps)
  checkRequestLine(app)
  await app.register(cookie)
  await limitRequests(app, config)
  checkOrigin(app, config)
  await describeApi(app)
  answerHealth(app, deps)
  refuseOverload(app, deps)
  closeForMaintenance(app, config)
  resolveActor(app, deps)
  readLinkTokens(app)
  limitMasquerade(app, deps)
  keepIdempotency(app, deps)
  serveFiles(app, deps)
  for (const feature of served) feature(app, deps)
  return app
}

/** On every answer; pages put their own policies in the place of the API's. */
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

/** Who asked for what, without what may be secret: no cookies, no query, no bodies, no tokens. */
const loggerOf = ({ config: { log_level }, log }: Deps) => ({
  level: log_level,
  serializers: {
    req: ({ method, url }: FastifyRequest) => ({ method, path: loggedPath(url) }),
    err: errorForLog,
  },
  ...(log && { stream: log }),
})

/** JSON and nothing else: no site can send it from a plain form. Many clients send its type with an empty body on DELETE and PUT. */
const readJsonAlone = (app: FastifyInstance) => {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : parse(request, wellFormedJson(String(body)), done),
  )
}
