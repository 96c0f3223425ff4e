import fc from 'fast-check'
import { expect, test } from 'vitest'

import { useOf } from './held.ts'
import { org_types } from './terms.ts'
import { creditLabel, paidFor, upgradeParts, upgradeRefusal } from './upgrade.ts'

/** A license that somebody thinks of: today's price, and what a discount code would take off it. */
const anyStep = fc
  .record({ price_cents: fc.nat(2_000_00), percent: fc.constantFrom(0, 10, 50, 100), fixed_cents: fc.nat(50_00) })
  .map(({ price_cents, percent, fixed_cents }) => ({
    price_cents,
    coupon_cents: Math.min(price_cents, Math.floor((price_cents * percent) / 100) + (percent === 0 ? fixed_cents : 0)),
  }))

const web = useOf({ org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 })
const webAndTv = useOf({ org_type: 'commercial', end_client_size: 2, distribution_ids: [3, 7], format_id: 3 })

test('however often a license is upgraded, what was paid adds up to what the last one cost that day', () => {
  fc.assert(
    fc.property(anyStep, fc.array(anyStep, { maxLength: 8 }), (first, steps) => {
      const { discount_cents, to_pay_cents } = upgradeParts(first.price_cents, { ...first, credit_cents: 0 })
      let line = { price_cents: first.price_cents, discount_cents, upgrade_credit_cents: 0, taken_cents: 0 }
      let paid_cents = to_pay_cents
      for (const { price_cents, coupon_cents } of steps) {
        const credit_cents = paidFor(line)
        const refusal = upgradeRefusal({ use: web, credit_cents }, { use: webAndTv, price_cents })
        // What costs no more is no upgrade.
        expect(refusal === null).toBe(price_cents > credit_cents)
        if (refusal !== null) continue
        const parts = upgradeParts(price_cents, { coupon_cents, credit_cents })
        // Nothing is paid back, the credit counts once and in full, and the code gives nobody more than it gives others.
        expect(parts.to_pay_cents).toBeGreaterThanOrEqual(0)
        expect(parts.upgrade_credit_cents).toBe(credit_cents)
        expect(parts.discount_cents).toBeLessThanOrEqual(coupon_cents)
        paid_cents += parts.to_pay_cents
        line = {
          price_cents,
          discount_cents: parts.discount_cents + parts.upgrade_credit_cents,
          upgrade_credit_cents: parts.upgrade_credit_cents,
          taken_cents: 0,
        }
        // As if it had been bought at once today, but never less than was paid before.
        expect(paid_cents).toBe(Math.max(price_cents - coupon_cents, credit_cents))
        expect(paidFor(line)).toBe(paid_cents)
      }
    }),
  )
})

test('without an upgrade a code takes off what it says', () => {
  expect(upgradeParts(300_00, { coupon_cents: 45_00, credit_cents: 0 })).toEqual({
    discount_cents: 45_00,
    upgrade_credit_cents: 0,
    to_pay_cents: 255_00,
  })
})

test('an upgrade keeps all that is allowed already: no channel, client, kind or file less', () => {
  const from = { use: { ...webAndTv, end_client_size: 3, format_id: 2 }, credit_cents: 0 }
  const refusal = (change: object) =>
    upgradeRefusal(from, { use: { ...from.use, ...change }, price_cents: 999_00 }) === null
  expect(refusal({ end_client_size: 4 })).toBe(true)
  expect(refusal({ format_id: 1 })).toBe(true)
  expect(refusal({ end_client_size: 2 })).toBe(false)
  expect(refusal({ format_id: 3 })).toBe(false)
  expect(refusal({ grants: web.grants })).toBe(false)
  // A business may do what the others may; they stay what they are.
  const kinds = org_types.flatMap(was =>
    org_types.map(is => {
      const use = { ...web, org_type: was }
      const said = upgradeRefusal({ use, credit_cents: 0 }, { use: { ...webAndTv, org_type: is }, price_cents: 1 })
      return said === null ? `${was} ${is}` : ''
    }),
  )
  expect(kinds.filter(Boolean)).toEqual([
    'personal personal',
    'personal commercial',
    'commercial commercial',
    'nonprofit commercial',
    'nonprofit nonprofit',
  ])
})

test('a refusal names each thing that is left out, and nothing else', () => {
  const from = { use: { ...webAndTv, end_client_size: 3, format_id: 2 }, credit_cents: 0 }
  const said = (change: object) => upgradeRefusal(from, { use: { ...from.use, ...change }, price_cents: 999_00 })
  const also = (what: string) => `An upgrade keeps what you already have. Also choose ${what}.`
  expect(said({ grants: web.grants, format_id: 1 })).toBe(also('Broadcast TV'))
  expect(said({ end_client_size: 2 })).toBe(also('51–250 people or more at the client'))
  expect(said({ format_id: 3 })).toBe(also('the Highest Res file'))
  expect(said({ org_type: 'personal' })).toBe(also('a commercial project'))
  expect(said({ grants: useOf({ ...from.use, distribution_ids: [8] }).grants, end_client_size: 1, format_id: 4 })).toBe(
    also('Web & Social, Broadcast TV, 51–250 people or more at the client, and the Highest Res file'),
  )
})

test('a license for one client, one country and one year gives way to one without such bounds; one with paid media does not', () => {
  const narrow = (media: 'organic' | 'paid') => ({
    ...web,
    end_client: 'Aster Foods',
    details: 'For the spring campaign',
    grants: [{ distribution_ids: [3], territory: 'National: Germany', ends_at: '2027-01-01T00:00:00.000Z', media }],
  })
  const to = { use: web, price_cents: 199_00 }
  expect(upgradeRefusal({ use: narrow('organic'), credit_cents: 100_00 }, to)).toBeNull()
  expect(upgradeRefusal({ use: narrow('paid'), credit_cents: 100_00 }, to)).not.toBeNull()
})

test('says which orders were credited, each once', () => {
  expect(creditLabel(['LT-2026-000001', 'LT-2026-000001', 'LT-2026-000002'])).toBe(
    'Upgrade credit, LT-2026-000001, LT-2026-000002',
  )
})
