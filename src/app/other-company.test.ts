/** A shop of another company: its name is on every page, mail, document, file and feed, and the default one nowhere. */
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { certificatePath } from '#licenses/certificates/contract.ts'
import { createPaymentUrl } from '#orders/payment-link.server.ts'
import type { EventName, EventPayloads } from '#platform/jobs/outbox.server.ts'
import { defaultSettings, type SettingsGroup, type SettingsOf } from '#platform/settings/groups.ts'
import { loadSettings, saveSettings } from '#platform/settings/settings.server.ts'
import routes from '#routes.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { sendDigests } from '../../testing/builders/digests.ts'
import { fillAll } from '../../testing/builders/fill-all.ts'
import { submit } from '../../testing/builders/markup.ts'
import { seedOwner } from '../../testing/builders/setup.ts'
// Loads the pages before the app opens, which may not take long.
import '../../testing/server-build.ts'
import { extractPdfText } from '../../testing/pdf.ts'
import type { ApiFeature } from './api.ts'
import { pages } from './pages.ts'
import { createReactions } from './worker.ts'

/** Typed with characters that HTML, JSON, mail headers and calendars write differently. */
const NAME = 'Nørth & <Light>'
const company: SettingsOf<'company'> = {
  ...defaultSettings.company,
  name: NAME,
  legal_name: 'Northlight Film GmbH',
  tagline: 'Pictures from above the trees.',
  file_prefix: 'north-light',
  address1: 'Lindenweg 4',
  postal_code: '20095',
  city: 'Hamburg',
  country: 'DE',
  tax_ids: [{ scheme: 'vat', country: 'DE', number: 'DE136695976' }],
  register_name: 'Amtsgericht Hamburg',
  register_number: 'HRB 4711',
  phone: '+49 40 555 0199',
  email: 'moin@northlight.example',
  time_zone: 'Europe/Berlin',
  bank_account_holder: 'Northlight Film',
  bank_name: 'Alsterbank',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
}
const tax: SettingsOf<'tax'> = {
  ...defaultSettings.tax,
  registrations: (['national', 'union_oss'] as const).map(scheme => {
    const number = 'DE136695976'
    return { scheme, place: 'DE', number, from: '2020-01-01', to: null }
  }),
}
const look: SettingsOf<'look'> = { ...defaultSettings.look, headline: 'Above the trees.' }
const documents: SettingsOf<'documents'> = {
  ...defaultSettings.documents,
  footer: 'Part of the Northlight group.',
  payment_instructions: 'Name the invoice in your transfer.',
}
const PAYMENT = [
  company.bank_account_holder,
  company.bank_name,
  company.iban,
  company.bic,
  documents.payment_instructions,
]

/** Everything by which the default company could be recognized. */
const DEFAULT_FACTS = [
  /longtake/i,
  new RegExp(RegExp.escape(defaultSettings.company.phone)),
  /IE1234567FA/,
  new RegExp(RegExp.escape(defaultSettings.company.tagline)),
  /The shot you had in mind/,
]
/** Names in the API that never change with the company. */
const API_NAMES = /email_longtake_films|longtake-films/g

const findDefaultFacts = (text: string) => {
  const cleaned = text.replaceAll(API_NAMES, '')
  return DEFAULT_FACTS.flatMap(fact => {
    const match = fact.exec(cleaned)
    return match ? [cleaned.slice(Math.max(0, match.index - 80), match.index + 80)] : []
  })
}
const expectNoDefault = (text: string, where: string) => expect(findDefaultFacts(text), where).toEqual([])

const decodeHtml = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

let shop: TestApp
let fixtures: Awaited<ReturnType<typeof fillAll>>

const save = async <G extends SettingsGroup>(group: G, value: SettingsOf<G>, { db, clock } = shop) => {
  const { version } = await loadSettings(db, group)
  const change = { group, value, version, actor_user_id: null, now: clock.now() }
  await db.transaction().execute(trx => saveSettings(trx, change))
}
const servePages: ApiFeature = (app, deps) => void app.register(pages, deps)

beforeAll(async () => {
  shop = await openTestApp({}, { probes: [servePages] })
  await save('company', company)
  await save('tax', tax)
  await save('look', look)
  await save('documents', documents)
  await shop.settings.refresh()
  fixtures = await fillAll(shop)
})
afterAll(() => shop.close())

const guest = () => ({ visitor: shop.visitor() })
const request = async ({ visitor }: { visitor: Visitor }, path: string) => {
  const response = await visitor.send(path, { method: 'GET' })
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return { status: response.status, headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const listPaths = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, index, children }) => {
    const here = path ? `${above}/${path}` : above
    return [...(path || index ? [here || '/'] : []), ...listPaths(children ?? [], here)]
  })
/** Every page whose address has no parameter. */
const fixedPaths = listPaths(routes)
  .map(path => path.replace(/\/:\w+\?$/, ''))
  .filter(path => !/[:*]/.test(path))

const expectPage = async (viewer: { visitor: Visitor }, path: string) => {
  const { headers, bytes } = await request(viewer, path)
  expectNoDefault(headers, `headers of ${path}`)
  const html = toText(bytes)
  expectNoDefault(html, path)
  if (html === '') return
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1]
  expect(decodeHtml(title ?? ''), path).toContain(NAME)
  expect(html.match(/<main[\s>]/g), path).toHaveLength(1)
}

test.each([
  [
    'guests',
    () => guest(),
    /^(?!\/(?:admin|filmmaker|workspace|account|profile|boards|projects|checkout|cart)(?:\/|$))/,
  ],
  ['customers', () => fixtures.buyer, /^\/(?:workspace|account|profile|boards|projects|checkout|cart)(?:\/|$)/],
  ['filmmakers', () => fixtures.earned.filmmaker, /^\/filmmaker(?:\/|$)/],
  ['staff', () => fixtures.admin, /^\/admin(?:\/|$)/],
])('every fixed page of %s has the company in its title, and one main part', async (_who, getViewer, pattern) => {
  const paths = fixedPaths.filter(path => pattern.test(path))
  expect(paths.length).toBeGreaterThan(2)
  const viewer = getViewer()
  for (const path of paths) await expectPage(viewer, path)
})

test('pages of single things, errors and dialogs have it, too', async () => {
  const { clips, bought, offers, curated, support, handled, buyer, admin } = fixtures
  const { slug } = await shop.db
    .selectFrom('clips')
    .where('id', '=', clips.shown)
    .select('slug')
    .executeTakeFirstOrThrow()
  for (const path of [
    `/clips/${slug}/${clips.shown}`,
    '/nothing-here',
    '/verify/unknown',
    '/articles/buying/reverse-charge',
  ])
    await expectPage(guest(), path)
  for (const path of [
    ...[bought.paid.number, bought.invoiced.invoice_number].map(number => `/workspace/orders/${number}`),
    ...offers.quotes.filter(number => number.startsWith('Q-')).map(number => `/workspace/quotes/${number}`),
  ])
    await expectPage(buyer, path)
  for (const path of [
    ...offers.quotes.map(number => `/admin/quotes/${number}`),
    ...support.tickets.map(id => `/admin/tickets/${id}`),
    ...handled.orders.map(id => `/admin/orders/${id}`),
    `/admin/collections/${curated.shoot}`,
    `/admin/people/${buyer.user_id}`,
  ])
    await expectPage(admin, path)
})

test('pages of the catalog, of boards and of the owner, and the page that pays an invoice have it, too', async () => {
  const { buyer, admin, bought } = fixtures
  const slug = 'our-own-guide'
  await submit(admin, 'POST /api/admin/content', { slug, title: 'Guide' })
  const draft = { title: 'Guide', description: '', source: '## From {{company.name}}\n\nCall {{company.phone}}.' }
  const { edit } = await submit<{ edit: number }>(admin, 'GET /api/admin/content/{slug}', {}, { slug })
  const saved = await submit<{ edit: number }>(
    admin,
    'PUT /api/admin/content/{slug}/draft',
    { ...draft, edit },
    { slug },
  )
  const publication = { edit: saved.edit, effective_from: null, note: 'First' }
  await submit(admin, 'POST /api/admin/content/{slug}/publish', publication, { slug })

  const filmmakers = await shop.db.selectFrom('filmmakers').select(['id', 'slug']).where('clip_count', '>', 0).execute()
  const categories = await shop.db
    .selectFrom('categories')
    .innerJoin('clips', 'clips.category_id', 'categories.id')
    .where('clips.status', '=', 'published')
    .distinct()
    .select('categories.slug')
    .execute()
  const collections = await shop.db
    .selectFrom('collections')
    .select(['id', 'slug', 'kind'])
    .where('clip_count', '>', 0)
    .execute()
  const paths = [
    ...filmmakers.map(({ id, slug: name }) => `/filmmakers/${name}/${id}`),
    ...categories.map(({ slug: name }) => `/category/${name}`),
    ...collections.map(({ id, slug: name, kind }) => `/${kind === 'shoot' ? 'shoots' : 'collections'}/${name}/${id}`),
    `${bought.shared.pathname}${bought.shared.search}`,
    `/pages/${slug}`,
  ]
  const kinds = new Set(paths.map(path => path.split('/')[1]))
  expect(kinds).toEqual(new Set(['filmmakers', 'category', 'shoots', 'collections', 'board', 'pages']))
  for (const path of paths) {
    expect((await request(guest(), path)).status, path).toBe(200)
    await expectPage(guest(), path)
  }
  await expectPage(buyer, bought.shared.pathname)
  expect(decodeHtml(toText((await request(guest(), `/pages/${slug}`)).bytes))).toContain(company.phone)

  const link = new URL(createPaymentUrl(shop.deps, bought.invoiced.invoice_number)).pathname
  await expectPage(guest(), link)
  const page = decodeHtml(toText((await request(guest(), link)).bytes))
  for (const fact of PAYMENT) expect(page).toContain(fact)
})

test('before the opening, visitors see the company that opens soon, and its owner the steps of the setup', async () => {
  const unopened = await openTestApp({ DEMO: '0' }, { probes: [servePages], unopened: true })
  const { visitor } = await seedOwner(unopened)
  await save('company', company, unopened)
  await save('look', look, unopened)
  await unopened.settings.refresh()
  const setupPaths = fixedPaths.filter(path => path.startsWith('/setup'))
  expect(setupPaths).toContain('/setup/services')
  const visits = [
    [unopened.visitor(), '/opening-soon'] as const,
    ...setupPaths.filter(path => path !== '/setup').map(path => [visitor, path] as const),
  ]
  for (const [viewer, path] of visits) {
    expect((await request({ visitor: viewer }, path)).status, path).toBe(200)
    await expectPage({ visitor: viewer }, path)
  }
  await unopened.close()
})

test('the front page has the headline, the contact and the facts for search engines', async () => {
  const html = decodeHtml(toText((await request(guest(), '/')).bytes))
  for (const text of ['Above the trees.', company.tagline, company.phone, company.email, company.legal_name])
    expect(html).toContain(text)
  const data = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(
    match => JSON.parse(match[1] ?? '') as { '@type': string },
  )
  expect(data.find(thing => thing['@type'] === 'Organization')).toMatchObject({
    name: NAME,
    legalName: company.legal_name,
    email: company.email,
    telephone: company.phone,
  })
})

test('legal texts name the company and the law of its country', async () => {
  const terms = decodeHtml(toText((await request(guest(), '/terms-and-conditions')).bytes)).replaceAll(/<!-- -->/g, '')
  expect(terms).toContain('The law of Germany applies')
  expect(terms).toContain(company.legal_name)
})

test('documents name the company as seller, and their files begin with its prefix', async () => {
  const { buyer, bought, earned, statement } = fixtures
  const { id } = await shop.db
    .selectFrom('licenses')
    .where('order_item_id', '=', bought.paid.item_ids[0] ?? 0)
    .select('id')
    .executeTakeFirstOrThrow()
  const files: (readonly [{ visitor: Visitor }, string])[] = [
    [buyer, `/api/workspace/orders/${bought.invoiced.invoice_number}/invoice`],
    [buyer, `/api/workspace/orders/${bought.paid.number}/receipt`],
    [buyer, `/api/workspace/orders/${bought.paid.number}/license-agreement`],
    [buyer, certificatePath(id, 'pdf')],
    [earned.filmmaker, `/api/filmmaker/statements/${statement}/pdf`],
  ]
  for (const [viewer, path] of files) {
    const { status, headers, bytes } = await request(viewer, path)
    expect(status, path).toBe(200)
    if (path.endsWith('/invoice'))
      for (const fact of PAYMENT) expect((await extractPdfText(bytes)).replaceAll(/\s+/g, ' '), path).toContain(fact)
    expect(headers, path).toMatch(/filename="north-light-/)
    expectNoDefault(`${headers}\n${new TextDecoder('latin1').decode(bytes)}`, path)
    const text = await extractPdfText(bytes)
    expectNoDefault(text, path)
    for (const fact of [NAME, company.legal_name, 'Lindenweg 4, 20095 Hamburg, Germany', 'VAT DE136695976', 'HRB 4711'])
      expect(text.replaceAll(/\s+/g, ' '), path).toContain(fact)
    expect(text.replaceAll(/\s+/g, ' '), path).toContain(documents.footer)
  }
})

test('tables, feeds and descriptions for programs have no trace of the default company', async () => {
  const { admin, buyer, earned, statement } = fixtures
  const { url } = await submit<{ url: string }>(buyer, 'POST /api/workspace/licenses/calendar')
  const files: (readonly [{ visitor: Visitor }, string])[] = [
    ...['orders', 'order-lines', 'order-refunds', 'log'].map(name => [admin, `/api/admin/${name}.csv`] as const),
    [admin, '/api/admin/security-log.jsonl'],
    [admin, '/api/admin/openapi.json'],
    [buyer, '/api/workspace/audit.csv'],
    [buyer, '/api/workspace/licenses/register.csv'],
    [earned.filmmaker, `/api/filmmaker/statements/${statement}/csv`],
    ...[
      new URL(url).pathname,
      '/api/openapi.json',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemaps/pages.xml',
      '/.well-known/security.txt',
      '/.well-known/security-policy.txt',
    ].map(path => [guest(), path] as const),
  ]
  for (const [viewer, path] of files) {
    const { headers, bytes } = await request(viewer, path)
    expectNoDefault(`${headers}\n${toText(bytes)}`, path)
    if (path.endsWith('.csv') || path.endsWith('/csv')) expect(headers, path).toMatch(/filename="north-light-/)
  }
  const { info } = JSON.parse(toText((await request(guest(), '/api/openapi.json')).bytes)) as { info: object }
  expect(info).toMatchObject({ title: `${NAME} API`, contact: { name: `${NAME} support` } })
  expect(toText((await request(guest(), '/.well-known/security.txt')).bytes)).toContain(`mailto:${company.email}`)
})

// The clock moves on, and sessions end: after the other tests.
test('mails have the company in subject, text and letterhead', async () => {
  const reactions = createReactions(shop.deps)
  const events = await shop.db.selectFrom('events').selectAll().orderBy('id').execute()
  for (const { name, payload } of events)
    for (const reaction of reactions.filter(({ event: to }) => to === name))
      await reaction.handle(payload as EventPayloads[EventName])
  await sendDigests(shop)
  shop.clock.advance(24 * 3_600_000)
  await sendDigests(shop)
  const { sent } = shop.mail
  expect(sent.length).toBeGreaterThan(30)
  for (const { to, reply_to = '', subject, html, text, headers } of sent) {
    expect(headers, subject).toMatchObject({ 'Auto-Submitted': 'auto-generated' })
    // A mail that has a link to unsubscribe tells mail programs, and the other way round.
    expect('List-Unsubscribe' in headers, subject).toBe(text.includes('/unsubscribe/'))
    expectNoDefault([to, reply_to, subject, html, text].join('\n'), subject)
    expect(text, subject).toContain(`${company.legal_name}, Lindenweg 4, 20095 Hamburg, Germany`)
    for (const fact of [company.email, 'HRB 4711', 'VAT DE136695976']) expect(text, subject).toContain(fact)
    expect(decodeHtml(html), subject).toContain(NAME)
    expect(html, subject).toContain('prefers-color-scheme: dark')
    // Gmail cuts off longer ones.
    expect(Buffer.byteLength(html), subject).toBeLessThan(100_000)
  }
  expect(sent.some(({ subject }) => subject.includes(NAME))).toBe(true)
  expect(sent.some(({ to }) => to === company.email)).toBe(true)
})

test('the search for the default company finds it where it is', () => {
  expect(findDefaultFacts('Your Longtake order')).toHaveLength(1)
  expect(findDefaultFacts('email_longtake_films')).toEqual([])
})
