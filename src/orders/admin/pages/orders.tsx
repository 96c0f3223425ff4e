/** The list of all orders, with filters, sums and CSV exports. */
import { useRef, type ReactNode } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { toSearchParams } from '#platform/http/search-params.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { AdminPagination } from '#ui/admin/admin-pagination.tsx'
import { AdminResultCount, AdminKeyHints } from '#ui/admin/admin-result-count.tsx'
import { AdminFilter, AdminSearchField } from '#ui/admin/admin-search-field.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { SortableHeader } from '#ui/sortable-header.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { formatDueDays } from '../../due.ts'
import { OrderStatusLabel } from '../../order-status-label.tsx'
import { orderStates, stateLabels } from '../../states.ts'
import {
  getDisputeMails,
  listStaffOrders,
  orderExportPath,
  orderExports,
  setDisputeMails,
  type OrderExport,
  type staffOrderSorts,
} from '../contract.ts'
import type { StaffOrderRow } from '../order-contract.ts'
import { ordersQuery } from '../parts/orders-query.ts'
import type { Route } from './+types/orders'

import listPage from '#ui/admin/resource-list.module.css'
import css from './orders.module.css'

type StaffOrderSort = (typeof staffOrderSorts)[number]

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Orders', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [list, mails] = await Promise.all([
    callForPage(args, listStaffOrders, { query: ordersQuery(args.url.searchParams) }),
    callForPage(args, getDisputeMails, {}),
  ])
  return { list, getsDisputeMails: mails.data.is_on }
}

export default function StaffOrders({ loaderData: { list: orderList, getsDisputeMails } }: Route.ComponentProps) {
  const { data: orders, meta } = orderList
  const [params] = useSearchParams()
  const list = useRef<HTMLTableSectionElement>(null)
  const { page, total, total_pages } = meta.pagination
  const query = ordersQuery(params)
  const sortUrl = (changes: { sort: StaffOrderSort }) => {
    const search = new URLSearchParams(params)
    search.delete('page')
    search.set('sort', changes.sort)
    return `/admin/orders?${search}`
  }
  const sort = query.sort ?? 'newest'
  return (
    <section className={css.orders} aria-labelledby="orders">
      <h1 id="orders" className="visually-hidden">
        Orders
      </h1>
      <AdminSearchField
        path="/admin/orders"
        searchLabel="Number, email, workspace, clip, project or PO"
        search={query.search}
        list={list}
        className={css.find}
      >
        <AdminFilter
          label="State"
          name="state"
          value={query.state}
          anyLabel="All orders"
          options={orderStates.map(state => [state, stateLabels[state]])}
        />
        <AdminFilter
          label="Waiting for"
          name="waits"
          value={query.waits}
          anyLabel="Anything"
          options={[['refund', 'Refund of a withdrawal']]}
        />
        <AdminFilter
          label="Days of"
          name="dated"
          value={query.dated ?? 'placed'}
          options={[
            ['placed', 'Days placed'],
            ['money', 'Days of payments and refunds'],
          ]}
        />
        <TextField dense type="date" label="From (UTC)" name="from" defaultValue={query.from} />
        <TextField dense type="date" label="To (UTC)" name="to" defaultValue={query.to} />
        <AdminFilter
          label="Sort"
          name="sort"
          value={sort}
          options={[
            ['newest', 'Newest first'],
            ['oldest', 'Oldest first'],
            ['due', 'By due date'],
            ['total', 'Highest total'],
          ]}
        />
      </AdminSearchField>
      <div className={listPage.head}>
        <AdminResultCount total={total} singular="order" plural="orders" />
        <DisputeMails isOn={getsDisputeMails} />
        <AdminKeyHints />
      </div>
      {total > 0 && <OrderSums sums={meta.sums} query={query} />}
      {orders.length === 0 ? (
        <p className={listPage.nothing}>
          {params.size === 0 ? (
            'No orders yet.'
          ) : (
            <>
              No order matches. <Link to="/admin/orders">Show all orders</Link>
            </>
          )}
        </p>
      ) : (
        <div className={css.scroll} role="region" aria-label="List of orders" tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Number</th>
                <th scope="col">State</th>
                <SortableHead by={sort} directions={{ newest: 'descending', oldest: 'ascending' }} to={sortUrl}>
                  Placed
                </SortableHead>
                <SortableHead by={sort} directions={{ due: 'ascending' }} to={sortUrl}>
                  Due
                </SortableHead>
                <th scope="col">Workspace</th>
                <th scope="col">Buyer</th>
                <th scope="col">Paid with</th>
                <th scope="col" className={css.figure}>
                  Clips
                </th>
                <SortableHead by={sort} directions={{ total: 'descending' }} to={sortUrl} isFigure>
                  Total
                </SortableHead>
              </tr>
            </thead>
            <tbody ref={list}>
              {orders.map(order => (
                <OrderRow key={order.id} order={order} query={params.toString()} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <AdminPagination label="Pages of orders" page={page} total_pages={total_pages} />
    </section>
  )
}

const DisputeMails = ({ isOn }: { isOn: boolean }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const save = async (is_on: boolean) => {
    try {
      await call(setDisputeMails, { body: { is_on } })
      await revalidate()
    } catch (error) {
      toast(toUserMessage(error, 'Something went wrong.'), { kind: 'danger' })
    }
  }
  return (
    <Checkbox checked={isOn} onChange={({ currentTarget }) => void save(currentTarget.checked)}>
      Email me about disputes and withdrawals to refund
    </Checkbox>
  )
}

const exportLabels: Record<OrderExport, string> = {
  orders: 'Orders',
  'order-lines': 'Order lines',
  'order-refunds': 'Refunds',
  'order-taxes': 'Taxes',
}

type OrderSumsProps = Pick<Route.ComponentProps['loaderData']['list']['meta'], 'sums'> & {
  query: ReturnType<typeof ordersQuery>
}

/** Sums of all orders that match the filters, and CSV exports of the same orders. */
const OrderSums = ({ sums, query: { search, state, dated, waits, from, to } }: OrderSumsProps) => {
  const filters = toSearchParams({ search, state, dated, waits, from, to })
  return (
    <div className={css.sums}>
      <dl aria-label="Sums of these orders">
        {(['net', 'tax', 'total', 'refunded'] as const).map(name => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{sums[name].formatted}</dd>
          </div>
        ))}
      </dl>
      <nav aria-label="Download these orders as CSV">
        <span>Download CSV</span>
        {orderExports.map(name => (
          <a key={name} href={`${orderExportPath(name)}?${filters}`} download>
            {exportLabels[name]}
          </a>
        ))}
      </nav>
    </div>
  )
}

type SortableHeadProps = {
  by: StaffOrderSort
  /** The sort orders of this column, the default one first. */
  directions: Partial<Record<StaffOrderSort, 'ascending' | 'descending'>>
  to: (changes: { sort: StaffOrderSort }) => string
  isFigure?: boolean
  children: ReactNode
}

/** A sortable column head. Selecting it again reverses the order where the column has two. */
const SortableHead = ({ by, directions, to, isFigure, children }: SortableHeadProps) => {
  const sorts = Object.keys(directions) as StaffOrderSort[]
  const next = sorts[(sorts.indexOf(by) + 1) % sorts.length] ?? 'newest'
  return (
    <SortableHeader to={to({ sort: next })} direction={directions[by]} className={cx(isFigure && css.figure)}>
      {children}
    </SortableHeader>
  )
}

const OrderRow = ({ order, query }: { order: StaffOrderRow; query: string }) => {
  const { id, universal_invoice_number, state, at, days_overdue, workspace, buyer, payment_method } = order
  return (
    <tr className={css.row}>
      <td>
        <Link to={{ pathname: `/admin/orders/${id}`, search: query }} className={css.number}>
          {universal_invoice_number ?? `Attempt ${id}`}
        </Link>
      </td>
      <td className={css.state}>
        <OrderStatusLabel state={state} />
      </td>
      <td className={cx('mono', css.day)}>{formatDateTime(at)}</td>
      <td className={cx(css.due, days_overdue !== null && days_overdue > 0 && listPage.bad)}>
        {days_overdue !== null && formatDueDays(days_overdue)}
      </td>
      <td className={css.cut}>{workspace.name}</td>
      <td className={cx(css.cut, css.buyer)}>{buyer.email ?? 'somebody who has left'}</td>
      <td className={cx(css.cut, css.method)}>{payment_method}</td>
      <td className={cx('mono', css.figure, css.clips)}>{order.clips_count}</td>
      <td className={cx('mono', css.figure, css.total)}>{order.total.formatted}</td>
    </tr>
  )
}
