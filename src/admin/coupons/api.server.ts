import type { FastifyInstance } from 'fastify'

import { couponText } from '#coupons/coupon.ts'
import { endCoupon, makeStaffCoupon } from '#coupons/coupons.server.ts'
import type { Deps } from '#platform/deps.ts'
import { randomCode } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'

import { requestApproval } from '../approvals/approvals.server.ts'
import { couponBeyond, limitsOf } from '../limits.ts'
import * as contract from './contract.ts'
import { couponFacts, couponsFor, needClips } from './show.server.ts'

export const couponRoomApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const shown = async (id: number) => ({ data: await couponFacts(db, id, clock.now()) })
  const by = ({ user_id: staff_user_id }: { user_id: number }, reason: string) => ({
    staff_user_id,
    reason,
    now: clock.now(),
  })

  serve(app, contract.listCoupons, ({ query }) => couponsFor(db, query, clock.now()))

  serve(app, contract.getCoupon, ({ params: { id } }) => shown(id))

  serve(
    app,
    contract.makeCoupon,
    async ({ actor, body: { reason, code: given_code, starts_at, ends_at, ...wish } }) => {
      const code = given_code ?? randomCode()
      const coupon = {
        ...wish,
        code,
        starts_at: new Date(starts_at),
        ends_at: ends_at === null ? null : new Date(ends_at),
      }
      if (coupon.ends_at && coupon.ends_at <= clock.now())
        throw refuse.fields({ ends_at: ['It would be over already: choose a day that is still to come.'] })
      await needClips(db, coupon.clip_ids)
      const beyond = couponBeyond(limitsOf(actor.platform_roles), coupon)
      if (beyond !== null) {
        const summary = `Coupon ${code}, ${couponText(coupon)}`
        const payload = { kind: 'coupon', coupon: { ...wish, code, starts_at, ends_at } } as const
        const { user_id: requested_by } = actor
        throw await requestApproval(db, beyond, {
          payload,
          summary,
          path: null,
          requested_by,
          reason,
          has_random_code: given_code === undefined,
          now: clock.now(),
        })
      }
      return shown(await db.transaction().execute(trx => makeStaffCoupon(trx, coupon, by(actor, reason))))
    },
  )

  serve(app, contract.endCoupon, async ({ actor, params: { id }, body: { reason } }) => {
    await db.transaction().execute(trx => endCoupon(trx, id, by(actor, reason)))
    return shown(id)
  })
}
