import { randomBytes } from 'node:crypto'

/** The pages: React Router rendering on the server, calling the JSON API in process. */
import compress from '@fastify/compress'
import { createRequest } from '@remix-run/node-fetch-server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider } from 'react-router'

import { keepReferral } from './accounts/came-from.server.ts'
import { sharePages, type Drawn, type Share } from './page-share.server.ts'
import { caller } from './platform/call.ts'
import { callContext, pageContext } from './platform/context.ts'
import { contentSecurityPolicy } from './platform/csp.server.ts'
import type { Deps } from './platform/deps.ts'
import { takeLinkToken } from './platform/link-token.server.ts'
import { maintenance_retry_seconds } from './platform/maintenance.server.ts'
import { outsideOf } from './platform/outside.ts'
import { withinAccepted } from './platform/overload.server.ts'
import { isPrivatePage } from './platform/payment-pages.ts'
import { countryOfLanguages } from './platform/places.server.ts'
import { themeOf } from './ui/theme.ts'
import { takeInvite } from './workspaces/invite-cookie.server.ts'

/** What these show is not left in a shared browser's store. */
const account_pages = /^\/(?:account|profile|admin|reset-password|verify-email)(?:[/?.]|$)/

/** The same doors for pages as for everyone: each call is a request of its own, with the visitor's cookies and address. */
const inProcess = (app: FastifyInstance, request: FastifyRequest) =>
  caller(async (url, { method, headers, body }) => {
    const { cookie, 'user-agent': agent } = request.headers
    const sent = {
      url,
      method: method as 'GET',
      // Where the visitor's own request came from was looked at when it arrived.
      headers: {
        ...headers,
        'sec-fetch-site': 'same-origin',
        ...(cookie !== undefined && { cookie }),
        ...(agent !== undefined && { 'user-agent': agent }),
      },
      remoteAddress: request.ip,
      ...(body !== undefined && { payload: body }),
    }
    const answer = await withinAccepted(() => app.inject(sent))
    const { statusCode: status, payload } = answer
    return { ok: status < 400, status, json: async () => JSON.parse(payload) as unknown }
  })

/** Larger ones are compressed piece by piece, beside the event loop. */
const most_page_bytes = 524_288

/** The maintenance page, by whoever asks: of the cookies only the theme, since the others would ask the API who that is. */
const instead = ({ url, signal }: Request, { headers }: FastifyRequest) => {
  const theme = themeOf(headers.cookie)
  return new Request(new URL('/maintenance', url), {
    signal,
    headers: { accept: 'text/html', ...(theme && { cookie: `theme=${theme}` }) },
  })
}

/** The API's own description is a page below it. */
const isApi = /^\/api(?!\/docs)(\/|\?|$)/

export const pages = async (app: FastifyInstance, { config, clock, places }: Deps) => {
  // Who edits the pages wants to see the last edit.
  const share: Share = config.mode === 'development' ? (asked, _nonce, draw) => draw(asked) : sharePages(clock)
  const outside = outsideOf(config)
  const load = () => import('virtual:react-router/server-build')
  // Given a function, the router would set itself up anew for every request, as development needs it.
  const render = createRequestHandler(config.mode === 'development' ? load : await load(), config.mode)
  await app.register(compress, {
    encodings: ['zstd', 'br', 'gzip'],
    threshold: 1_024,
    // A page is there whole: in one go it takes a fifth of what a stream does.
    syncThreshold: most_page_bytes,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all('/*', { schema: { hide: true } }, async (request, reply) => {
    if (isApi.test(request.url)) return reply.callNotFound()
    if (takeInvite(request, reply, config.public_url)) return reply
    if (takeLinkToken(request, reply, config.public_url)) return reply
    keepReferral(request, reply, config.public_url)
    const nonce = randomBytes(16).toString('base64')
    const draw = async (asked: Request): Promise<Drawn> => {
      const context = new RouterContextProvider()
      context.set(callContext, inProcess(app, request))
      context.set(pageContext, {
        nonce,
        public_url: config.public_url,
        sandbox_url: config.sandbox_url,
        outside,
        google: config.google,
        visitorCountry: async () =>
          (await places?.countryOf(request)) ?? countryOfLanguages(request.headers['accept-language']),
        hosts_images_outside: config.cloudinary !== undefined,
        is_demo: config.demo,
      })
      const { status, headers, body } = await render(asked, context)
      return { status, headers, page: Buffer.from(await new Response(body).arrayBuffer()), nonce }
    }
    void reply
      .header('content-security-policy', contentSecurityPolicy(request.url, nonce, config))
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .headers(isPrivatePage(request.url) ? { 'referrer-policy': 'no-referrer' } : {})
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
      // A page that knows who is asking must not be kept by anyone between us, and one of an account by no browser either.
      .header('cache-control', account_pages.test(request.url) ? 'private, no-store' : 'private, no-cache')
    const asked = createRequest(request.raw, reply.raw, {
      // HTTP/1.0 names none.
      host: request.host || new URL(config.public_url).host,
      protocol: `${request.protocol}:`,
    })
    const drawn = await share(config.maintenance ? instead(asked, request) : asked, nonce, draw)
    void reply.code(config.maintenance ? 503 : drawn.status)
    if (config.maintenance) void reply.header('retry-after', maintenance_retry_seconds)
    for (const [name, value] of drawn.headers) void reply.header(name, value)
    return reply.send(drawn.page)
  })
}
