import fc from 'fast-check'
import { expect, test } from 'vitest'

import { canTransition, endsLicenses, isFinal, isPlacing, nextStates, orderStates, type OrderState } from './states.ts'

const anyState = fc.constantFrom(...orderStates)

/** Returns every state that can be reached from `start`. */
const listReachable = (start: OrderState) => {
  const seen = new Set<OrderState>([start])
  for (const state of seen) for (const next of nextStates[state]) seen.add(next)
  return seen
}

test('every state can be reached from pending', () => {
  expect([...listReachable('pending')].toSorted()).toEqual([...orderStates].toSorted())
})

test('failed, cancelled and refunded are final: no transition leaves them', () => {
  expect(orderStates.filter(isFinal)).toEqual(['failed', 'cancelled', 'refunded'])
  fc.assert(fc.property(anyState, anyState, (from, to) => !(isFinal(from) && canTransition(from, to))))
})

test('a final state can be reached from every state', () => {
  fc.assert(fc.property(anyState, state => [...listReachable(state)].some(isFinal)))
})

test('no sequence of transitions returns to pending, so an order is numbered at most once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), choices => {
      let state: OrderState = 'pending'
      let placed = 0
      for (const choice of choices) {
        const next: OrderState | undefined = nextStates[state][choice % Math.max(1, nextStates[state].length)]
        if (!next) break
        if (isPlacing(state, next)) placed += 1
        expect(next).not.toBe('pending')
        state = next
      }
      return placed <= 1
    }),
  )
})

test('a state has no transition to itself', () => {
  fc.assert(fc.property(anyState, state => !canTransition(state, state)))
})

test('licenses end exactly in the final states', () => {
  for (const state of orderStates) expect(endsLicenses(state)).toBe(isFinal(state))
})
