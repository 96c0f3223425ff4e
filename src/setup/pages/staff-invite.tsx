/** Opens from the link in the mail of an invite to the staff. */
import { useNavigate } from 'react-router'

import { AcceptInvite, InviteRefused } from '#accounts/accept-invite.tsx'
import { call } from '#platform/http/call.ts'
import { callContext } from '#platform/http/context.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { acceptStaffInvite, getStaffInvite } from '../staff/contract.ts'
import type { Route } from './+types/staff-invite'

export const handle = { header: false, footer: false }

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'Invite to the staff', noindex: true, path: '/staff-invite' })

/** A link that doesn't work anymore is a page of its own, not an error. */
export const loader = async ({ context, params }: Route.LoaderArgs) => {
  try {
    const { data } = await context.get(callContext)(getStaffInvite, { params })
    return { invite: data, reason: '' }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return { invite: undefined, reason: error.message }
  }
}

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' })

export default function StaffInvite({ loaderData: { invite, reason }, params }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!invite) return <InviteRefused reason={reason} next="/admin" />
  const { email, roles, invited_by } = invite
  return (
    <AcceptInvite
      title="Join the staff"
      lead={`${invited_by} invites ${email} to work here as ${listFormat.format(roles)}.`}
      invite={invite}
      accept={async body => (await call(acceptStaffInvite, { params, body })).data}
      // Every role of the staff needs a second step before anything else.
      onAccepted={() => navigate('/account/two-step')}
    />
  )
}
