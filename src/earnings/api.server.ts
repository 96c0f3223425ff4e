import type { FastifyInstance } from 'fastify'

import { acceptMailedInvite, loadInvitee } from '#accounts/mailed-invite.server.ts'
import { formatPersonName } from '#accounts/person-name.ts'
import type { SignInHook } from '#accounts/sign-in-hook.ts'
import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/http/lists.ts'
import { serve } from '#platform/http/serve.server.ts'

import { getAudience, listEarningClips } from './audience.server.ts'
import * as contract from './contract.ts'
import { acceptFilmmakerInvite, findFilmmakerInvite } from './invites.server.ts'
import { payoutsApi } from './payouts-api.server.ts'
import { findFilmmaker } from './people.server.ts'
import { getEarnings } from './show.server.ts'
import { loadTaxFormStatus } from './tax-forms.server.ts'

/** `hooks` are functions of other features that run when a user signs up. */
export const earningsApi = (app: FastifyInstance, deps: Deps, hooks: readonly SignInHook[]) => {
  const { db, clock } = deps
  payoutsApi(app, deps)

  serve(app, contract.getEarnings, async ({ actor }) => {
    const filmmaker = await findFilmmaker(db, actor)
    return { data: filmmaker ? await getEarnings(db, filmmaker, clock.now()) : null }
  })

  serve(app, contract.listEarningClips, async ({ actor, query: { range = '30d', sort = 'earned', ...query } }) => {
    const filmmaker = await findFilmmaker(db, actor)
    if (!filmmaker) return { data: [], meta: toPagination(1, 1, 0) }
    return listEarningClips(db, { filmmaker_id: filmmaker.id, range, sort, ...query }, clock.now())
  })

  serve(app, contract.getAudience, async ({ actor, query: { range = '30d' } }) => {
    const filmmaker = await findFilmmaker(db, actor)
    return { data: filmmaker ? await getAudience(db, filmmaker.id, range, clock.now()) : null }
  })

  serve(app, contract.getTaxFormStatus, async ({ actor }) => {
    const filmmaker = await findFilmmaker(db, actor)
    return { data: filmmaker ? await loadTaxFormStatus(db, filmmaker.id, clock.now()) : null }
  })

  serve(app, contract.getFilmmakerInvite, async ({ actor, params: { token } }) => {
    const invite = await findFilmmakerInvite(db, token, clock.now())
    const { email, filmmaker, expires_at, inviter_email, first_name, last_name } = invite
    return {
      data: {
        email,
        filmmaker,
        invited_by: formatPersonName({ first_name, last_name, email: inviter_email }),
        expires_at: expires_at.toISOString(),
        ...(await loadInvitee(db, actor, email)),
      },
    }
  })

  serve(app, contract.acceptFilmmakerInvite, async ({ params: { token }, body, ...context }) => {
    const user = await acceptMailedInvite(deps, hooks, context, {
      body,
      findEmail: async () => (await findFilmmakerInvite(db, token, clock.now())).email,
      grant: (trx, user_id) => acceptFilmmakerInvite(trx, token, { user_id, now: clock.now() }),
    })
    return { data: user }
  })
}
