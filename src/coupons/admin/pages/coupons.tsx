/** The list of coupons, with one of them or a new one beside it. */
import { TicketPercent } from 'lucide-react'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { AdminFilter } from '#ui/admin/admin-search-field.tsx'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'

import { couponStates } from '../../coupon.ts'
import { listCoupons } from '../contract.ts'
import { couponStateLabels } from '../parts/coupon-labels.ts'
import type { Route } from './+types/coupons'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Coupons', noindex: true })

const readQuery = (searchParams: URLSearchParams) => ({
  ...listQuery(searchParams),
  state: oneOf(couponStates, searchParams.get('state')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = readQuery(args.url.searchParams)
  return { ...(await callForPage(args, listCoupons, { query })), query }
}

export default function CouponsPage({ loaderData: { data: coupons, meta, query } }: Route.ComponentProps) {
  return (
    <AdminListPage
      path="/admin/coupons"
      icon={TicketPercent}
      singular="coupon"
      plural="coupons"
      searchLabel="Part of a code"
      search={query.search}
      pagination={meta.pagination}
      emptyTitle="There is no coupon yet."
      newTo="/admin/coupons/new"
      filters={
        <AdminFilter
          label="State"
          name="state"
          value={query.state}
          anyLabel="All states"
          options={couponStates.map(state => [state, couponStateLabels[state].label])}
        />
      }
      rows={coupons.map(({ id, code, text, state, used, total_limit, saved }) => (
        <AdminRow
          key={id}
          to={`/admin/coupons/${id}`}
          title={<span className="mono">{code}</span>}
          state={couponStateLabels[state].label}
          tone={couponStateLabels[state].tone}
          under={text}
          end={`used ${used}${total_limit === null ? '' : ` of ${total_limit}`}, ${saved.formatted}`}
        />
      ))}
    />
  )
}
