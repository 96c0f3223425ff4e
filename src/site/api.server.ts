import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'

import { articlesApi } from './articles/api.server.ts'
import { serveSecurityTxt } from './security-txt.server.ts'
import { serveSitemap } from './sitemap.server.ts'

/** Serves robots.txt, security.txt, the sitemap and the articles. Pages with `noindex` are not blocked, so that crawlers read it. */
export const siteApi = (app: FastifyInstance, deps: Deps) => {
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/docs',
    'Disallow: /download/',
    '',
    `Sitemap: ${deps.config.public_url}/sitemap.xml`,
    '',
  ].join('\n')
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots),
  )
  serveSecurityTxt(app, deps)
  articlesApi(app)
  void app.register(serveSitemap, deps)
}
