/** Orders of every workspace: found by anything that somebody may tell us of them. */
import { Search } from 'lucide-react'
import { useRef, type ChangeEvent, type ReactNode } from 'react'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'

import { dueWords } from '#orders/due.ts'
import { OrderState } from '#orders/order-state.tsx'
import { orderStates, stateLabels } from '#orders/states.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'
import { SortedHead } from '#ui/sorted-head.tsx'
import { TextField } from '#ui/text-field.tsx'

import { momentOf } from '../../parts/moment.ts'
import { useListKeys } from '../../parts/use-list-keys.ts'
import { listStaffOrders, type staffOrderSorts, type StaffOrderRow } from '../contract.ts'
import { ordersQuery } from '../parts/orders-query.ts'
import type { Route } from './+types/orders'

import room from '../../pages/people.module.css'
import css from './orders.module.css'

type Sort = (typeof staffOrderSorts)[number]

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Orders', noindex: true })

export const loader = (args: Route.LoaderArgs) =>
  pageCall(args, listStaffOrders, { query: ordersQuery(args.url.searchParams) })

const choose = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => form?.requestSubmit()

export default function StaffOrders({ loaderData: { data: orders, meta } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const { state } = useNavigation()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLTableSectionElement>(null)
  useListKeys({ field, list })
  const { page, total, total_pages } = meta.pagination
  const query = ordersQuery(asked)
  const to = (changes: { page?: number; sort?: Sort }) => {
    const search = new URLSearchParams(asked)
    search.delete('page')
    for (const [name, value] of Object.entries(changes)) search.set(name, String(value))
    return `/admin/orders?${search}`
  }
  const sort = query.sort ?? 'newest'
  return (
    <section className={css.orders} aria-label="Orders">
      <Form method="get" action="/admin/orders" role="search" className={css.find} key={asked.toString()}>
        <TextField
          ref={field}
          dense
          label="Number, email, workspace, clip, project or PO"
          labelHidden
          type="search"
          name="search"
          placeholder="Number, email, workspace, clip, project or PO"
          defaultValue={query.search}
          autoComplete="off"
          maxLength={200}
        />
        <button type="submit" className={room.go} aria-label="Search">
          <Search aria-hidden />
        </button>
        <SelectField dense label="State" labelHidden name="state" defaultValue={query.state ?? ''} onChange={choose}>
          <option value="">Every order</option>
          {orderStates.map(one => (
            <option key={one} value={one}>
              {stateLabels[one]}
            </option>
          ))}
        </SelectField>
        <SelectField dense label="Sort" labelHidden name="sort" defaultValue={sort} onChange={choose}>
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
          <option value="due">By due day</option>
          <option value="total">Highest total</option>
        </SelectField>
      </Form>
      <p className={room.count} aria-live="polite">
        {state === 'loading' ? 'Looking…' : total === 1 ? '1 order' : `${total.toLocaleString('en-US')} orders`}
        <span className={room.keys}>
          <kbd>/</kbd> search <kbd>↑</kbd>
          <kbd>↓</kbd> go through
        </span>
      </p>
      {orders.length === 0 ? (
        <p className={room.nobody}>
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
      {total_pages > 1 && (
        <nav className={room.pages} aria-label="Pages of orders">
          {page > 1 && <Link to={to({ page: page - 1 })}>Previous</Link>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <Link to={to({ page: page + 1 })}>Next</Link>}
        </nav>
      )}
    </section>
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
