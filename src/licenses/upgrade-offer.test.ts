/** Upgrade offers: the same in the register, in the license list and on the clip's page, with the reason where there is none. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getLicensed } from '#cart/licensed-contract.ts'
import { getUpgradable } from '#cart/upgrades-contract.ts'
import type { OrderDraft } from '#orders/draft.server.ts'
import type { OrderState } from '#orders/states.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedOrderDraft, seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { addUpgradeToCart } from '../../testing/builders/upgrades.ts'
import { listLicenses } from './contract.ts'
import { getRegister } from './register/contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

type UpgradeTestLine = OrderDraft['lines'][number]

/** Seeds a member with one license, from an order as `seedOrder` makes it except for the given fields. */
const seedLicensee = async (state: OrderState, license: Partial<UpgradeTestLine> = {}) => {
  const owner = await seedMember(shop)
  const draft = await seedOrderDraft(shop, owner)
  const [line] = draft.lines.map(item => ({ ...item, ...license, tax_cents: 0 }))
  const price_cents = line?.price_cents ?? 0
  await seedOrder(shop, owner, state, {
    lines: line ? [line] : [],
    sub_total_cents: price_cents,
    tax_cents: 0,
    tax: { ...draft.tax, base_cents: price_cents, tax_cents: 0 },
    total_cents: price_cents,
  })
  return owner
}

/** Whether each place offers an upgrade of the only license, and the reasons that they give otherwise. */
const loadOffers = async ({ visitor }: Buyer) => {
  const [row] = (await visitor.call(getRegister, {})).data
  const [clip] = (await visitor.call(listLicenses, {})).data
  const [licensed] = (await visitor.call(getLicensed, { query: { clips: String(row?.clip.id) } })).data
  const { refusal } = (await visitor.call(getUpgradable, { params: { id: String(row?.id) } })).data
  const [upgrade] = clip?.upgrades ?? []
  expect(upgrade?.no_upgrade ?? '').toBe(row?.no_upgrade)
  return {
    offers: [row?.can_upgrade, upgrade?.no_upgrade === '', licensed?.can_upgrade ?? false, refusal === null],
    reason: row?.no_upgrade,
    refusal,
  }
}
const everywhere = [true, true, true, true]
const nowhere = [false, false, false, false]

test.each(['paid', 'invoiced'] as const)('a license of an order that is %s can be upgraded everywhere', async state => {
  expect(await loadOffers(await seedLicensee(state))).toEqual({ offers: everywhere, reason: '', refusal: null })
})

test('an overdue invoice blocks the upgrade, with a reason', async () => {
  const { offers, reason } = await loadOffers(await seedLicensee('overdue'))
  expect(offers).toEqual(nowhere)
  expect(reason).toBe('Can be upgraded once its invoice is paid')
})

test.each(['processing', 'disputed', 'refunded'] as const)(
  'an order that is %s blocks the upgrade, and the state is the reason',
  async state => {
    const { offers, reason } = await loadOffers(await seedLicensee(state))
    expect(offers).toEqual(nowhere)
    expect(reason).toBe('')
  },
)

const all = [1, 2, 3, 5, 6, 7, 8, 9]
test.each<[string, Partial<UpgradeTestLine>]>([
  ['all that can be chosen', { distribution_ids: all, end_client_size: 5, format_id: 2, price_cents: 9_999_00 }],
  ['all media', { distribution_ids: [4] }],
  ['what cost more than the widest does today', { price_cents: 99_999_00 }],
])('a license for %s has no wider license to upgrade to', async (_name, license) => {
  const { offers, reason, refusal } = await loadOffers(await seedLicensee('paid', license))
  expect(offers).toEqual(nowhere)
  expect(reason).toBe('Nothing wider to upgrade to')
  expect(refusal).toContain('wider')
})

test('an upgrade that waits in a cart does not block another choice', async () => {
  const owner = await seedLicensee('paid')
  const [row] = (await owner.visitor.call(getRegister, {})).data
  await addUpgradeToCart(shop, owner, row?.id ?? 0)
  expect((await loadOffers(owner)).offers).toEqual(everywhere)
})
