/** The three rows of the invite form: the first is needed, the others are whole or empty. */
import * as z from 'zod/mini'

import { Refusal } from '#platform/refusal.ts'

import { givenRoles } from './roles.ts'
import { InviteEmail } from './team-contract.ts'

const Row = z.object({ email: z.string().check(z.trim()), role: z.enum(['', ...givenRoles]) })

export const first_row_text = 'Please enter an email and select a role for the first invitee'
export const later_row_text = 'Please complete both email and role when adding team members'

export const InviteRows = z.object({ invitees: z.array(Row) }).check(
  z.superRefine(({ invitees }, context) => {
    for (const [place, { email, role }] of invitees.entries()) {
      const problem = problemOf(place, email, role)
      if (problem) context.addIssue({ code: 'custom', path: ['invitees', place, 'email'], message: problem })
    }
  }),
)

const problemOf = (place: number, email: string, role: string): string | undefined => {
  if (place > 0 && email === '' && role === '') return undefined
  if (email !== '') {
    const checked = InviteEmail.safeParse(email)
    if (!checked.success) return checked.error.issues[0]?.message
  }
  if (email !== '' && role !== '') return undefined
  return place === 0 ? first_row_text : later_row_text
}

type GivenRow = { email: string; role: (typeof givenRoles)[number] }

/** Only whole rows are sent; each remembers where it stands in the form. */
export const wholeRows = (invitees: readonly z.infer<typeof Row>[]): { place: number; row: GivenRow }[] =>
  invitees.flatMap(({ email, role }, place) => (email !== '' && role !== '' ? [{ place, row: { email, role } }] : []))

export type InviteFields = z.input<typeof InviteRows>
export type WholeRow = ReturnType<typeof wholeRows>[number]

export const places = [0, 1, 2] as const
export const noInvitees: InviteFields = { invitees: places.map(() => ({ email: '', role: '' as const })) }

/** What the server says of rows that were sent, by their place in the form; several texts about one are joined by commas. */
export const refusedRows = (error: unknown, sent: readonly WholeRow[]): { place: number; message: string }[] =>
  sent.flatMap(({ place }, at) => {
    const texts = error instanceof Refusal ? error.errors[`invitees.${at}.email`] : undefined
    return texts ? [{ place, message: texts.join(', ') }] : []
  })
