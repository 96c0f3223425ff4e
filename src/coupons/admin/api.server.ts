import type { FastifyInstance } from 'fastify'

import { requestApproval } from '#approvals/admin/approvals.server.ts'
import { describeCouponOverLimit, limitsOf } from '#approvals/admin/limits.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { randomCode } from '#platform/ids.server.ts'

import { couponText } from '../coupon.ts'
import { endCoupon, createStaffCoupon } from '../coupons.server.ts'
import * as contract from './contract.ts'
import { loadStaffCoupon, listCouponsForStaff, requireClips } from './queries.server.ts'

export const adminCouponsApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const loadResponse = async (id: number) => ({ data: await loadStaffCoupon(db, id, clock.now()) })
  const toActor = ({ user_id: staff_user_id }: { user_id: number }, reason: string) => ({
    staff_user_id,
    reason,
    now: clock.now(),
  })

  serve(app, contract.listCoupons, ({ query }) => listCouponsForStaff(db, query, clock.now()))

  serve(app, contract.getCoupon, ({ params: { id } }) => loadResponse(id))

  serve(
    app,
    contract.createCoupon,
    async ({ actor, body: { reason, code: requested_code, starts_at, ends_at, ...terms } }) => {
      const code = requested_code ?? randomCode()
      const coupon = {
        ...terms,
        code,
        starts_at: new Date(starts_at),
        ends_at: ends_at === null ? null : new Date(ends_at),
      }
      if (coupon.ends_at && coupon.ends_at <= clock.now())
        throw refuse.fields({ ends_at: ['This day is in the past. Choose a later one.'] })
      await requireClips(db, coupon.clip_ids)
      const excess = describeCouponOverLimit(limitsOf(actor.platform_roles), coupon)
      if (excess !== null) {
        const summary = `Coupon ${code}, ${couponText(coupon)}`
        const payload = { kind: 'coupon', coupon: { ...terms, code, starts_at, ends_at } } as const
        const { user_id: requested_by } = actor
        throw await requestApproval(db, excess, {
          payload,
          summary,
          path: null,
          requested_by,
          reason,
          has_random_code: requested_code === undefined,
          now: clock.now(),
        })
      }
      return loadResponse(await db.transaction().execute(trx => createStaffCoupon(trx, coupon, toActor(actor, reason))))
    },
  )

  serve(app, contract.endCoupon, async ({ actor, params: { id }, body: { reason } }) => {
    await db.transaction().execute(trx => endCoupon(trx, id, toActor(actor, reason)))
    return loadResponse(id)
  })
}
