/** Where an upgrade is offered: in the register, with the clips' files and on the clip's page alike; and what is said where not. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aDraft, aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { upgradeInCart } from '../../testing/builders/upgrades.ts'
import { getLicensed } from '../cart/licensed-contract.ts'
import { getUpgradable } from '../cart/upgrades-contract.ts'
import { listLicenses } from './clips-contract.ts'
import type { OrderDraft } from './draft.server.ts'
import { getRegister } from './register/contract.ts'
import type { OrderState } from './states.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

type Line = OrderDraft['lines'][number]

/** Somebody who holds one license, as `anOrder` sells it but for what is said. */
const holding = async (state: OrderState, license: Partial<Line> = {}) => {
  const owner = await aMember(shop)
  const draft = await aDraft(shop, owner)
  const [line] = draft.lines.map(one => ({ ...one, ...license, tax_cents: 0 }))
  const price_cents = line?.price_cents ?? 0
  await anOrder(shop, owner, state, {
    lines: line ? [line] : [],
    sub_total_cents: price_cents,
    tax_cents: 0,
    tax: { ...draft.tax, base_cents: price_cents, tax_cents: 0 },
    total_cents: price_cents,
  })
  return owner
}

/** Whether each place offers an upgrade of the only license; and what the register, the files and the window say where not. */
const offered = async ({ visitor }: Buyer) => {
  const [row] = (await visitor.call(getRegister, {})).data
  const [clip] = (await visitor.call(listLicenses, {})).data
  const [held] = (await visitor.call(getLicensed, { query: { clips: String(row?.clip.id) } })).data
  const { refusal } = (await visitor.call(getUpgradable, { params: { id: String(row?.id) } })).data
  const [beside] = clip?.upgrades ?? []
  expect(beside?.no_upgrade ?? '').toBe(row?.no_upgrade)
  return {
    offers: [row?.can_upgrade, beside?.no_upgrade === '', held?.can_upgrade ?? false, refusal === null],
    said: row?.no_upgrade,
    refusal,
  }
}
const everywhere = [true, true, true, true]
const nowhere = [false, false, false, false]

test.each(['paid', 'invoiced'] as const)('of a license that is %s', async state => {
  expect(await offered(await holding(state))).toEqual({ offers: everywhere, said: '', refusal: null })
})

test('not while its invoice is overdue, which is said', async () => {
  const { offers, said } = await offered(await holding('overdue'))
  expect(offers).toEqual(nowhere)
  expect(said).toBe('Can be upgraded once its invoice is paid')
})

test.each(['processing', 'disputed', 'refunded'] as const)('nor while it is %s, which its state says', async state => {
  const { offers, said } = await offered(await holding(state))
  expect(offers).toEqual(nowhere)
  expect(said).toBe('')
})

const all = [1, 2, 3, 5, 6, 7, 8, 9]
test.each<[string, Partial<Line>]>([
  ['all that can be chosen', { distribution_ids: all, end_client_size: 5, format_id: 2, price_cents: 9_999_00 }],
  ['all media', { distribution_ids: [4] }],
  ['what cost more than the widest does today', { price_cents: 99_999_00 }],
])('nor of a license for %s: there is nothing wider', async (_name, license) => {
  const { offers, said, refusal } = await offered(await holding('paid', license))
  expect(offers).toEqual(nowhere)
  expect(said).toBe('Nothing wider to upgrade to')
  expect(refusal).toContain('wider')
})

test('one that waits in a cart keeps nobody from choosing again', async () => {
  const owner = await holding('paid')
  const [row] = (await owner.visitor.call(getRegister, {})).data
  await upgradeInCart(shop, owner, row?.id ?? 0)
  expect((await offered(owner)).offers).toEqual(everywhere)
})
