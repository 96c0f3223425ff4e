import fc from 'fast-check'
import { expect, test } from 'vitest'

import { canMove, endsLicenses, isFinal, isPlacing, nextStates, orderStates, type OrderState } from './states.ts'

const anyState = fc.constantFrom(...orderStates)

/** Every state that can be come to from `start`. */
const reachable = (start: OrderState) => {
  const seen = new Set<OrderState>([start])
  for (const state of seen) for (const next of nextStates[state]) seen.add(next)
  return seen
}

test('every state can be reached from pending', () => {
  expect([...reachable('pending')].toSorted()).toEqual([...orderStates].toSorted())
})

test('failed, cancelled and refunded are the ends: no walk leaves them', () => {
  expect(orderStates.filter(isFinal)).toEqual(['failed', 'cancelled', 'refunded'])
  fc.assert(fc.property(anyState, anyState, (from, to) => !(isFinal(from) && canMove(from, to))))
})

test('every state has a way to an end', () => {
  fc.assert(fc.property(anyState, state => [...reachable(state)].some(isFinal)))
})

test('no walk ever comes back to pending, so a number is given at most once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 30 }), choices => {
      let state: OrderState = 'pending'
      let placings = 0
      for (const choice of choices) {
        const next: OrderState | undefined = nextStates[state][choice % Math.max(1, nextStates[state].length)]
        if (!next) break
        if (isPlacing(state, next)) placings += 1
        expect(next).not.toBe('pending')
        state = next
      }
      return placings <= 1
    }),
  )
})

test('a state does not follow itself', () => {
  fc.assert(fc.property(anyState, state => !canMove(state, state)))
})

test('licenses end exactly where nothing follows', () => {
  for (const state of orderStates) expect(endsLicenses(state)).toBe(isFinal(state))
})
