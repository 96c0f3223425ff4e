import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isOnFor, standOf, type FlagState, type FlagVisitor } from './flag-rule.server.ts'

const key = fc.constantFrom('cart-redesign', 'editfest-coupon', 'anything')
const device = fc.string({ minLength: 1, maxLength: 40 })
const share = fc.integer({ min: 0, max: 100 })
const by = (device_id: string | null): FlagVisitor => ({ device_id, user_id: null, workspace_id: null })
const shared = (share: number): FlagState => ({ is_on: true, share, user_ids: [], workspace_ids: [] })

test('one device gets the same answer each time, and keeps the flag when the share rises', () => {
  fc.assert(
    fc.property(key, device, share, share, (key, device, a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)]
      expect(isOnFor(key, shared(less), by(device))).toBe(isOnFor(key, shared(less), by(device)))
      if (isOnFor(key, shared(less), by(device))) expect(isOnFor(key, shared(more), by(device))).toBe(true)
    }),
  )
})

test('nobody has a share of nothing, everybody the whole', () => {
  fc.assert(
    fc.property(key, fc.option(device), (key, device) => {
      expect(isOnFor(key, shared(0), by(device))).toBe(false)
      expect(isOnFor(key, shared(100), by(device))).toBe(true)
    }),
  )
})

test('a share is about that many devices, others for another flag', () => {
  const devices = Array.from({ length: 4_000 }, (_, n) => `device-${n}`)
  for (const part of [10, 30, 75]) {
    const found = devices.filter(id => isOnFor('a', shared(part), by(id))).length / 40
    expect(Math.abs(found - part)).toBeLessThan(3)
  }
  const both = devices.filter(id => standOf('a', id) < 50 && standOf('b', id) < 50).length / 40
  expect(Math.abs(both - 25)).toBeLessThan(3)
})

test('the place of a device does not move with a new version of the shop', () => {
  expect(standOf('cart-redesign', 'a-device')).toBeCloseTo(5.8667, 3)
})

test('who is named has it whatever the share; off is off for all', () => {
  fc.assert(
    fc.property(share, fc.option(device), fc.integer({ min: 1 }), (share, device_id, id) => {
      const named = { ...shared(share), user_ids: [id] }
      const team = { ...shared(share), workspace_ids: [id] }
      const person = { device_id, user_id: id, workspace_id: id + 1 }
      expect(isOnFor('a', named, person)).toBe(true)
      expect(isOnFor('a', team, { ...person, user_id: null, workspace_id: id })).toBe(true)
      expect(isOnFor('a', { ...named, is_on: false }, person)).toBe(false)
      expect(isOnFor('a', { ...shared(0), user_ids: [id] }, { ...person, user_id: id + 1 })).toBe(false)
    }),
  )
})
