/** Property tests: a change of a filmmaker's share never changes what a past sale earned. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { calculateShare } from './ledger.ts'
import { effectiveVersions, shareAt, type ShareVersion } from './share.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day))
const standard = [{ starts_at: new Date(0), basis_points: 5_000 }]

/** Staff set or withdraw a share some days ahead. */
const changes = fc.array(
  fc.record({
    after_days: fc.integer({ min: 0, max: 5 }),
    ahead_days: fc.integer({ min: 1, max: 10 }),
    basis_points: fc.option(fc.integer({ min: 0, max: 10_000 })),
    is_withdrawn: fc.boolean(),
  }),
  { maxLength: 20 },
)

test('whatever staff plan, the share of every day that has passed stays', () => {
  fc.assert(
    fc.property(changes, list => {
      let versions: ShareVersion[] = []
      let today = 0
      for (const { after_days, ahead_days, basis_points, is_withdrawn } of list) {
        today += after_days
        const version = { id: versions.length + 1, starts_at: at(today + ahead_days), is_withdrawn }
        const next = [...versions, { ...version, basis_points: is_withdrawn ? null : basis_points }]
        for (let day = 0; day <= today; day += 1)
          expect(shareAt(next, standard, at(day))).toBe(shareAt(versions, standard, at(day)))
        if (!is_withdrawn) expect(shareAt(next, standard, version.starts_at)).toBe(basis_points ?? 5_000)
        versions = next
      }
      const starts = effectiveVersions(versions).map(({ starts_at }) => starts_at.getTime())
      expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b))
    }),
  )
})

test('filmmaker and shop get the whole price, to the cent, whatever the share', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.nat(10_000), (net_cents, basis_points) => {
      const share = calculateShare(net_cents, basis_points)
      expect(share + (net_cents - share)).toBe(net_cents)
      expect(Math.abs(share - (net_cents * basis_points) / 10_000)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('a withdrawn version leaves the one before in force', () => {
  const version = (id: number, day: number, basis_points: number | null, is_withdrawn = false) => ({
    id,
    starts_at: at(day),
    basis_points,
    is_withdrawn,
  })
  const versions = [version(1, 5, 6_000), version(2, 10, 7_000), version(3, 10, null, true), version(4, 20, null)]
  expect([4, 5, 10, 19, 20].map(day => shareAt(versions, standard, at(day)))).toEqual([
    5_000, 6_000, 6_000, 6_000, 5_000,
  ])
})
