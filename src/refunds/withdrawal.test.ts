/** The rights of consumers in the EU and the UK: consent before the first download, and withdrawal until then. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { setCartBilling } from '#cart/details-contract.ts'
import { addUpgrade } from '#cart/upgrades-contract.ts'
import { getContentVersion } from '#content/contract.ts'
import { downloadClip } from '#licenses/contract.ts'
import { mailOrderPlaced } from '#licenses/mails.server.ts'
import { zipOrder } from '#licenses/zip/contract.ts'
import { getStaffOrder, listStaffOrders } from '#orders/admin/contract.ts'
import { sendRefusedMails, sendTransferMails } from '#orders/admin/withdrawal-mails.server.ts'
import { CONSENT_REQUIRED_TEXT, CONSENT_TEXT, getWithdrawalEnd } from '#orders/consumer.ts'
import { consentToDelivery, getOrder, putProjectDetails } from '#orders/contract.ts'
import { mailDeliveryConsent, mailWithdrawn } from '#orders/withdrawal-mails.server.ts'
import { openGateway, requireGateway } from '#payments/gateway.server.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openCheckoutShop, seedBuyer, type CartBuyer } from '../../testing/builders/checkout.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { withdrawOrder } from './contract.ts'
import { settleRefund, sweepRefunds } from './refund-steps.server.ts'

let opened: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  opened = await openCheckoutShop()
})
afterAll(() => opened.close())

const project = {
  client_name: 'Nora Brandt',
  project_name: 'Family film',
  project_description: 'A birthday',
  start_date: '2026-04-01',
}

const findCountryId = async (code: string) =>
  (await opened.shop.db.selectFrom('countries').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id

/** Buys two clips as a private person in a country. */
const buyPrivately = async (country = 'IE', overrides: { company?: string; is_private?: boolean } = {}) => {
  const buyer = await seedBuyer(opened.shop, opened.clips)
  const order = await payPrivately(buyer, country, overrides)
  await nameProject({ ...buyer, ...order })
  return { ...buyer, ...order }
}
type PrivateBuyer = Awaited<ReturnType<typeof buyPrivately>>
type PrivateOrder = Pick<PrivateBuyer, 'visitor' | 'number' | 'order_id'>

const nameProject = ({ visitor, number }: Pick<PrivateBuyer, 'visitor' | 'number'>) =>
  visitor.call(putProjectDetails, { params: { id: number }, body: project })

/** Pays for the cart as a private person in a country. */
const payPrivately = async (buyer: CartBuyer, country = 'IE', overrides: object = {}) => {
  const { data: cart } = await buyer.visitor.call(setCartBilling, {
    body: {
      is_private: true,
      billing_contact_user_id: buyer.user_id,
      address: '4 Quay Street',
      city: 'Galway',
      region: 'Galway',
      postal_code: country === 'IE' ? 'H91 X0X0' : 'SW1A 1AA',
      country_id: await findCountryId(country),
      ...overrides,
    },
  })
  const { data } = await buyer.pay({ seen: cart.fingerprint })
  return { order_id: data.order_id, number: data.invoice_number ?? '' }
}

/** Buys the first clip of an order in a better format. */
const buyUpgrade = async (buyer: CartBuyer & Pick<PrivateBuyer, 'order_id'>): Promise<PrivateOrder> => {
  const { license_id } = await opened.shop.db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .where('i.order_id', '=', buyer.order_id)
    .where('i.clip_id', '=', opened.clips[0]?.id ?? 0)
    .select('l.id as license_id')
    .executeTakeFirstOrThrow()
  await buyer.visitor.call(addUpgrade, {
    body: { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 2, license_id },
  })
  return { visitor: buyer.visitor, ...(await payPrivately(buyer)) }
}

const loadOrder = async ({ visitor, number }: PrivateOrder) =>
  (await visitor.call(getOrder, { params: { id: number } })).data
const download = ({ visitor }: Pick<PrivateOrder, 'visitor'>, index = 0) =>
  visitor.call(downloadClip, { params: { id: String(opened.clips[index]?.id) }, body: { format_id: 3 } })
const consent = ({ visitor, number }: PrivateOrder) => visitor.call(consentToDelivery, { params: { id: number } })
const withdraw = ({ visitor, number }: PrivateOrder) => visitor.call(withdrawOrder, { params: { id: number } })
const countLicenses = async ({ order_id }: Pick<PrivateOrder, 'order_id'>) => {
  const rows = await opened.shop.db
    .selectFrom('licenses as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .where('i.order_id', '=', order_id)
    .where('l.revoked_at', 'is', null)
    .select('l.id')
    .execute()
  return rows.length
}

test('a consumer downloads only after agreeing that delivery begins, which is kept with the text and mailed', async () => {
  const { shop } = opened
  const buyer = await buyPrivately()
  const refusal = { status: 409, message: CONSENT_REQUIRED_TEXT, meta: { delivery_consent: { order: buyer.number } } }
  await expect(download(buyer)).rejects.toMatchObject(refusal)
  await expect(buyer.visitor.call(zipOrder, { params: { id: buyer.number } })).rejects.toMatchObject({
    meta: refusal.meta,
  })
  expect((await loadOrder(buyer)).withdrawal).toMatchObject({ clips_count: 2, consented_at: null, withdrawn_at: null })

  const { data: notice } = await buyer.visitor.call(getContentVersion, { params: { slug: 'withdrawal' } })
  await consent(buyer)
  await consent(buyer)
  const consents = await shop.db
    .selectFrom('delivery_consents')
    .where('order_id', '=', buyer.order_id)
    .selectAll()
    .execute()
  expect(consents).toEqual([
    {
      order_id: buyer.order_id,
      user_id: buyer.user_id,
      text_id: notice.id,
      text_sha256: notice.sha256,
      shown_text: CONSENT_TEXT,
      consented_at: shop.clock.now(),
    },
  ])
  expect((await download(buyer)).data.url).toContain('/download/')
  // The right ends for each clip with its own download.
  expect((await loadOrder(buyer)).withdrawal).toMatchObject({ clips_count: 1 })

  await mailDeliveryConsent(shop.deps, buyer.order_id)
  await mailDeliveryConsent(shop.deps, buyer.order_id)
  const mails = shop.mail.sent.filter(({ to, subject }) => to === buyer.email && subject.includes('delivery'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toContain(CONSENT_TEXT)
  expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toContain('I withdraw from my contract')
})

test('the mail of a consumer’s order has the withdrawal notice and the model form; a business’s has not', async () => {
  const { shop } = opened
  const consumer = await buyPrivately('GB')
  const business = await buyPrivately('GB', { company: 'Aster Foods', is_private: false })
  for (const { order_id } of [consumer, business]) await mailOrderPlaced(shop.deps, order_id)
  const textOf = (email: string) =>
    shop.mail.sent.findLast(({ to, subject }) => to === email && subject.startsWith('Your clips'))?.text ?? ''
  expect(textOf(consumer.email)).toContain('I hereby give notice that I withdraw')
  expect(textOf(business.email)).not.toContain('withdraw')
  expect((await loadOrder(business)).withdrawal).toBeNull()
  await expect(withdraw(business)).rejects.toMatchObject({ status: 409 })
  expect((await download(business)).data.url).toContain('/download/')
})

test('a consumer withdraws once: licenses end, the charge is voided, a credit note and a receipt follow', async () => {
  const { shop } = opened
  const buyer = await buyPrivately()
  const total = (await loadOrder(buyer)).total
  const { data: order } = await withdraw(buyer)
  expect(order).toMatchObject({
    state: 'refunded',
    withdrawal: { clips_count: 0, withdrawn_at: shop.clock.now().toISOString() },
    credit_notes: [{ total }],
  })
  expect(await countLicenses(buyer)).toBe(0)
  await expect(withdraw(buyer)).rejects.toMatchObject({
    status: 409,
    message: 'You have withdrawn from this order already.',
  })
  await expect(download(buyer)).rejects.toMatchObject({ status: 404 })
  await mailWithdrawn(shop.deps, buyer.order_id)
  const mail = shop.mail.sent.findLast(({ to }) => to === buyer.email)
  expect(mail?.subject).toContain(`withdrawal from Longtake order ${buyer.number}`)
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('Slow tide at dusk')
  const staff = await seedStaff(shop)
  const { data: seen } = await staff.visitor.call(getStaffOrder, { params: { id: String(buyer.order_id) } })
  expect(seen.refunds).toMatchObject([{ state: 'done', by: null, reason: 'The buyer withdrew from the order.' }])
})

test('a downloaded clip stays licensed when its buyer withdraws from the other one', async () => {
  const buyer = await buyPrivately()
  await consent(buyer)
  await download(buyer)
  const { data: order } = await withdraw(buyer)
  expect(order.withdrawal).toMatchObject({ clips_count: 0, withdrawn_at: expect.any(String) })
  // The refund waits until the charge has settled; the license of the other clip has ended at once.
  expect(await countLicenses(buyer)).toBe(1)
  await expect(download(buyer, 1)).rejects.toMatchObject({ status: 404 })
  expect((await download(buyer)).data.url).toContain('/download/')
})

test('nobody withdraws after 14 days, after every download, or for a colleague', async () => {
  const { shop } = opened
  const downloaded = await buyPrivately()
  await consent(downloaded)
  for (const index of [0, 1]) await download(downloaded, index)
  await expect(withdraw(downloaded)).rejects.toMatchObject({ status: 409 })
  const late = await buyPrivately()
  const colleague = await seedBuyer(shop, opened.clips, { workspace_id: late.workspace_id, role: 'purchaser' })
  const params = { id: late.number }
  await expect(colleague.visitor.call(withdrawOrder, { params })).rejects.toMatchObject({ status: 403 })
  await expect(colleague.visitor.call(consentToDelivery, { params })).rejects.toMatchObject({ status: 403 })
  const stranger = await seedBuyer(shop, opened.clips)
  await expect(stranger.visitor.call(withdrawOrder, { params })).rejects.toMatchObject({ status: 404 })
  shop.clock.advance(15 * DAY_MS)
  await expect(withdraw(late)).rejects.toMatchObject({ message: 'The 14 days to withdraw from this order are over.' })
  // The right is over, so nothing is given up anymore.
  expect((await download(late)).data.url).toContain('/download/')
})

test('of 20 withdrawals and first downloads at once, either the withdrawal or the download wins', async () => {
  for (let round = 0; round < 3; round += 1) {
    const buyer = await buyPrivately()
    await consent(buyer)
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 10 }, async () => ({ kind: 'withdrawal', ...(await withdraw(buyer)) })),
      ...Array.from({ length: 5 }, async () => ({ kind: 'download', ...(await download(buyer, 0)) })),
      ...Array.from({ length: 5 }, async () => ({ kind: 'download', ...(await download(buyer, 1)) })),
    ])
    const done = attempts.flatMap(attempt => (attempt.status === 'fulfilled' ? [attempt.value.kind] : []))
    const lines = await opened.shop.db
      .selectFrom('order_items as i')
      .leftJoin('order_withdrawals as w', 'w.order_id', 'i.order_id')
      .where('i.order_id', '=', buyer.order_id)
      .select(['i.id', 'i.first_downloaded_at', 'w.order_item_ids'])
      .execute()
    // Each clip was either downloaded or withdrawn from.
    expect(
      lines.map(line => (line.first_downloaded_at !== null) !== (line.order_item_ids?.includes(line.id) ?? false)),
    ).toEqual([true, true])
    expect(done.filter(kind => kind === 'withdrawal').length).toBeLessThanOrEqual(1)
    const downloaded = lines.filter(line => line.first_downloaded_at !== null).length
    expect(done.filter(kind => kind === 'download').length > 0).toBe(downloaded > 0)
    expect(await countLicenses(buyer)).toBe(downloaded)
  }
})

test('a download that an upgrade allows needs consent on both orders, and ends the right to withdraw from both', async () => {
  const buyer = await seedBuyer(opened.shop, opened.clips.slice(0, 1))
  const first = { ...buyer, ...(await payPrivately(buyer)) }
  const upgrade = await buyUpgrade(first)
  await nameProject(upgrade)
  await consent(upgrade)
  await expect(download(first)).rejects.toMatchObject({
    status: 409,
    meta: { delivery_consent: { order: first.number } },
  })
  await consent(first)
  expect((await download(first)).data.url).toContain('/download/')
  for (const order of [upgrade, first]) await expect(withdraw(order)).rejects.toMatchObject({ status: 409 })
  expect(await countLicenses(first)).toBe(1)
})

test('of 20 withdrawals from an upgrade and downloads that it allows at once, only one kind succeeds', async () => {
  for (let round = 0; round < 3; round += 1) {
    const buyer = await seedBuyer(opened.shop, opened.clips.slice(0, 1))
    const first = { ...buyer, ...(await payPrivately(buyer)) }
    const upgrade = await buyUpgrade(first)
    // The first order has no project, so only the upgrade allows the download.
    await nameProject(upgrade)
    for (const order of [first, upgrade]) await consent(order)
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, async (_, index) => {
        if (index % 2 === 0) await withdraw(upgrade)
        else await download(first)
        return index % 2 === 0 ? 'withdrawal' : 'download'
      }),
    )
    const successes = attempts.flatMap(attempt => (attempt.status === 'fulfilled' ? [attempt.value] : []))
    expect(new Set(successes).size).toBe(1)
    if (successes[0] === 'download')
      for (const order of [upgrade, first]) await expect(withdraw(order)).rejects.toMatchObject({ status: 409 })
    else expect(successes).toEqual(['withdrawal'])
  }
})

test('an upgraded clip does not stop the withdrawal from the others, and follows after its upgrade', async () => {
  const { shop } = opened
  const buyer = await buyPrivately()
  const upgrade = await buyUpgrade(buyer)
  expect((await loadOrder(buyer)).withdrawal).toMatchObject({ clips_count: 1 })
  await withdraw(buyer)
  expect(await countLicenses(buyer)).toBe(1)
  await expect(withdraw(buyer)).rejects.toMatchObject({ message: 'You have withdrawn from this order already.' })
  expect((await withdraw(upgrade)).data.state).toBe('refunded')
  expect((await loadOrder(buyer)).withdrawal).toMatchObject({ clips_count: 1 })
  const [charge] = (await opened.transactions()).filter(({ status }) => status === 'submitted_for_settlement')
  await opened.settle(charge?.id ?? '')
  await sweepRefunds(shop, requireGateway(openGateway(shop.config)))
  await withdraw(buyer)
  expect(await countLicenses(buyer)).toBe(0)
  await mailWithdrawn(shop.deps, buyer.order_id)
  await mailWithdrawn(shop.deps, buyer.order_id)
  expect(
    shop.mail.sent.filter(({ to, subject }) => to === buyer.email && subject.includes(`order ${buyer.number}`)),
  ).toHaveLength(2)
  const staff = await seedStaff(shop)
  const { data: seen } = await staff.visitor.call(getStaffOrder, { params: { id: String(buyer.order_id) } })
  expect(new Set(seen.withdrawal?.clip_ids)).toEqual(new Set(opened.clips.map(({ id }) => id)))
})

test('the first download is recorded from the minute when the right of withdrawal is over', async () => {
  const { shop } = opened
  const buyer = await buyPrivately()
  const { placed_at } = await shop.db
    .selectFrom('orders')
    .where('id', '=', buyer.order_id)
    .select('placed_at')
    .executeTakeFirstOrThrow()
  shop.clock.advance(getWithdrawalEnd(placed_at ?? new Date(0)).getTime() - shop.clock.now().getTime())
  await download(buyer)
  const delivered = await shop.db
    .selectFrom('order_items')
    .where('order_id', '=', buyer.order_id)
    .where('first_downloaded_at', 'is not', null)
    .select('clip_id')
    .execute()
  expect(delivered).toEqual([{ clip_id: opened.clips[0]?.id }])
})

test('staff get an email about a withdrawal whose refund was refused or is a transfer, and find its order', async () => {
  const { shop } = opened
  const refused = await buyPrivately()
  await consent(refused)
  await download(refused)
  await withdraw(refused)
  const { id } = await shop.db
    .selectFrom('refunds')
    .where('order_id', '=', refused.order_id)
    .select('id')
    .executeTakeFirstOrThrow()
  const staff = await seedStaff(shop)
  const listWaiting = async () =>
    (await staff.visitor.call(listStaffOrders, { query: { waits: 'refund' } })).data.map(order => order.id)
  expect(await listWaiting()).not.toContain(refused.order_id)
  await settleRefund(shop, id, { kind: 'refused', reason: 'The card is closed.' })
  const transfer = await buyPrivately()
  await shop.db
    .updateTable('payment_attempts')
    .set({ state: 'declined' })
    .where('order_id', '=', transfer.order_id)
    .execute()
  await withdraw(transfer)
  await sendRefusedMails(shop.deps, id)
  await sendTransferMails(shop.deps, transfer.order_id)
  await sendTransferMails(shop.deps, refused.order_id)
  const textsOf = (number: string) =>
    shop.mail.sent.filter(({ subject }) => subject.includes(`${number} needs a refund`)).map(({ text }) => text ?? '')
  expect(textsOf(refused.number)).toEqual([expect.stringContaining('The card is closed.')])
  expect(textsOf(transfer.number)).toEqual([expect.stringContaining('bank transfer')])
  expect(await listWaiting()).toEqual(expect.arrayContaining([refused.order_id, transfer.order_id]))
  await settleRefund(shop, id, { kind: 'done', transaction_id: null })
  expect(await listWaiting()).not.toContain(refused.order_id)
})
