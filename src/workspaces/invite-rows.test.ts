import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Refusal } from '#platform/refusal.ts'

import { first_row_text, InviteRows, later_row_text, refusedRows, wholeRows, type InviteFields } from './invite-rows.ts'
import { givenRoles } from './roles.ts'

const email_text = 'Please enter a valid email'
const email = fc.oneof(
  fc.constantFrom('', '  ', 'nobody', 'a@b', 'a@b@c.example', `${'x'.repeat(250)}@a.example`),
  fc.constantFrom('mara@northlight.example', ' Jonas@Northlight.example '),
)
const role = fc.constantFrom('' as const, ...givenRoles)
const rows = fc.tuple(...Array.from({ length: 3 }, () => fc.record({ email, role })))

/** The spec's sentences, told a second time. */
const expected = ({ email, role }: InviteFields['invitees'][number], place: number): string | undefined => {
  const isEmpty = email.trim() === ''
  const isGood = ['mara@northlight.example', 'Jonas@Northlight.example'].includes(email.trim())
  if (place > 0 && isEmpty && role === '') return undefined
  if (!isEmpty && !isGood) return email_text
  if (!isEmpty && role !== '') return undefined
  return place === 0 ? first_row_text : later_row_text
}

const textsOf = (invitees: InviteFields['invitees']) => {
  const parsed = InviteRows.safeParse({ invitees })
  return parsed.success ? {} : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[1], message]))
}

test('the first row needs both, the others both or neither, and an email is one', () => {
  fc.assert(
    fc.property(rows, invitees => {
      const texts = invitees.map(expected).flatMap((text, place) => (text ? [[place, text]] : []))
      expect(textsOf(invitees)).toEqual(Object.fromEntries(texts))
    }),
    { numRuns: 1_000 },
  )
})

test('only whole rows are sent, trimmed, in their order', () => {
  fc.assert(
    fc.property(rows, invitees => {
      const parsed = InviteRows.safeParse({ invitees })
      if (!parsed.success) return
      const sent = wholeRows(parsed.data.invitees)
      expect(sent.length).toBeGreaterThan(0)
      expect(sent[0]?.place).toBe(0)
      for (const { place, row } of sent)
        expect(row).toEqual({ email: invitees[place]?.email.trim(), role: invitees[place]?.role })
      const left = invitees.filter((_, place) => sent.every(one => one.place !== place))
      for (const { email, role } of left) expect([email.trim(), role]).toEqual(['', ''])
    }),
    { numRuns: 1_000 },
  )
})

test('what the server says of a row stands at its place in the form, joined by commas', () => {
  const sent = [
    { place: 0, row: { email: 'a@aster.example', role: 'guest' as const } },
    { place: 2, row: { email: 'b@aster.example', role: 'admin' as const } },
  ]
  const refusal = new Refusal(422, 'No.', { 'invitees.1.email': ['In already.', 'Asked already.'] })
  expect(refusedRows(refusal, sent)).toEqual([{ place: 2, message: 'In already., Asked already.' }])
  expect(refusedRows(new Error('no network'), sent)).toEqual([])
})
