import type { FastifyInstance } from 'fastify'

import { hashNewPassword } from '#accounts/new-password.server.ts'
import type { SignInHook } from '#accounts/sign-in-hook.ts'
import { noteSignIn, rotateSession, setSignInCookies } from '#accounts/sign-in.server.ts'
import { loadEmail, loadUser } from '#accounts/users.server.ts'
import { dropCachedPrices } from '#licensing/prices.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { isPlatformAdmin } from '#workspaces/policy.ts'

import { confirmMail, listChecks, runCheck } from './checks.server.ts'
import { checkSetupCode, hasOwner } from './code.server.ts'
import * as contract from './contract.ts'
import { createOwner } from './owner.server.ts'
import { countFootage, loadProgress, openForVisitors, saveOpeningPrices } from './progress.server.ts'
import { staffApi } from './staff/api.server.ts'

/** `hooks` are functions of other features that run when a user signs up. */
export const setupApi = (app: FastifyInstance, deps: Deps, hooks: readonly SignInHook[]) => {
  const { db, clock, config } = deps
  staffApi(app, deps, hooks)

  serve(app, contract.getSetupState, async ({ actor }) => {
    const { user_id, platform_roles, needs_two_step: needs_second_step, masquerade } = actor
    const seesProgress = user_id !== null && isPlatformAdmin(platform_roles) && !needs_second_step && !masquerade
    return {
      data: {
        needs_owner: !config.demo && !(await hasOwner(db)),
        needs_second_step,
        progress: seesProgress ? await loadProgress(deps, user_id) : null,
      },
    }
  })

  serve(app, contract.makeOwner, async ({ body: { code, password, ...owner }, ...context }) => {
    if (config.demo) throw refuse(409, 'This is a demo, which has its staff already.')
    await checkSetupCode(db, code)
    const password_hash = await hashNewPassword(deps, { password, owner, log: context.request.log })
    const now = clock.now()
    const { token, user } = await db.transaction().execute(async trx => {
      const user_id = await createOwner(trx, { ...owner, password_hash }, { hooks, code, now })
      const token = await rotateSession(trx, context, { user_id, remember: false, proves_mailbox: true, now })
      return { token, user: await loadUser(trx, user_id) }
    })
    noteSignIn(context.request, user.id, 'registration')
    setSignInCookies(deps, context.reply, { token, email: user.email, remember: false })
    return { data: user }
  })

  serve(app, contract.getSetupProgress, async ({ actor }) => ({ data: await loadProgress(deps, actor.user_id) }))

  serve(app, contract.saveOpeningPrices, async ({ actor, body: { prices } }) => {
    const change = { staff_user_id: actor.user_id, now: clock.now() }
    await db.transaction().execute(trx => saveOpeningPrices(trx, prices, change))
    dropCachedPrices(db)
    return { data: await loadProgress(deps, actor.user_id) }
  })

  serve(app, contract.openShop, async ({ actor }) => {
    const change = { staff_user_id: actor.user_id, now: clock.now() }
    await db.transaction().execute(trx => openForVisitors(trx, change))
    return { data: await loadProgress(deps, actor.user_id) }
  })

  serve(app, contract.listSetupChecks, async () => ({ data: await listChecks(db) }))

  serve(app, contract.runSetupCheck, async ({ actor, params: { name } }) => {
    await runCheck(deps, name, await loadEmail(db, actor.user_id))
    return { data: await listChecks(db) }
  })

  serve(app, contract.confirmMailCheck, async ({ params: { token } }) => {
    await confirmMail(deps, token)
    return { data: null }
  })

  serve(app, contract.getSetupFootage, async () => ({ data: await countFootage(db) }))
}
