import { Film } from 'lucide-react'
import { Link } from 'react-router'

import { OrderRow } from '#orders/order-row.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { requireSettingsAccess } from '#workspaces/settings-page.ts'

import { getRate, listRateOrders } from '../contract.ts'
import { formatClipsLeft, getRateStateLabel, formatValidity } from '../rate-labels.ts'
import { RateTermsList } from '../rate-terms-list.tsx'
import type { Route } from './+types/preferred-rate'

import css from './preferred-rate.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Preferred rate', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  await requireSettingsAccess(args)
  const params = { id: args.params.preferredRateId }
  const page = args.url.searchParams.get('page') ?? ''
  const [rate, orders] = await Promise.all([
    callForPage(args, getRate, { params }),
    callForPage(args, listRateOrders, {
      params,
      query: { page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined },
    }),
  ])
  return { rate: rate.data, orders }
}

const inactiveTexts = {
  ended: 'This rate has ended. Licenses that were granted under it stay valid as agreed.',
  used_up: 'All clips of this rate have been licensed. Ask us for more of them.',
  upcoming: 'This rate is not in force yet.',
}

export default function PreferredRatePage({ loaderData: { rate, orders } }: Route.ComponentProps) {
  const { page, total_pages } = orders.meta.pagination
  return (
    <div className={css.page}>
      <Link to="/workspace/preferred-rates">All preferred rates</Link>
      <header className={css.head}>
        <h1>{rate.name}</h1>
        <p className={css.standing}>
          {getRateStateLabel(rate)}. {formatValidity(rate)}. {formatClipsLeft(rate)}.
        </p>
      </header>
      {rate.state !== 'active' && <Banner>{inactiveTexts[rate.state]}</Banner>}
      <div className={css.columns}>
        <section aria-label="What it allows">
          <RateTermsList rate={rate} level={2} />
        </section>
        <section aria-labelledby="orders">
          <h2 id="orders" className={css.title}>
            Orders
          </h2>
          {orders.data.length === 0 ? (
            <EmptyState
              icon={Film}
              title="No orders yet"
              action={rate.state === 'active' && <ButtonLink to="/clips">Browse clips</ButtonLink>}
            >
              What your team licenses under this rate is listed here.
            </EmptyState>
          ) : (
            <ul className={css.list}>
              {orders.data.map(order => (
                <OrderRow key={order.id} order={order} />
              ))}
            </ul>
          )}
          {total_pages > 1 && (
            <nav className={css.pages} aria-label="Pages of orders">
              {page > 1 && <ButtonLink to={`?page=${page - 1}`}>Previous</ButtonLink>}
              <span className="mono">
                {page} of {total_pages}
              </span>
              {page < total_pages && <ButtonLink to={`?page=${page + 1}`}>Next</ButtonLink>}
            </nav>
          )}
        </section>
      </div>
    </div>
  )
}
