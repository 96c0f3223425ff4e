/** Opens from the link in the mail of an invite to a filmmaker's portal. */
import { useNavigate } from 'react-router'

import { AcceptInvite, InviteRefused } from '#accounts/accept-invite.tsx'
import { call } from '#platform/http/call.ts'
import { callContext } from '#platform/http/context.ts'
import { pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'

import { acceptFilmmakerInvite, getFilmmakerInvite } from '../contract.ts'
import type { Route } from './+types/filmmaker-invite'

export const handle = { header: false, footer: false }

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'Invite to a filmmaker', noindex: true, path: '/filmmaker-invite' })

/** A link that doesn't work anymore is a page of its own, not an error. */
export const loader = async ({ context, params }: Route.LoaderArgs) => {
  try {
    const { data } = await context.get(callContext)(getFilmmakerInvite, { params })
    return { invite: data, reason: '' }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return { invite: undefined, reason: error.message }
  }
}

export default function FilmmakerInvite({ loaderData: { invite, reason }, params }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!invite) return <InviteRefused reason={reason} next="/filmmaker" />
  const { email, filmmaker, invited_by } = invite
  return (
    <AcceptInvite
      title={`Join ${filmmaker}`}
      lead={`${invited_by} invites ${email} to upload footage of ${filmmaker}, and to see its licenses, earnings and payouts.`}
      invite={invite}
      accept={async body => (await call(acceptFilmmakerInvite, { params, body })).data}
      onAccepted={() => navigate('/filmmaker')}
    />
  )
}
