/** Somebody who types markup into every field: it is text on every page, in every mail, PDF, table and feed. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { certificatePath } from '#licenses/certificates/contract.ts'
import type { EventName, EventPayloads } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { sendDigests } from '../../testing/builders/digests.ts'
import { fillAll } from '../../testing/builders/fill-all.ts'
import { submit } from '../../testing/builders/markup.ts'
// Loads the pages before the app opens, which may not take long.
import '../../testing/server-build.ts'
import { extractPdfText } from '../../testing/pdf.ts'
import { createFillRecorder, createMarkup, findMarkup, listTextFields } from '../../testing/text-fields.ts'
import type { ApiFeature } from './api.ts'
import { pages } from './pages.ts'
import { createReactions } from './worker.ts'

type Viewer = { visitor: Visitor }

const recorder = createFillRecorder()
let shop: TestApp
let fixtures: Awaited<ReturnType<typeof fillAll>>
/** Every markup that a page, mail, document or table showed as text. */
const shownTexts = new Set<string>()

beforeAll(async () => {
  const servePages: ApiFeature = (app, deps) => void app.register(pages, deps)
  shop = await openTestApp({}, { probes: [recorder.record, servePages] })
  fixtures = await fillAll(shop)
})
afterAll(() => shop.close())

/** Reads texts of elements and attributes, and of the data for the browser. */
const decodeHtml = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:x27|39);/g, "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\\u00(3c|3e|26)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\+"/g, '"')

/** Notes the markup in a text that somebody reads, and fails if there is none. */
const expectMarkup = (text: string, where: string) => {
  const texts = findMarkup(text)
  expect(texts.length, where).toBeGreaterThan(0)
  for (const text of texts) shownTexts.add(text)
}

/** Fails for an element or the end of a script that came of markup. */
const expectNoElement = (html: string, where: string) => {
  expect(html.includes('<b>'), where).toBe(false)
  // Raw quotes would leave an attribute.
  expect(html, where).not.toMatch(/"'&(?:amp;)?\d+;/)
  expect(html.match(/<\/script>/g)?.length, where).toBe(html.match(/<script/g)?.length)
}

const get = async ({ visitor }: Viewer, path: string) => {
  const response = await visitor.send(path, { method: 'GET' })
  expect(response.status, path).toBe(200)
  return response
}

/** Opens pages of which each shows markup. */
const expectPages = async (viewer: Viewer, paths: readonly string[]) => {
  for (const path of paths) {
    const html = await (await get(viewer, path)).text()
    expectNoElement(html, path)
    expectMarkup(decodeHtml(html), path)
  }
}

const loadPublicPaths = async (clip_id: number) => {
  const clip = await shop.db
    .selectFrom('clips')
    .innerJoin('filmmakers', 'filmmakers.id', 'clips.filmmaker_id')
    .innerJoin('collections', 'collections.id', 'clips.shoot_id')
    .innerJoin('scenes', 'scenes.id', 'clips.scene_id')
    .innerJoin('categories', 'categories.id', 'clips.category_id')
    .where('clips.id', '=', clip_id)
    .select([
      'clips.slug',
      'clips.filmmaker_id',
      'filmmakers.slug as filmmaker',
      'clips.shoot_id',
      'collections.slug as shoot',
      'clips.scene_id',
      'scenes.slug as scene',
      'categories.slug as category',
    ])
    .executeTakeFirstOrThrow()
  const shoot = `/shoots/${clip.shoot}/${clip.shoot_id}`
  return [
    `/clips/${clip.slug}/${clip_id}`,
    `/filmmakers/${clip.filmmaker}/${clip.filmmaker_id}`,
    shoot,
    `${shoot}/scenes/${clip.scene}/${clip.scene_id}`,
    `/category/${clip.category}`,
  ]
}

/** What is only stored, dropped, or returned to the person who typed it. */
const NOT_SHOWN: Record<string, string> = {
  'POST /api/client-errors message': 'goes to the log',
  'POST /api/client-errors stack': 'goes to the log',
  'POST /api/client-errors path': 'goes to the log',
  'POST /api/auth/register page_url': 'is stored for statistics',
  'POST /api/auth/register page_name': 'is stored for statistics',
  'POST /api/auth/register tracking_cookie': 'is stored for statistics',
  'POST /api/auth/register referral_code': 'is dropped unless it is a code',
  'POST /api/auth/register time_zone': 'is dropped unless it is a time zone',
  'POST /api/forms/contact website': 'marks a bot',
  'POST /api/forms/footage-research website': 'marks a bot',
  'POST /api/cart/details country': 'is ignored',
  'POST /api/admin/custom-carts po_number': 'is only for quotes',
  'POST /api/admin/collections/{id}/pasted-clips text': 'is only in the response',
  'POST /api/admin/content/preview source': 'is only in the response',
}

/** Fields that no markup fills, each group with its reason. */
const NOT_FILLED: readonly (readonly [fields: RegExp, reason: string])[] = [
  [/[ _]password(?:_again|_confirm)?$/, 'hashed and never shown'],
  [/ (?:(?:invite_|challenge_)?token|cart_hash|seen|(?:email_)?code)$/, 'a token or code, which is only compared'],
  [/ (?:captcha|g-recaptcha-response|google_credential)$/, 'a proof, which is only verified'],
  [
    / (?:phone|vat_number|topic|time_zone|start_date|first_day|last_day|starts_on|ends_on|received_on|expires_on)$/,
    'refused unless it is one',
  ],
  [/ (?:emails\[\]|payee\.email)$/, 'refused unless it is the email of an account or of the payee'],
  [/license_ids\[\]$/, 'ignored'],
  [/^\w+ \/api\/admin\/content\/\{slug\}\S* slug$/, 'the address of a page, refused unless there is one'],
  [/ device_data$/, 'passed to the payment gateway'],
  [/\/billing-corrections region$/, 'refused unless it is the state whose tax was charged'],
  [/^PUT \/api\/admin\/settings\//, 'on every page, where they would hide that another field is missing'],
  [
    /^POST \/api\/(?:(?:staff|filmmaker)-invites\/\{token\}|setup\/owner) /,
    'a name as in POST /api/auth/register, and needs a mailed link or a shop without an owner',
  ],
  [
    /^POST \/api\/admin\/(?:staff\/leave|people\/\{id\}\/unlock|filmmakers\/\{id\}\/\S+\/(?:remove|withdraw)) reason$/,
    'a row of the audit log, as other reasons are',
  ],
  [/^POST \/api\/admin\/prices\/csv csv$/, 'a price table, refused unless it is one'],
  [/^POST \/api\/auth\/google\/auth\/callback /, 'needs Google, and has the fields of POST /api/auth/register'],
  [/^POST \/api\/admin\/failed-jobs\/\{id\}\/discard reason$/, 'needs a failed job, and is a row of the audit log'],
]

test('every text field of every endpoint is filled with markup, or exempt with a reason', () => {
  const filled = new Set(recorder.filled.map(({ field }) => field))
  const empty = listTextFields(shop.app).filter(field => !filled.has(field))
  expect(filled.size).toBeGreaterThan(150)
  expect(empty.filter(field => !NOT_FILLED.some(([fields]) => fields.test(field)))).toEqual([])
  expect(NOT_FILLED.filter(([fields]) => !empty.some(field => fields.test(field)))).toEqual([])
})

test('pages show markup as text to guests', async () => {
  const { clips, bought, curated, offers } = fixtures
  const [, collection = 0] = curated.collections
  const { slug } = await shop.db
    .selectFrom('collections')
    .where('id', '=', collection)
    .select('slug')
    .executeTakeFirstOrThrow()
  const custom = new URL(offers.custom.link)
  await expectPages({ visitor: shop.visitor() }, [
    '/',
    '/collections',
    `/collections/${slug}/${collection}`,
    '/filmmakers',
    '/category',
    `/clips?q=${encodeURIComponent(createMarkup())}`,
    ...(await loadPublicPaths(clips.shown)),
    bought.shared.pathname + bought.shared.search,
    custom.pathname + custom.search,
  ])
})

test('pages show markup as text to customers and filmmakers', async () => {
  const { account, buyer, bought, offers, earned } = fixtures
  const quotes = offers.quotes.filter(number => number.startsWith('Q-'))
  await expectPages(buyer, [
    '/boards',
    bought.shared.pathname,
    '/profile/settings',
    '/workspace/overview',
    '/workspace/team',
    '/workspace/billing',
    '/workspace/audit',
    '/workspace/orders',
    '/workspace/licenses',
    '/account/licenses',
    '/workspace/quotes',
    '/workspace/preferred-rates',
    '/workspace/purchase-requests',
    `/workspace/preferred-rates/${offers.rate}`,
    ...bought.requests.map(id => `/workspace/purchase-requests/${id}`),
    ...[bought.paid.number, bought.invoiced.invoice_number].map(number => `/workspace/orders/${number}`),
    ...quotes.map(number => `/workspace/quotes/${number}`),
    `/checkout/${quotes[0]}`,
  ])
  await expectPages(account.newcomer, ['/profile/settings', '/cart'])
  await expectPages(account.passkeyOwner, ['/account/two-step', '/profile/settings'])
  await expectPages(earned.filmmaker, [
    '/filmmaker',
    '/filmmaker/payouts',
    '/filmmaker/uploads',
    ...earned.drafts.map(id => `/filmmaker/clips/${id}`),
  ])
})

test('pages show markup as text to staff', async () => {
  const { admin, bought, buyer, curated, offers, handled, support, settings, clips, earned } = fixtures
  const below = (path: string, ids: readonly (number | string)[]) => ids.map(id => `/admin/${path}/${id}`)
  // The search appears on the page, too.
  const searched = [
    'rates',
    'catalog',
    'collections',
    'workspaces',
    'banners',
    'tickets',
    'people',
    'orders',
    'searches',
  ]
  await expectPages(admin, [
    ...searched.map(path => `/admin/${path}?search=${encodeURIComponent('<b>')}`),
    '/admin/quotes',
    ...below('quotes', offers.quotes),
    '/admin/quotes/drafts',
    ...below('quotes/drafts', offers.drafts),
    `/admin/quotes/${offers.quotes[0]}/revise`,
    ...below('rates', [offers.rate, offers.ended]),
    ...below('coupons', [handled.coupon]),
    '/admin/prices',
    ...below('catalog', [clips.shown, curated.gone, ...earned.drafts]),
    '/admin/collections/order',
    ...below('collections', [...curated.collections, curated.shoot]),
    '/admin/ingest',
    '/admin/keywords',
    ...below('keywords', [curated.list]),
    ...below('workspaces', [buyer.workspace_id, support.workspace]),
    ...below('filmmakers', [settings.filmmaker]),
    '/admin/payouts',
    '/admin/editfests',
    ...below('banners', settings.banners),
    ...below('content', [settings.content]),
    ...below('categories', [settings.category]),
    '/admin/searches',
    '/admin/log',
    ...below('orders', [bought.paid.id, bought.invoiced.order_id, ...handled.orders]),
    '/admin/approvals',
    ...below('tickets', support.tickets),
    ...below('people', [buyer.user_id, ...support.people]),
  ])
})

test('mails show markup as text', async () => {
  const reactions = createReactions(shop.deps)
  const events = await shop.db.selectFrom('events').selectAll().orderBy('id').execute()
  for (const { name, payload } of events)
    for (const reaction of reactions.filter(({ event: to }) => to === name))
      await reaction.handle(payload as EventPayloads[EventName])
  const { sent } = shop.mail
  for (const { html, subject } of sent) expectNoElement(html, subject)
  const marked = sent.filter(({ html }) => findMarkup(decodeHtml(html)).length > 0)
  for (const { html, subject } of marked) expectMarkup(decodeHtml(html), subject)
  expect(marked.length).toBeGreaterThan(20)
  expect(marked.map(({ to }) => to)).toEqual(expect.arrayContaining(['mate@example.com', fixtures.buyer.email]))
})

test('CSV files keep markup in one cell, and no cell is a formula', async () => {
  const { admin, buyer, earned, statement } = fixtures
  const files: (readonly [Viewer, string])[] = [
    ...['orders', 'order-lines', 'order-refunds', 'log'].map(name => [admin, `/api/admin/${name}.csv`] as const),
    [buyer, '/api/workspace/audit.csv'],
    [buyer, '/api/workspace/licenses/register.csv'],
    [earned.filmmaker, `/api/filmmaker/statements/${statement}/csv`],
  ]
  for (const [viewer, path] of files) {
    const text = await (await get(viewer, path)).text()
    expect(text.replaceAll('""', '').split('"').length % 2, path).toBe(1)
    expect(text, path).not.toMatch(/(?:^|[,\n])"?=/)
    expectMarkup(text.replaceAll('""', '"'), path)
  }
})

test('PDFs show markup letter by letter', async () => {
  const { buyer, bought, earned, statement } = fixtures
  const { id } = await shop.db
    .selectFrom('licenses')
    .where('order_item_id', '=', bought.paid.item_ids[0] ?? 0)
    .select('id')
    .executeTakeFirstOrThrow()
  const documents: (readonly [Viewer, string])[] = [
    [buyer, `/api/workspace/orders/${bought.invoiced.invoice_number}/invoice`],
    [buyer, `/api/workspace/orders/${bought.paid.number}/receipt`],
    [buyer, `/api/workspace/orders/${bought.paid.number}/license-agreement`],
    [buyer, certificatePath(id, 'pdf')],
    [earned.filmmaker, `/api/filmmaker/statements/${statement}/pdf`],
  ]
  for (const [viewer, path] of documents) {
    const text = await extractPdfText(new Uint8Array(await (await get(viewer, path)).arrayBuffer()))
    // A narrow column breaks it.
    expectMarkup(text.replaceAll(/\s/g, ''), path)
  }
})

test('sitemaps have no markup', async () => {
  for (const file of ['sitemap.xml', 'sitemaps/pages.xml', 'sitemaps/clips-1.xml', 'sitemaps/collections-1.xml']) {
    const { body, statusCode } = await shop.app.inject(`/${file}`)
    expect([statusCode, body.includes('<b>')], file).toEqual([200, false])
  }
})

test('the license calendar has markup within its lines', async () => {
  const { url } = await submit<{ url: string }>(fixtures.buyer, 'POST /api/workspace/licenses/calendar')
  const { body } = await shop.app.inject(new URL(url).pathname)
  expectMarkup(body, 'calendar')
  expect(body.split('\r\n').filter(line => !/^(?:[A-Z][A-Z-]*[:;]|[ \t]|$)/.test(line))).toEqual([])
})

test('digests show markup as text', async () => {
  const { buyer, earned } = fixtures
  shop.mail.sent.splice(0)
  await sendDigests(shop)
  shop.clock.advance(24 * 3_600_000)
  await sendDigests(shop)
  const { sent } = shop.mail
  expect(sent.map(({ to }) => to)).toEqual(expect.arrayContaining([buyer.email, earned.filmmaker.email]))
  for (const { html, subject } of sent) {
    expectNoElement(html, subject)
    expectMarkup(decodeHtml(html), subject)
  }
})

test('every filled field was shown somewhere, or is exempt with a reason', () => {
  const shownFields = new Set(recorder.filled.filter(({ text }) => shownTexts.has(text)).map(({ field }) => field))
  const hidden = new Set(recorder.filled.map(({ field }) => field).filter(field => !shownFields.has(field)))
  expect([...hidden].toSorted()).toEqual(Object.keys(NOT_SHOWN).toSorted())
})

test('no request ended with a server error', () => {
  expect(shop.reporter.reported).toEqual([])
})
