/** The sitemap: an index and files with all public pages, streamed while they are read from the database. */
import { Readable } from 'node:stream'

import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { searchTermPath } from '#catalog/paths.ts'
import { listPublicPages, publicPageKinds, listIdRanges, type PublicPage } from '#catalog/public-pages.server.ts'
import { listOwnPagePaths } from '#content/texts.server.ts'
import type { Deps } from '#platform/deps.ts'
import { createCaller } from '#platform/http/call.ts'
import { refuse } from '#platform/http/refusal.ts'
import { listPopularSearches, MAX_POPULAR_SEARCHES } from '#search/popular-contract.ts'

import { articles } from './articles/all.server.ts'
import { articlePath } from './articles/article.ts'
import { articleCategoryNames, articleCategoryPath } from './articles/categories.ts'

/** The sitemap protocol's limit of URLs per file. */
export const MAX_URLS_PER_FILE = 50_000

/** The largest id that an integer column can hold. */
const MAX_ID = 2_147_483_647

/** Pages that are not in the database. */
export const staticPaths: readonly string[] = [
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
  '/imprint',
  '/refund-policy',
  '/withdrawal',
  '/always-sunny',
  '/api/docs',
]

const routeOptions = { schema: { hide: true }, config: { closed_before_opening: true } }

export const serveSitemap = async (
  app: FastifyInstance,
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
) => {
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1_024 })
  const absolute = (path: string) => escapeXml(config.public_url + path)
  const call = createCaller(async (url, { method, headers }) => {
    const { statusCode: status, payload } = await app.inject({ url, method: method as 'GET', headers })
    return { ok: status < 400, status, json: async () => JSON.parse(payload) as unknown }
  })

  app.get('/sitemap.xml', routeOptions, async (_request, reply) => {
    const files = ['pages']
    for (const kind of publicPageKinds)
      for (const n of await listIdRanges(db, kind, MAX_URLS_PER_FILE)) files.push(`${kind}-${n}`)
    const entries = files.map(file => `<sitemap><loc>${absolute(`/sitemaps/${file}.xml`)}</loc></sitemap>\n`)
    return setXmlHeaders(reply).send(formatDocument('sitemapindex', entries.join('')))
  })

  app.get('/sitemaps/pages.xml', routeOptions, async (_request, reply) => {
    const { data } = await call(listPopularSearches, { query: { limit: String(MAX_POPULAR_SEARCHES) } })
    const ownPages = await listOwnPagePaths(db, clock.now())
    const paths = [...staticPaths, ...ownPages, ...data.map(({ slug }) => searchTermPath(slug))]
    return setXmlHeaders(reply).send(
      formatDocument('urlset', paths.map(path => formatUrl({ path, changed_at: null })).join('')),
    )
  })

  app.get<{ Params: { file: string } }>('/sitemaps/:file', routeOptions, async (request, reply) => {
    const [, name, number = ''] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(request.params.file) ?? []
    const kind = publicPageKinds.find(candidate => candidate === name)
    if (!kind) throw refuse.missing('list')
    const through = Number(number) * MAX_URLS_PER_FILE
    if (through > MAX_ID) throw refuse.missing('list')
    const batches = listPublicPages(db, kind, { after: through - MAX_URLS_PER_FILE, through })
    // Read the first batch before sending, so that an empty file is a 404 and a database failure is an error response.
    const { value: first = [] } = await batches.next()
    if (first.length === 0) throw refuse.missing('list')
    return setXmlHeaders(reply).send(Readable.from(streamUrlset(first, batches)))
  })

  async function* streamUrlset(first: PublicPage[], batches: AsyncIterable<PublicPage[]>) {
    yield openRoot('urlset') + first.map(formatUrl).join('')
    for await (const batch of batches) yield batch.map(formatUrl).join('')
    yield '</urlset>\n'
  }

  const formatUrl = ({ path, changed_at }: PublicPage) =>
    `<url><loc>${absolute(path)}</loc>${changed_at ? `<lastmod>${changed_at.toISOString()}</lastmod>` : ''}</url>\n`
}

const openRoot = (root: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
const formatDocument = (root: string, entries: string) => `${openRoot(root)}${entries}</${root}>\n`

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const setXmlHeaders = (reply: FastifyReply) =>
  reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600')
