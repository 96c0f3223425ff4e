/** The pages: React Router renders them on the server and calls the JSON API in process. */

import { randomBytes } from 'node:crypto'

import compress from '@fastify/compress'
import { createRequest } from '@remix-run/node-fetch-server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider } from 'react-router'

import { setReferralCookie } from '#accounts/registration-source.server.ts'
import type { Deps } from '#platform/deps.ts'
import { createCaller } from '#platform/http/call.ts'
import { callContext, pageContext } from '#platform/http/context.ts'
import { buildContentSecurityPolicy } from '#platform/http/csp.server.ts'
import { getExternalServices } from '#platform/http/external-services.ts'
import { moveLinkTokenToCookie } from '#platform/http/link-token.server.ts'
import { currentMaintenance, worksInMaintenance } from '#platform/http/maintenance.server.ts'
import { runAccepted } from '#platform/http/overload.server.ts'
import { isPrivatePage } from '#platform/http/payment-pages.ts'
import { refuse } from '#platform/http/refusal.ts'
import { countryFromLanguages } from '#platform/http/visitor-country.server.ts'
import { MAINTENANCE_RETRY_SECONDS } from '#platform/settings/maintenance-group.ts'
import { isShopOpen } from '#setup/opening.server.ts'
import { readTheme } from '#ui/theme.ts'
import { loadRequestActor } from '#workspaces/actor.server.ts'
import { moveInviteToCookie } from '#workspaces/invite-cookie.server.ts'

import { createPageCache, type RenderedPage, type PageCache } from './page-cache.server.ts'

/** Pages that a shared browser must not store. */
const NO_STORE_PAGES =
  /^\/(?:account|profile|admin|setup|staff-invite|filmmaker-invite|reset-password|verify-email|unsubscribe)(?:[/?.]|$)/

/** Lets pages call the public API in process, with the visitor's cookies, language and IP address. */
const createInProcessCaller = (app: FastifyInstance, request: FastifyRequest) =>
  createCaller(async (url, { method, headers, body }) => {
    const { cookie, 'user-agent': agent, 'accept-language': language } = request.headers
    const injectOptions = {
      url,
      method: method as 'GET',
      // The origin of the visitor's own request was checked when it arrived.
      headers: {
        ...headers,
        'sec-fetch-site': 'same-origin',
        ...(cookie !== undefined && { cookie }),
        ...(agent !== undefined && { 'user-agent': agent }),
        ...(language !== undefined && { 'accept-language': language }),
      },
      remoteAddress: request.ip,
      ...(body !== undefined && { payload: body }),
    }
    const response = await runAccepted(() => app.inject(injectOptions))
    const { statusCode: status, payload } = response
    return { ok: status < 400, status, json: async () => JSON.parse(payload) as unknown }
  })

/** Larger pages are compressed as a stream, outside the event loop. */
const SYNC_COMPRESSION_BYTES = 524_288

/** The request for the maintenance page. It only keeps the theme cookie, because the others would make the page call the API. */
const maintenanceRequest = ({ url, signal }: Request, { headers }: FastifyRequest) => {
  const theme = readTheme(headers.cookie)
  return new Request(new URL('/maintenance', url), {
    signal,
    headers: { accept: 'text/html', ...(theme && { cookie: `theme=${theme}` }) },
  })
}

/** Pages that stay open while the setting closes the shop: staff log in there. */
const PAGES_IN_MAINTENANCE =
  /^\/(?:login|forgot-password|reset-password|verify-email|staff-invite|filmmaker-invite|unsubscribe|suspended)(?:[/?.]|$)/

/** React Router loads a page's data from here when a link of an open page is followed. */
const PAGE_DATA = /\.data(?:\?|$)/

/** Returns the maintenance of the settings for a page, and whether its visitor is turned away. */
const readMaintenance = async (deps: Deps, request: FastifyRequest) => {
  const maintenance = currentMaintenance(deps)
  if (!maintenance) return { maintenance, is_turned_away: false, state: null }
  const { company } = deps.settings.current()
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: company.time_zone,
  })
  const { message, ends_at } = maintenance
  const back_at = ends_at && `${format.format(ends_at)} (${deps.settings.company().time_zone})`
  const is_open = PAGES_IN_MAINTENANCE.test(request.url) || worksInMaintenance(await loadRequestActor(deps, request))
  return { maintenance, is_turned_away: !is_open, state: { message, back_at } }
}

/**
 * Pages with a form that works without JavaScript. A page without a referrer posts it with `Origin: null`, which React
 * Router refuses. Their addresses hold no secret, because the link's token is in a cookie.
 */
const FORM_PAGE = /^\/unsubscribe\//

const referrerPolicyOf = (url: string) => (FORM_PAGE.test(url) ? 'same-origin' : 'no-referrer')

const MAX_POST_BYTES = 16_384

/** The body of a posted page is read before its link is checked, so its size must be known and small. Throws 411 or 413. */
const requireSmallBody = (headers: FastifyRequest['headers']) => {
  if (headers['transfer-encoding'] !== undefined) throw refuse(411, 'This request needs a Content-Length header.')
  if (Number(headers['content-length'] ?? 0) > MAX_POST_BYTES) throw refuse(413, 'This request is too large.')
}

/** Matches API paths; /api/docs is a page. */
const API_PATH = /^\/api(?!\/docs)(\/|\?|$)/

export const pages = async (app: FastifyInstance, deps: Deps) => {
  const { config, clock, locator, settings } = deps
  // Developers need to see their last edit.
  const cachePage: PageCache =
    config.mode === 'development'
      ? (request, _nonce, render) => render(request)
      : createPageCache(clock, settings.revision)
  const outside = getExternalServices(config)
  const load = () => import('virtual:react-router/server-build')
  // With a function the router would set itself up again for every request, as development needs.
  const render = createRequestHandler(config.mode === 'development' ? load : await load(), config.mode)
  await app.register(compress, {
    encodings: ['zstd', 'br', 'gzip'],
    threshold: 1_024,
    // Pages are complete, and compressing them in one go takes a fifth of the time of a stream.
    syncThreshold: SYNC_COMPRESSION_BYTES,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (API_PATH.test(request.url)) return reply.callNotFound()
    if (moveInviteToCookie(request, reply, config.public_url)) return reply
    if (moveLinkTokenToCookie(request, reply, config.public_url)) return reply
    await setReferralCookie(request, reply, { public_url: config.public_url, locator })
    const { maintenance, is_turned_away, state } = await readMaintenance(deps, request)
    const nonce = randomBytes(16).toString('base64')
    const renderPage = async (pageRequest: Request): Promise<RenderedPage> => {
      const context = new RouterContextProvider()
      context.set(callContext, createInProcessCaller(app, request))
      context.set(pageContext, {
        nonce,
        public_url: config.public_url,
        sandbox_url: config.sandbox_url,
        company: settings.company(),
        outside,
        google: config.google,
        visitorCountry: async () =>
          (await locator?.getCountry(request)) ?? countryFromLanguages(request.headers['accept-language']),
        hosts_images_outside: config.cloudinary !== undefined,
        is_demo: config.demo,
        is_open: await isShopOpen(deps),
        maintenance: state,
        is_turned_away: is_turned_away || config.maintenance,
      })
      const { status, headers, body } = await render(pageRequest, context)
      return { status, headers, page: Buffer.from(await new Response(body).arrayBuffer()), nonce }
    }
    void reply
      .header('content-security-policy', buildContentSecurityPolicy(request.url, nonce, config))
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .headers(isPrivatePage(request.url) ? { 'referrer-policy': referrerPolicyOf(request.url) } : {})
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
      // Pages depend on the session, so no proxy may store them; browsers may not store account pages either.
      .header('cache-control', NO_STORE_PAGES.test(request.url) ? 'private, no-store' : 'private, no-cache')
    const visitorRequest = createRequest(request.raw, reply.raw, {
      // HTTP/1.0 requests have no host.
      host: request.host || new URL(config.public_url).host,
      protocol: `${request.protocol}:`,
    })
    // An open page is redirected to load the next one as a whole document.
    const isClosed = config.maintenance || (is_turned_away && !PAGE_DATA.test(request.url))
    const rendered = await cachePage(
      isClosed ? maintenanceRequest(visitorRequest, request) : visitorRequest,
      nonce,
      renderPage,
    )
    void reply.code(isClosed ? 503 : rendered.status)
    if (isClosed) void reply.header('retry-after', maintenance?.retry_after_seconds ?? MAINTENANCE_RETRY_SECONDS)
    for (const [name, value] of rendered.headers) void reply.header(name, value)
    return reply.send(rendered.page)
  }
  app.all('/*', { schema: { hide: true } }, sendPage)
  // The only page that is posted to: mail programs do so (RFC 8058), and its form without JavaScript.
  app.post(
    '/unsubscribe/:user_id/:token',
    { schema: { hide: true }, onRequest: async request => requireSmallBody(request.headers) },
    sendPage,
  )
}
