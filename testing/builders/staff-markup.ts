/** Fills the free text of the staff's forms about clips, sales, orders and people with markup, through the API. */
import { DAY_MS } from '../../src/platform/clock.ts'
import type { TestApp } from '../app.ts'
import { createMarkup as text } from '../text-fields.ts'
import { seedImportedLicense } from './imported-licenses.ts'
import { license, projectTexts, submit } from './markup.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from './orders.ts'
import { buildRateBody, germanWebLicense } from './rates.ts'
import { seedStaff } from './staff.ts'
import { registerWithAuthenticator } from './two-step.ts'

export const inDays = ({ clock }: TestApp, days: number) =>
  new Date(clock.now().getTime() + days * DAY_MS).toISOString()

/** Clips, collections and keyword lists. */
export const fillEditorTexts = async (shop: TestApp, editor: Buyer, clip: number) => {
  const id = clip
  const { category_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', id)
    .select('category_id')
    .executeTakeFirstOrThrow()
  await submit(
    editor,
    'PUT /api/admin/clips/{id}',
    {
      name: text(),
      description: text(),
      keywords: [text()],
      category_id,
      subcategory_id: null,
      camera_look: 'wide',
      motion: 'realtime',
      time_of_day: 'day',
      location_type: text(),
      camera: text(),
      lens: text(),
      people_count: 0,
      tier: 'standard',
      releases: ['not-needed'],
      loopable: false,
      flashing: false,
    },
    { id },
  )
  const keyword = text()
  await submit(editor, 'POST /api/admin/clip-changes', {
    clip_ids: [id],
    add_keywords: [keyword],
    camera: text(),
    lens: text(),
  })
  await submit(editor, 'POST /api/admin/clip-changes', { clip_ids: [id], remove_keywords: [keyword] })
  const csv = `clip,keywords\n${id},"${text().replaceAll('"', '""')}"\n"${text().replaceAll('"', '""')}",x\n`
  const list = await submit(editor, 'POST /api/admin/keyword-lists', { file_name: text(), mode: 'add', csv })

  const collections: number[] = []
  for (const isWithdrawn of [true, false]) {
    const collection = await submit<{ id: number; slug: string; version: number }>(
      editor,
      'POST /api/admin/collections',
      {
        name: text(),
        description: text(),
      },
    )
    collections.push(collection.id)
    const { slug, version } = collection
    const texts = { name: text(), description: text(), slug, version, featured: true }
    await submit(editor, 'PUT /api/admin/collections/{id}', texts, collection)
    await submit(editor, 'POST /api/admin/collections/{id}/pasted-clips', { text: `${id}\n${text()}` }, collection)
    await submit(editor, 'POST /api/admin/collections/{id}/publish', {}, collection)
    if (isWithdrawn) await submit(editor, 'POST /api/admin/collections/{id}/withdraw', { reason: text() }, collection)
  }
  const gone = await seedClip(shop)
  const { shoot_id } = await shop.db
    .selectFrom('clips')
    .where('id', '=', gone.id)
    .select('shoot_id')
    .executeTakeFirstOrThrow()
  await submit(editor, 'POST /api/admin/collections/{id}/clip-withdrawals', { reason: text() }, { id: shoot_id })
  return { list: list.id, collections, shoot: shoot_id, gone: gone.id }
}

/** Rates, quotes, custom carts and their drafts. */
export const fillSalesTexts = async (shop: TestApp, staff: Buyer, buyer: Buyer, clip: number) => {
  const { workspace_id } = buyer
  const rate = () => ({
    ...buildRateBody({ name: text(), end_client_name: text(), usage_details: text() }),
    distribution_groups: [{ ...germanWebLicense, territory_name: text() }],
  })
  const created = await submit(staff, 'POST /api/admin/preferred-rates', {
    workspace_id,
    rate: rate(),
    reason: text(),
  })
  await submit(staff, 'PUT /api/admin/preferred-rates/{id}', { rate: rate(), reason: text() }, created)
  const { id: ended } = await submit(staff, 'POST /api/admin/preferred-rates', {
    workspace_id,
    rate: rate(),
    reason: text(),
  })
  await submit(staff, 'POST /api/admin/preferred-rates/{id}/end', { reason: text() }, { id: ended })

  const offer = () => ({
    lines: [{ ...license, clip_id: clip, agreed_price_cents: 12_000 }],
    expires_at: inDays(shop, 7),
    note: text(),
    po_number: text(),
    reason: text(),
  })
  const createQuote = () => submit<{ number: string }>(staff, 'POST /api/admin/quotes', { workspace_id, ...offer() })
  const quote = await createQuote()
  await submit(staff, 'PUT /api/admin/quotes/{number}', offer(), quote)
  const [declined, revoked] = [await createQuote(), await createQuote()]
  await submit(buyer, 'POST /api/workspace/quotes/{number}/decline', { reason: text() }, declined)
  await submit(staff, 'POST /api/admin/quotes/{number}/revoke', { reason: text() }, revoked)
  const custom = await submit<{ number: string; link: string }>(staff, 'POST /api/admin/custom-carts', offer())
  const { id: price_version_id } = await shop.db.selectFrom('price_versions').select('id').executeTakeFirstOrThrow()
  const draft = () => ({
    kind: 'quote',
    groups: [
      {
        org_type: 'commercial',
        end_client_size: 2,
        distribution_ids: [3],
        lines: [{ clip_id: clip, format_id: 3, tier: 'standard', agreed: text() }],
      },
    ],
    last_day: '',
    note: text(),
    ein: text(),
    po_number: text(),
    workspace_id,
    price_version_id,
  })
  const { id: unchanged } = await submit(staff, 'POST /api/admin/offer-drafts', draft())
  const saved = await submit<{ id: number; version: number }>(staff, 'POST /api/admin/offer-drafts', draft())
  await submit(staff, 'PUT /api/admin/offer-drafts/{id}', { ...draft(), version: saved.version }, saved)
  return {
    rate: created.id,
    ended,
    quotes: [quote, declined, revoked, custom].map(({ number }) => number),
    custom,
    drafts: [unchanged, saved.id],
  }
}

/** Orders, coupons and approvals. */
export const fillOrderTexts = async (shop: TestApp, { staff, admin }: { staff: Buyer; admin: Buyer }) => {
  const buyer = await seedMember(shop)
  const createOrder = async (state: Parameters<typeof seedOrder>[2]) =>
    seedOrder(shop, buyer, state, { clips: [await seedClip(shop)] })
  const refunded = await createOrder('paid')
  const refund = { order_item_ids: null, expected_cents: 21_343, reason: text(), reference: text() }
  await submit(staff, 'POST /api/admin/orders/{id}/refunds', refund, refunded)
  const waiting = await createOrder('paid')
  const now = shop.clock.now()
  const { id: refund_id } = await shop.db
    .insertInto('refunds')
    .values({
      order_id: waiting.id,
      operation_key: 'waiting',
      request_hash: 'waiting',
      order_item_ids: waiting.item_ids,
      amount_cents: 21_343,
      staff_user_id: staff.user_id,
      reason: text(),
      state: 'waiting',
      gateway_refund_key: 'waiting',
      started_at: now,
      synced_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cancelRefund = 'POST /api/admin/orders/{id}/refunds/{refund_id}/cancel'
  await submit(staff, cancelRefund, { reason: text() }, { id: waiting.id, refund_id })
  const [canceled, transferred, disputed] = [
    await createOrder('invoiced'),
    await createOrder('invoiced'),
    await createOrder('disputed'),
  ]
  await submit(staff, 'POST /api/admin/orders/{id}/cancel', { reason: text() }, canceled)
  await submit(staff, 'POST /api/admin/orders/{id}/paid', { reason: text(), reference: text() }, transferred)
  await submit(staff, 'POST /api/admin/orders/{id}/end-dispute', { reason: text(), expected_cents: 0 }, disputed)
  const amended = await createOrder('paid')
  await submit(buyer, 'PUT /api/workspace/orders/{id}/project-details', projectTexts(), { id: amended.number })
  const amendment = { ...projectTexts(), reason: text(), order_item_ids: amended.item_ids }
  await submit(staff, 'POST /api/admin/orders/{id}/project-amendments', amendment, amended)
  const billing = { company: text(), contact: text(), address: text(), address2: text(), city: text() }
  const correction = { ...billing, postal_code: text(), region: 'California', vat_number: '', reason: text() }
  await submit(staff, 'POST /api/admin/orders/{id}/billing-corrections', correction, amended)

  const coupon = (value: number) => ({
    kind: 'percent',
    value,
    starts_at: now.toISOString(),
    ends_at: null,
    minimum_cents: 0,
    total_limit: null,
    workspace_limit: null,
    clip_ids: null,
    format_ids: null,
    reason: text(),
  })
  const created = await submit(staff, 'POST /api/admin/coupons', coupon(15))
  await submit(staff, 'POST /api/admin/coupons/{id}/end', { reason: text() }, created)
  for (const decision of ['approve', 'reject']) {
    // It is beyond what support may decide, so the answer is a conflict that opens a request.
    await submit(staff, 'POST /api/admin/coupons', coupon(60)).catch(() => {})
    const approvals = await submit<{ id: number; state: string }[]>(admin, 'GET /api/admin/approvals')
    const pending = approvals.find(({ state }) => state === 'pending')
    await submit(admin, `POST /api/admin/approvals/{id}/${decision}`, { reason: text() }, { id: pending?.id ?? 0 })
  }
  return {
    orders: [refunded, waiting, canceled, transferred, disputed, amended].map(({ id }) => id),
    coupon: created.id,
  }
}

/** People, workspaces, tickets and the settings of the shop. */
export const fillSupportTexts = async (
  shop: TestApp,
  { staff, admin, buyer }: { staff: Buyer; admin: Buyer; buyer: Buyer },
) => {
  const terms = { has_self_invoicing: true, credit_limit_cents: 400_000, net_payment_term_days: 30, is_trusted: false }
  const person = await seedMember(shop)
  const { user_id: id, workspace_id } = person
  await submit(staff, 'PUT /api/admin/workspaces/{id}/terms', { ...terms, reason: text() }, { id: workspace_id })
  const imported = await seedImportedLicense(shop, person)
  await submit(
    admin,
    'PUT /api/admin/imported-licenses/{id}',
    {
      ...license,
      order: text(),
      ends_on: null,
      territory: text(),
      company: text(),
      client_name: text(),
      project_name: text(),
      reason: text(),
    },
    imported,
  )
  const revocation = { is_revoked: true, reason: text() }
  await submit(admin, 'PUT /api/admin/imported-licenses/{id}/revocation', revocation, imported)
  await submit(staff, 'POST /api/admin/people/{id}/suspend', { reason: text() }, { id })
  await submit(staff, 'POST /api/admin/people/{id}/unsuspend', { reason: text() }, { id })
  await submit(admin, 'PUT /api/admin/people/{id}/roles', { roles: [], seen: [], reason: text() }, { id }).catch(
    () => {},
  )
  const roles = { roles: [3], seen: [], reason: text() }
  const colleague = await seedMember(shop)
  await submit(admin, 'PUT /api/admin/people/{id}/roles', roles, { id: colleague.user_id })
  const affiliations = { affiliations: ['ambassador'], seen: [], reason: text() }
  await submit(staff, 'PUT /api/admin/people/{id}/affiliations', affiliations, { id })
  const reset = 'POST /api/admin/people/{id}/two-step-reset'
  const { user } = await registerWithAuthenticator(shop)
  await submit(staff, reset, { reason: text() }, user)
  await submit(staff, reset.replace('POST', 'DELETE'), { reason: text() }, user)
  await submit(staff, reset, { reason: text() }, user)
  await submit(admin, `${reset}/approval`, { reason: text() }, user)
  await submit(
    await seedStaff(shop),
    'POST /api/admin/people/{id}/masquerade',
    { reason: text() },
    { id: buyer.user_id },
  )

  const tickets = await shop.db.selectFrom('tickets').select('id').orderBy('id').execute()
  for (const ticket of tickets)
    await submit(staff, 'POST /api/admin/tickets/{id}/replies', { message: text(), last_reply_id: null }, ticket)
  return {
    people: [id, colleague.user_id, user.id],
    workspace: workspace_id,
    tickets: tickets.map(ticket => ticket.id),
  }
}
