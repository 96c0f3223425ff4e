import { readFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'

import { DAY_MS } from '#platform/clock.ts'
import type { Deps } from '#platform/deps.ts'

import { articlesApi } from './articles/api.server.ts'
import { serveSitemap } from './sitemap.server.ts'
import { workspaceSummaryApi } from './workspace-summary/api.server.ts'

const PATH = '/.well-known/security.txt'
const POLICY_PATH = '/.well-known/security-policy.txt'
const VALID_MS = 180 * DAY_MS

const formatSecurityTxt = (public_url: string, email: string, now: Date): string =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(now.getTime() + VALID_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${public_url}${PATH}`,
    `Policy: ${public_url}${POLICY_PATH}`,
    '',
  ].join('\n')

/** The policy is the project's `SECURITY.md`. */
const serveSecurityTxt = (
  app: FastifyInstance,
  { config, clock, settings }: Pick<Deps, 'config' | 'clock' | 'settings'>,
) => {
  const policy = readFileSync('SECURITY.md', 'utf8')
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(formatSecurityTxt(config.public_url, settings.company().email, clock.now())),
  )
  app.get(POLICY_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(policy),
  )
}

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
  workspaceSummaryApi(app, deps)
  void app.register(serveSitemap, deps)
}
