/** The list of all public pages for search engines, in files that no size of catalog breaks: written while it is read. */
import { Readable } from 'node:stream'

import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { addressesOf, addressKinds, stretchesOf, type Address } from '#catalog/addresses.server.ts'
import { searchTermPath } from '#catalog/paths.ts'
import { listPopularSearches, most_popular } from '#catalog/popular-contract.ts'
import { caller } from '#platform/call.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'

import { articles } from './articles/all.server.ts'
import { articlePath } from './articles/article.ts'
import { articleCategoryNames, articleCategoryPath } from './articles/categories.ts'

/** The most that a file may hold. */
export const most_addresses = 50_000

/** The last id that a table can give. */
const most_id = 2_147_483_647

/** Pages that no table knows of. */
const standing = [
  '/',
  '/clips',
  '/clips/look',
  '/collections',
  '/filmmakers',
  '/films',
  '/articles',
  ...articleCategoryNames.map(articleCategoryPath),
  ...articles.map(articlePath),
  '/category',
  '/stock-footage',
  '/pricing',
  '/services',
  '/about',
  '/careers',
  '/faq',
  '/contact',
  '/license-terms',
  '/terms-and-conditions',
  '/privacy-policy',
  '/privacy-policy/ccpa',
  '/always-sunny',
  '/api/docs',
]

export const serveSitemap = async (app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>) => {
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1_024 })
  const absolute = (path: string) => escaped(config.public_url + path)
  const call = caller(async (url, { method, headers }) => {
    const { statusCode: status, payload } = await app.inject({ url, method: method as 'GET', headers })
    return { ok: status < 400, status, json: async () => JSON.parse(payload) as unknown }
  })

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const files = ['pages']
    for (const kind of addressKinds)
      for (const n of await stretchesOf(db, kind, most_addresses)) files.push(`${kind}-${n}`)
    const entries = files.map(file => `<sitemap><loc>${absolute(`/sitemaps/${file}.xml`)}</loc></sitemap>\n`)
    return xml(reply).send(document('sitemapindex', entries.join('')))
  })

  app.get('/sitemaps/pages.xml', { schema: { hide: true } }, async (_request, reply) => {
    const { data } = await call(listPopularSearches, { query: { limit: String(most_popular) } })
    const paths = [...standing, ...data.map(({ slug }) => searchTermPath(slug))]
    return xml(reply).send(document('urlset', paths.map(path => entry({ path, changed_at: null })).join('')))
  })

  app.get<{ Params: { file: string } }>('/sitemaps/:file', { schema: { hide: true } }, async (request, reply) => {
    const [, name, number = ''] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(request.params.file) ?? []
    const kind = addressKinds.find(one => one === name)
    if (!kind) throw refuse.missing('list')
    const through = Number(number) * most_addresses
    if (through > most_id) throw refuse.missing('list')
    const batches = addressesOf(db, kind, { after: through - most_addresses, through })
    // Read before anything is sent, so that a file without addresses is not there, and a database that is away is told.
    const { value: first = [] } = await batches.next()
    if (first.length === 0) throw refuse.missing('list')
    return xml(reply).send(Readable.from(written(first, batches)))
  })

  async function* written(first: Address[], batches: AsyncIterable<Address[]>) {
    yield opening('urlset') + first.map(entry).join('')
    for await (const batch of batches) yield batch.map(entry).join('')
    yield '</urlset>\n'
  }

  const entry = ({ path, changed_at }: Address) =>
    `<url><loc>${absolute(path)}</loc>${changed_at ? `<lastmod>${changed_at.toISOString()}</lastmod>` : ''}</url>\n`
}

const opening = (root: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
const document = (root: string, entries: string) => `${opening(root)}${entries}</${root}>\n`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const xml = (reply: FastifyReply) =>
  reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600')
