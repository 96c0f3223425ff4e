import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Refusal } from '#platform/http/refusal.ts'

import {
  FIRST_ROW_TEXT,
  InviteRows,
  LATER_ROW_TEXT,
  findRowErrors,
  filterCompleteRows,
  type InviteFields,
} from './invite-rows.ts'
import { assignableRoles } from './roles.ts'

const INVALID_EMAIL_TEXT = 'Please enter a valid email'
const anyEmail = fc.oneof(
  fc.constantFrom('', '  ', 'nobody', 'a@b', 'a@b@c.example', `${'x'.repeat(250)}@a.example`),
  fc.constantFrom('mara@northlight.example', ' Jonas@Northlight.example '),
)
const anyRole = fc.constantFrom('' as const, ...assignableRoles)
const anyInvitees = fc.tuple(...Array.from({ length: 3 }, () => fc.record({ email: anyEmail, role: anyRole })))

/** A second implementation of the specification. */
const expectedError = ({ email, role }: InviteFields['invitees'][number], index: number): string | undefined => {
  const isEmpty = email.trim() === ''
  const isValid = ['mara@northlight.example', 'Jonas@Northlight.example'].includes(email.trim())
  if (index > 0 && isEmpty && role === '') return undefined
  if (!isEmpty && !isValid) return INVALID_EMAIL_TEXT
  if (!isEmpty && role !== '') return undefined
  return index === 0 ? FIRST_ROW_TEXT : LATER_ROW_TEXT
}

const listErrors = (invitees: InviteFields['invitees']) => {
  const parsed = InviteRows.safeParse({ invitees })
  return parsed.success ? {} : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[1], message]))
}

test('the first row needs an email and a role, the other rows both or neither, and emails must be valid', () => {
  fc.assert(
    fc.property(anyInvitees, invitees => {
      const errors = invitees.map(expectedError).flatMap((text, index) => (text ? [[index, text]] : []))
      expect(listErrors(invitees)).toEqual(Object.fromEntries(errors))
    }),
    { numRuns: 1_000 },
  )
})

test('only complete rows are sent, trimmed and in order', () => {
  fc.assert(
    fc.property(anyInvitees, invitees => {
      const parsed = InviteRows.safeParse({ invitees })
      if (!parsed.success) return
      const sent = filterCompleteRows(parsed.data.invitees)
      expect(sent.length).toBeGreaterThan(0)
      expect(sent[0]?.index).toBe(0)
      for (const { index, row } of sent)
        expect(row).toEqual({ email: invitees[index]?.email.trim(), role: invitees[index]?.role })
      const skipped = invitees.filter((_, index) => sent.every(row => row.index !== index))
      for (const { email, role } of skipped) expect([email.trim(), role]).toEqual(['', ''])
    }),
    { numRuns: 1_000 },
  )
})

test('the server’s errors are assigned to the rows of the form, joined by commas', () => {
  const sent = [
    { index: 0, row: { email: 'a@aster.example', role: 'guest' as const } },
    { index: 2, row: { email: 'b@aster.example', role: 'admin' as const } },
  ]
  const refusal = new Refusal(422, 'No.', { 'invitees.1.email': ['In already.', 'Asked already.'] })
  expect(findRowErrors(refusal, sent)).toEqual([{ index: 2, message: 'In already., Asked already.' }])
  expect(findRowErrors(new Error('no network'), sent)).toEqual([])
})
