import { Film, Search } from 'lucide-react'
import { Form, Link, useSearchParams } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { listQuotes } from '#quotes/contract.ts'
import { OpenQuotes } from '#quotes/open-quotes.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChipLink } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { listOrders, orderSearchFields, orderSorts, orderTypes } from '../contract.ts'
import { OrderRow } from '../order-row.tsx'
import type { Route } from './+types/orders'

import css from './orders.module.css'

export const handle = { footer: false }

const findValue = <T extends string>(allowed: readonly T[], value: string | null) =>
  allowed.find(candidate => candidate === value)

/** Reads the query from the URL. Drops invalid values. */
const readQuery = (search: URLSearchParams) => {
  const page = search.get('page') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
    sort: findValue(orderSorts, search.get('sort')),
    'filter[type]': findValue(orderTypes, search.get('filter[type]')),
    'search[query]': search.get('search[query]')?.replaceAll('\0', '').slice(0, 200) || undefined,
    'search[field]': findValue(orderSearchFields, search.get('search[field]')),
  }
}

export const loader = async (args: Route.LoaderArgs) => {
  const [orders, quotes] = await Promise.all([
    callForPage(args, listOrders, { query: readQuery(args.url.searchParams) }),
    callForPage(args, listQuotes, { query: { state: 'open' } }),
  ])
  return { ...orders, quotes: quotes.data }
}

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Orders', noindex: true })

const typeLabels = { paid: 'Paid', open: 'Open', ended: 'Closed' }
const sortLabels = { newest: 'Newest first', oldest: 'Oldest first', total: 'Highest total' }
const fieldLabels = { number: 'Number', clip: 'Clip', project: 'Project', client: 'Client', po_number: 'PO number' }

export default function Orders({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const query = readQuery(search)
  const { data: orders, meta, quotes } = loaderData
  const { page, total, total_pages } = meta.pagination
  const isFiltered = Boolean(query['filter[type]'] ?? query['search[query]'])
  const to = (changes: Record<string, string | undefined>) => {
    const next = Object.entries({ ...query, page: undefined, ...changes }).filter(([, value]) => value !== undefined)
    return `?${new URLSearchParams(next as [string, string][])}`
  }
  if (orders.length === 0 && !isFiltered && page === 1)
    return (
      <div className={css.page}>
        <h1>Orders</h1>
        <OpenQuotes quotes={quotes} />
        <EmptyState
          icon={Film}
          title="No orders yet"
          action={
            <ButtonLink to="/clips" kind="primary" size="lg">
              Browse clips
            </ButtonLink>
          }
        >
          Footage that your workspace licenses is listed here, with its files, licenses and receipts.
        </EmptyState>
      </div>
    )
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>Orders</h1>
        <p className={css.count}>{total === 1 ? '1 order' : `${total.toLocaleString('en-US')} orders`}</p>
      </header>
      <OpenQuotes quotes={quotes} />
      <div className={css.tools}>
        <nav className={css.types} aria-label="Show">
          <ChipLink to={to({ 'filter[type]': undefined })} active={!query['filter[type]']}>
            All
          </ChipLink>
          {orderTypes.map(type => (
            <ChipLink key={type} to={to({ 'filter[type]': type })} active={query['filter[type]'] === type}>
              {typeLabels[type]}
            </ChipLink>
          ))}
        </nav>
        <Form method="get" role="search" className={css.search} key={search.toString()}>
          {query['filter[type]'] && <input type="hidden" name="filter[type]" value={query['filter[type]']} />}
          <TextField
            dense
            label="Search orders"
            labelHidden
            type="search"
            name="search[query]"
            placeholder="Search orders"
            defaultValue={query['search[query]']}
          />
          <SelectField
            dense
            label="Search in"
            labelHidden
            name="search[field]"
            defaultValue={query['search[field]'] ?? ''}
          >
            <option value="">Everything</option>
            {orderSearchFields.map(field => (
              <option key={field} value={field}>
                {fieldLabels[field]}
              </option>
            ))}
          </SelectField>
          <SelectField dense label="Sort" labelHidden name="sort" defaultValue={query.sort ?? 'newest'}>
            {orderSorts.map(sort => (
              <option key={sort} value={sort}>
                {sortLabels[sort]}
              </option>
            ))}
          </SelectField>
          <Button type="submit">
            <Search aria-hidden="true" />
            Search
          </Button>
        </Form>
      </div>
      {orders.length === 0 ? (
        <EmptyState icon={Search} title="No order matches" action={<Link to="/workspace/orders">Show all orders</Link>}>
          Try a number, the name of a clip, a project or a client.
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {orders.map(order => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
      {total_pages > 1 && (
        <nav className={css.pages} aria-label="Pages of orders">
          {page > 1 && <ButtonLink to={to({ page: String(page - 1) })}>Previous</ButtonLink>}
          <span className="mono">
            {page} of {total_pages}
          </span>
          {page < total_pages && <ButtonLink to={to({ page: String(page + 1) })}>Next</ButtonLink>}
        </nav>
      )}
    </div>
  )
}
