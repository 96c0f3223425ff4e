/** Orders of every workspace: found by anything that somebody may tell us of them. */
import { useRef, type ReactNode } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'

import { dueWords } from '#orders/due.ts'
import { OrderState } from '#orders/order-state.tsx'
import { orderStates, stateLabels } from '#orders/states.ts'
import { call } from '#platform/call.ts'
import { firstText } from '#platform/first-text.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { SortedHead } from '#ui/sorted-head.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { momentOf } from '../../parts/moment.ts'
import { Pages } from '../../parts/pages.tsx'
import { RoomCount, RoomKeys } from '../../parts/room-count.tsx'
import { RoomFilter, RoomSearch } from '../../parts/room-search.tsx'
import {
  getDisputeMails,
  listStaffOrders,
  orderExportPath,
  orderExports,
  setDisputeMails,
  type OrderExport,
  type staffOrderSorts,
  type StaffOrderRow,
} from '../contract.ts'
import { ordersQuery } from '../parts/orders-query.ts'
import type { Route } from './+types/orders'

import room from '../../parts/room.module.css'
import css from './orders.module.css'

type Sort = (typeof staffOrderSorts)[number]

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Orders', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [list, mails] = await Promise.all([
    pageCall(args, listStaffOrders, { query: ordersQuery(args.url.searchParams) }),
    pageCall(args, getDisputeMails, {}),
  ])
  return { list, getsDisputeMails: mails.data.is_on }
}

export default function StaffOrders({ loaderData: { list: found, getsDisputeMails } }: Route.ComponentProps) {
  const { data: orders, meta } = found
  const [asked] = useSearchParams()
  const list = useRef<HTMLTableSectionElement>(null)
  const { page, total, total_pages } = meta.pagination
  const query = ordersQuery(asked)
  const to = (changes: { sort: Sort }) => {
    const search = new URLSearchParams(asked)
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
      <RoomSearch
        path="/admin/orders"
        looks="Number, email, workspace, clip, project or PO"
        search={query.search}
        list={list}
        className={css.find}
      >
        <RoomFilter
          label="State"
          name="state"
          value={query.state}
          any="Every order"
          options={orderStates.map(one => [one, stateLabels[one]])}
        />
        <TextField dense type="date" label="From (UTC)" name="from" defaultValue={query.from} />
        <TextField dense type="date" label="To (UTC)" name="to" defaultValue={query.to} />
        <RoomFilter
          label="Sort"
          name="sort"
          value={sort}
          options={[
            ['newest', 'Newest first'],
            ['oldest', 'Oldest first'],
            ['due', 'By due day'],
            ['total', 'Highest total'],
          ]}
        />
      </RoomSearch>
      <div className={room.head}>
        <RoomCount total={total} one="order" many="orders" />
        <DisputeMails isOn={getsDisputeMails} />
        <RoomKeys />
      </div>
      {total > 0 && <Sums sums={meta.sums} query={query} />}
      {orders.length === 0 ? (
        <p className={room.nothing}>
          {asked.size === 0 ? (
            'Nothing has been ordered yet.'
          ) : (
            <>
              No order matches. <Link to="/admin/orders">Show every order</Link>
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
                <Sorted by={sort} as={{ newest: 'descending', oldest: 'ascending' }} to={to}>
                  Placed
                </Sorted>
                <Sorted by={sort} as={{ due: 'ascending' }} to={to}>
                  Due
                </Sorted>
                <th scope="col">Workspace</th>
                <th scope="col">Buyer</th>
                <th scope="col">Paid with</th>
                <th scope="col" className={css.figure}>
                  Clips
                </th>
                <Sorted by={sort} as={{ total: 'descending' }} to={to} isFigure>
                  Total
                </Sorted>
              </tr>
            </thead>
            <tbody ref={list}>
              {orders.map(order => (
                <Row key={order.id} order={order} query={asked.toString()} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pages label="Pages of orders" page={page} total_pages={total_pages} />
    </section>
  )
}

const DisputeMails = ({ isOn }: { isOn: boolean }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const choose = async (is_on: boolean) => {
    try {
      await call(setDisputeMails, { body: { is_on } })
      await revalidate()
    } catch (error) {
      toast(firstText(error, 'Something went wrong.'), { kind: 'danger' })
    }
  }
  return (
    <Checkbox checked={isOn} onChange={({ currentTarget }) => void choose(currentTarget.checked)}>
      Email me about disputes
    </Checkbox>
  )
}

const exportLabels: Record<OrderExport, string> = {
  orders: 'Orders',
  'order-lines': 'Order lines',
  'order-refunds': 'Refunds',
  'order-taxes': 'Taxes',
}

type SumsProps = Pick<Route.ComponentProps['loaderData']['list']['meta'], 'sums'> & {
  query: ReturnType<typeof ordersQuery>
}

/** Sums of every order that the filters select, and the same orders as CSV. */
const Sums = ({ sums, query: { search, state, from, to } }: SumsProps) => {
  const filters = new URLSearchParams(
    Object.entries({ search, state, from, to }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
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

type SortedProps = {
  by: Sort
  /** The sorts of this column, the first one first. */
  as: Partial<Record<Sort, 'ascending' | 'descending'>>
  to: (changes: { sort: Sort }) => string
  isFigure?: boolean
  children: ReactNode
}

/** A column's head that sorts by it; once more turns it round, where that means something. */
const Sorted = ({ by, as, to, isFigure, children }: SortedProps) => {
  const sorts = Object.keys(as) as Sort[]
  const next = sorts[(sorts.indexOf(by) + 1) % sorts.length] ?? 'newest'
  return (
    <SortedHead to={to({ sort: next })} way={as[by]} className={cx(isFigure && css.figure)}>
      {children}
    </SortedHead>
  )
}

const Row = ({ order, query }: { order: StaffOrderRow; query: string }) => {
  const { id, universal_invoice_number, state, at, days_overdue, workspace, buyer, payment_method } = order
  return (
    <tr className={css.row}>
      <td>
        <Link to={{ pathname: `/admin/orders/${id}`, search: query }} className={css.number}>
          {universal_invoice_number ?? `Try ${id}`}
        </Link>
      </td>
      <td className={css.state}>
        <OrderState state={state} />
      </td>
      <td className={cx('mono', css.day)}>{momentOf(at)}</td>
      <td className={cx(css.due, days_overdue !== null && days_overdue > 0 && room.bad)}>
        {days_overdue !== null && dueWords(days_overdue)}
      </td>
      <td className={css.cut}>{workspace.name}</td>
      <td className={cx(css.cut, css.buyer)}>{buyer.email ?? 'somebody who has left'}</td>
      <td className={cx(css.cut, css.method)}>{payment_method}</td>
      <td className={cx('mono', css.figure, css.clips)}>{order.clips_count}</td>
      <td className={cx('mono', css.figure, css.total)}>{order.total.formatted}</td>
    </tr>
  )
}
