/** The three rows of the invite form: the first is required, the others are complete or empty. */
import * as z from 'zod/mini'

import { Refusal } from '#platform/http/refusal.ts'

import { assignableRoles } from './roles.ts'
import { InviteEmail } from './team-contract.ts'

const InviteRow = z.object({ email: z.string().check(z.trim()), role: z.enum(['', ...assignableRoles]) })

export const FIRST_ROW_TEXT = 'Please enter an email and select a role for the first invitee'
export const LATER_ROW_TEXT = 'Please complete both email and role when adding team members'

export const InviteRows = z.object({ invitees: z.array(InviteRow) }).check(
  z.superRefine(({ invitees }, context) => {
    for (const [index, { email, role }] of invitees.entries()) {
      const error = findRowError(index, email, role)
      if (error) context.addIssue({ code: 'custom', path: ['invitees', index, 'email'], message: error })
    }
  }),
)

const findRowError = (index: number, email: string, role: string): string | undefined => {
  if (index > 0 && email === '' && role === '') return undefined
  if (email !== '') {
    const result = InviteEmail.safeParse(email)
    if (!result.success) return result.error.issues[0]?.message
  }
  if (email !== '' && role !== '') return undefined
  return index === 0 ? FIRST_ROW_TEXT : LATER_ROW_TEXT
}

type CompleteInvitee = { email: string; role: (typeof assignableRoles)[number] }

/** Returns the complete rows, each with its index in the form. */
export const filterCompleteRows = (
  invitees: readonly z.infer<typeof InviteRow>[],
): { index: number; row: CompleteInvitee }[] =>
  invitees.flatMap(({ email, role }, index) => (email !== '' && role !== '' ? [{ index, row: { email, role } }] : []))

export type InviteFields = z.input<typeof InviteRows>
export type CompleteRow = ReturnType<typeof filterCompleteRows>[number]

export const ROW_INDEXES = [0, 1, 2] as const
export const noInvitees: InviteFields = { invitees: ROW_INDEXES.map(() => ({ email: '', role: '' as const })) }

/** Assigns the server's errors to the rows of the form. Several errors of one row are joined by commas. */
export const findRowErrors = (error: unknown, sent: readonly CompleteRow[]): { index: number; message: string }[] =>
  sent.flatMap(({ index }, sentIndex) => {
    const texts = error instanceof Refusal ? error.errors[`invitees.${sentIndex}.email`] : undefined
    return texts ? [{ index, message: texts.join(', ') }] : []
  })
