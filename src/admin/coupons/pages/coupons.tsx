/** Coupons: which run and how far each has been used, one of them or a new one on the right. */
import { TicketPercent } from 'lucide-react'

import { couponStates } from '#coupons/coupon.ts'
import { pageCall, pageMeta } from '#platform/page.ts'

import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { RoomRow } from '../../parts/room-row.tsx'
import { RoomFilter } from '../../parts/room-search.tsx'
import { Room } from '../../parts/room.tsx'
import { listCoupons } from '../contract.ts'
import { couponStateWords } from '../parts/coupon-words.ts'
import type { Route } from './+types/coupons'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Coupons', noindex: true })

const queryOf = (asked: URLSearchParams) => ({ ...roomQuery(asked), state: oneOf(couponStates, asked.get('state')) })

export const loader = async (args: Route.LoaderArgs) => {
  const query = queryOf(args.url.searchParams)
  return { ...(await pageCall(args, listCoupons, { query })), query }
}

export default function Coupons({ loaderData: { data: coupons, meta, query } }: Route.ComponentProps) {
  return (
    <Room
      path="/admin/coupons"
      icon={TicketPercent}
      one="coupon"
      many="coupons"
      looks="Part of a code"
      search={query.search}
      pagination={meta.pagination}
      none="There is no coupon yet."
      begin="/admin/coupons/new"
      filters={
        <RoomFilter
          label="State"
          name="state"
          value={query.state}
          any="Every state"
          options={couponStates.map(state => [state, couponStateWords[state].label])}
        />
      }
      rows={coupons.map(({ id, code, text, state, used, total_limit, saved }) => (
        <RoomRow
          key={id}
          to={`/admin/coupons/${id}`}
          title={<span className="mono">{code}</span>}
          state={couponStateWords[state].label}
          tone={couponStateWords[state].tone}
          under={text}
          end={`used ${used}${total_limit === null ? '' : ` of ${total_limit}`}, ${saved.formatted}`}
        />
      ))}
    />
  )
}
