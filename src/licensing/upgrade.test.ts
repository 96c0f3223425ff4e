import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toLicenseUse } from './license-use.ts'
import { orgTypeIds } from './terms.ts'
import { toCreditLabel, calculatePaidCents, calculateUpgradeDiscounts, upgradeRefusal } from './upgrade.ts'

/** A candidate license: its current price, and the discount of a coupon. */
const anyCandidate = fc
  .record({ price_cents: fc.nat(2_000_00), percent: fc.constantFrom(0, 10, 50, 100), fixed_cents: fc.nat(50_00) })
  .map(({ price_cents, percent, fixed_cents }) => ({
    price_cents,
    coupon_cents: Math.min(price_cents, Math.floor((price_cents * percent) / 100) + (percent === 0 ? fixed_cents : 0)),
  }))

const web = toLicenseUse({ org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 })
const webAndTv = toLicenseUse({ org_type: 'commercial', end_client_size: 2, distribution_ids: [3, 7], format_id: 3 })

test('however often a license is upgraded, the payments add up to the price of the last one', () => {
  fc.assert(
    fc.property(anyCandidate, fc.array(anyCandidate, { maxLength: 8 }), (first, steps) => {
      const { discount_cents, to_pay_cents } = calculateUpgradeDiscounts(first.price_cents, {
        ...first,
        credit_cents: 0,
      })
      let line = { price_cents: first.price_cents, discount_cents, upgrade_credit_cents: 0, withdrawn_cents: 0 }
      let paid_cents = to_pay_cents
      for (const { price_cents, coupon_cents } of steps) {
        const credit_cents = calculatePaidCents(line)
        const refusal = upgradeRefusal({ use: web, credit_cents }, { use: webAndTv, price_cents })
        // A license that does not cost more is not an upgrade.
        expect(refusal === null).toBe(price_cents > credit_cents)
        if (refusal !== null) continue
        const parts = calculateUpgradeDiscounts(price_cents, { coupon_cents, credit_cents })
        // Nothing is refunded, the credit counts in full, and the coupon takes off no more than for other buyers.
        expect(parts.to_pay_cents).toBeGreaterThanOrEqual(0)
        expect(parts.upgrade_credit_cents).toBe(credit_cents)
        expect(parts.discount_cents).toBeLessThanOrEqual(coupon_cents)
        paid_cents += parts.to_pay_cents
        line = {
          price_cents,
          discount_cents: parts.discount_cents + parts.upgrade_credit_cents,
          upgrade_credit_cents: parts.upgrade_credit_cents,
          withdrawn_cents: 0,
        }
        // The total is the same as for buying it directly, but never less than was paid before.
        expect(paid_cents).toBe(Math.max(price_cents - coupon_cents, credit_cents))
        expect(calculatePaidCents(line)).toBe(paid_cents)
      }
    }),
  )
})

test('without an upgrade a coupon takes off its full discount', () => {
  expect(calculateUpgradeDiscounts(300_00, { coupon_cents: 45_00, credit_cents: 0 })).toEqual({
    discount_cents: 45_00,
    upgrade_credit_cents: 0,
    to_pay_cents: 255_00,
  })
})

test('an upgrade keeps everything that the license allows: distributions, client, organization type and format', () => {
  const from = { use: { ...webAndTv, end_client_size: 3, format_id: 2 }, credit_cents: 0 }
  const isUpgrade = (changes: object) =>
    upgradeRefusal(from, { use: { ...from.use, ...changes }, price_cents: 999_00 }) === null
  expect(isUpgrade({ end_client_size: 4 })).toBe(true)
  expect(isUpgrade({ format_id: 1 })).toBe(true)
  expect(isUpgrade({ end_client_size: 2 })).toBe(false)
  expect(isUpgrade({ format_id: 3 })).toBe(false)
  expect(isUpgrade({ grants: web.grants })).toBe(false)
  // A commercial license includes the others; otherwise the organization type must stay the same.
  const allowed = orgTypeIds.flatMap(from =>
    orgTypeIds.map(to => {
      const use = { ...web, org_type: from }
      const refusal = upgradeRefusal({ use, credit_cents: 0 }, { use: { ...webAndTv, org_type: to }, price_cents: 1 })
      return refusal === null ? `${from} ${to}` : ''
    }),
  )
  expect(allowed.filter(Boolean)).toEqual([
    'personal personal',
    'personal commercial',
    'commercial commercial',
    'nonprofit commercial',
    'nonprofit nonprofit',
  ])
})

test('a refusal lists everything that is missing, and nothing else', () => {
  const from = { use: { ...webAndTv, end_client_size: 3, format_id: 2 }, credit_cents: 0 }
  const getRefusal = (changes: object) =>
    upgradeRefusal(from, { use: { ...from.use, ...changes }, price_cents: 999_00 })
  const missingText = (missing: string) => `An upgrade keeps what you already have. Also choose ${missing}.`
  expect(getRefusal({ grants: web.grants, format_id: 1 })).toBe(missingText('Broadcast TV'))
  expect(getRefusal({ end_client_size: 2 })).toBe(missingText('51–250 people or more at the client'))
  expect(getRefusal({ format_id: 3 })).toBe(missingText('the Highest Res file'))
  expect(getRefusal({ org_type: 'personal' })).toBe(missingText('a commercial project'))
  expect(
    getRefusal({
      grants: toLicenseUse({ ...from.use, distribution_ids: [8] }).grants,
      end_client_size: 1,
      format_id: 4,
    }),
  ).toBe(missingText('Web & Social, Broadcast TV, 51–250 people or more at the client, and the Highest Res file'))
})

test('a license with a client, territory and end can be upgraded to one without them; one with paid media cannot', () => {
  const narrowUse = (media: 'organic' | 'paid') => ({
    ...web,
    end_client: 'Aster Foods',
    details: 'For the spring campaign',
    grants: [{ distribution_ids: [3], territory: 'National: Germany', ends_at: '2027-01-01T00:00:00.000Z', media }],
  })
  const to = { use: web, price_cents: 199_00 }
  expect(upgradeRefusal({ use: narrowUse('organic'), credit_cents: 100_00 }, to)).toBeNull()
  expect(upgradeRefusal({ use: narrowUse('paid'), credit_cents: 100_00 }, to)).not.toBeNull()
})

test('the credit label lists each order once', () => {
  expect(toCreditLabel(['LT-2026-000001', 'LT-2026-000001', 'LT-2026-000002'])).toBe(
    'Upgrade credit, LT-2026-000001, LT-2026-000002',
  )
})
