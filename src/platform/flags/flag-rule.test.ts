import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isFlagOn, getRolloutBucket, type FlagState, type FlagVisitor } from './flag-rule.server.ts'

const key = fc.constantFrom('cart-redesign', 'editfest-coupon', 'anything')
const device = fc.string({ minLength: 1, maxLength: 40 })
const share = fc.integer({ min: 0, max: 100 })
const visitorOn = (device_id: string | null): FlagVisitor => ({ device_id, user_id: null, workspace_id: null })
const stateWithShare = (share: number): FlagState => ({ is_on: true, share, user_ids: [], workspace_ids: [] })

test('a device gets a stable result and keeps the flag when the share rises', () => {
  fc.assert(
    fc.property(key, device, share, share, (key, device, a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)]
      expect(isFlagOn(key, stateWithShare(less), visitorOn(device))).toBe(
        isFlagOn(key, stateWithShare(less), visitorOn(device)),
      )
      if (isFlagOn(key, stateWithShare(less), visitorOn(device)))
        expect(isFlagOn(key, stateWithShare(more), visitorOn(device))).toBe(true)
    }),
  )
})

test('a share of 0 is on for nobody, and 100 for everybody', () => {
  fc.assert(
    fc.property(key, fc.option(device), (key, device) => {
      expect(isFlagOn(key, stateWithShare(0), visitorOn(device))).toBe(false)
      expect(isFlagOn(key, stateWithShare(100), visitorOn(device))).toBe(true)
    }),
  )
})

test('a share covers about that percentage of devices, independently per flag', () => {
  const devices = Array.from({ length: 4_000 }, (_, n) => `device-${n}`)
  for (const percent of [10, 30, 75]) {
    const actual = devices.filter(id => isFlagOn('a', stateWithShare(percent), visitorOn(id))).length / 40
    expect(Math.abs(actual - percent)).toBeLessThan(3)
  }
  const both = devices.filter(id => getRolloutBucket('a', id) < 50 && getRolloutBucket('b', id) < 50).length / 40
  expect(Math.abs(both - 25)).toBeLessThan(3)
})

test('a device’s bucket is the same in every release', () => {
  expect(getRolloutBucket('cart-redesign', 'a-device')).toBeCloseTo(5.8667, 3)
})

test('a listed user or workspace has the flag whatever the share, and off is off for everybody', () => {
  fc.assert(
    fc.property(share, fc.option(device), fc.integer({ min: 1 }), (share, device_id, id) => {
      const withUser = { ...stateWithShare(share), user_ids: [id] }
      const withWorkspace = { ...stateWithShare(share), workspace_ids: [id] }
      const visitor = { device_id, user_id: id, workspace_id: id + 1 }
      expect(isFlagOn('a', withUser, visitor)).toBe(true)
      expect(isFlagOn('a', withWorkspace, { ...visitor, user_id: null, workspace_id: id })).toBe(true)
      expect(isFlagOn('a', { ...withUser, is_on: false }, visitor)).toBe(false)
      expect(isFlagOn('a', { ...stateWithShare(0), user_ids: [id] }, { ...visitor, user_id: id + 1 })).toBe(false)
    }),
  )
})
