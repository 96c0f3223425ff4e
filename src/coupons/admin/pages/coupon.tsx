/** The page of one coupon: its rules and uses. */
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { formatOf } from '#licensing/terms.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { LogList } from '#ui/admin/audit-trail.tsx'
import { formatPeriod, formatDateTime } from '#ui/admin/format-date.ts'
import { SortedTable, type SortedColumn } from '#ui/admin/sorted-table.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { endCoupon, getCoupon, type StaffCoupon } from '../contract.ts'
import { couponStateLabels } from '../parts/coupon-labels.ts'
import type { Route } from './+types/coupon'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'

const ReasonDialog = lazy(() => import('#ui/admin/reason-dialog.tsx').then(part => ({ default: part.ReasonDialog })))

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData ? loaderData.coupon.code : 'Coupon', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { id } = args.params
  const [{ data: coupon }, { data: log }] = await Promise.all([
    callForPage(args, getCoupon, { params: { id } }),
    callForPage(args, listStaffAuditLog, { query: { about: 'coupon', key: id } }),
  ])
  return { coupon, log }
}

export default function CouponPage({ loaderData: { coupon, log } }: Route.ComponentProps) {
  const [searchParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isEnding, setEnding] = useState(false)
  const { id, code, state, uses } = coupon
  return (
    <article className={page.person}>
      <Link to={{ pathname: '/admin/coupons', search: searchParams.toString() }} className={page.back}>
        <ArrowLeft aria-hidden />
        Coupons
      </Link>
      <header className={page.head}>
        <h1>{code}</h1>
        <p className="mono">#{id}</p>
        {state !== 'ended' && (
          <p className={adminPage.ways}>
            <Button kind="danger" onClick={() => setEnding(true)}>
              End
            </Button>
          </p>
        )}
      </header>
      <CouponDetails coupon={coupon} />
      <section aria-labelledby="uses">
        <h2 id="uses">Uses</h2>
        {uses.length === 0 ? (
          <p className={page.none}>Nobody has used it.</p>
        ) : (
          <SortedTable columns={useColumns} rows={uses} rowKey={use => use.id} caption={`Uses of ${code}`} />
        )}
      </section>
      <LogList rows={log} />
      <Suspense>
        {isEnding && (
          <ReasonDialog
            title={`End ${code}`}
            what="The coupon stops working permanently. Carts with it show a note, and orders keep their discount."
            confirm="End coupon"
            busy="Ending…"
            danger
            onClose={() => setEnding(false)}
            onConfirm={async reason => {
              await call(endCoupon, { params: { id: String(id) }, body: { reason } })
              await revalidate()
              toast(`${code} has ended.`, { kind: 'success' })
            }}
          />
        )}
      </Suspense>
    </article>
  )
}

type StaffCouponUse = StaffCoupon['uses'][number]

const useStateLabels = { reserved: 'Being paid', redeemed: 'Redeemed', released: 'Released' } as const

const useColumns: readonly SortedColumn<StaffCouponUse>[] = [
  {
    id: 'at',
    label: 'Used at',
    by: use => use.reserved_at,
    cell: use => <span className="mono">{formatDateTime(use.reserved_at)}</span>,
  },
  {
    id: 'workspace',
    label: 'Workspace',
    by: use => use.workspace.name.toLowerCase(),
    cell: ({ workspace: { id, name } }) => <Link to={`/admin/workspaces/${id}`}>{name}</Link>,
  },
  {
    id: 'order',
    label: 'Order',
    by: use => use.order_id,
    cell: use => (
      <Link to={`/admin/orders/${use.order_id}`} className="mono">
        {use.order_number ?? `#${use.order_id}`}
      </Link>
    ),
  },
  { id: 'state', label: 'State', by: use => useStateLabels[use.state] },
  {
    id: 'discount',
    label: 'Discount',
    by: use => use.discount.unformatted,
    cell: use => use.discount.formatted,
    isNumber: true,
  },
]

const CouponDetails = ({ coupon }: { coupon: StaffCoupon }) => {
  const { text, state, ended_at, minimum, total_limit, workspace_limit, clips, format_ids } = coupon
  const facts: [string, string][] = [
    ['Discount', text],
    ['State', `${couponStateLabels[state].label}${ended_at ? ` since ${formatDateTime(ended_at)}` : ''}`],
    ['Valid', formatPeriod(coupon)],
    ['Used', `${coupon.used}${total_limit === null ? ', any number of times' : ` of ${total_limit}`}`],
    [
      'Each workspace',
      workspace_limit === null ? 'Any number of times' : workspace_limit === 1 ? 'Once' : `${workspace_limit} times`,
    ],
    ['Minimum order', minimum.unformatted === 0 ? 'None' : minimum.formatted],
    ['Formats', format_ids === null ? 'Every format' : format_ids.map(id => formatOf(id).name).join(', ')],
    ['Clips', coupon.clip_ids === null ? 'Every clip' : clips.map(({ id, name }) => `${name} #${id}`).join(', ')],
    ['Saved by buyers', coupon.saved.formatted],
  ]
  return (
    <dl className={page.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
