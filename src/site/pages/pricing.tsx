/** The pricing page: the current price table and a price calculator. */
import { ArrowRight } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'

import { getLicenseSchema } from '#licensing/contract.ts'
import { DURATION_FACT, DURATION_SLOGAN } from '#licensing/duration-texts.ts'
import { rememberChoice } from '#licensing/last-choice.ts'
import { PriceCalculator } from '#licensing/price-calculator.tsx'
import { readPriceLink } from '#licensing/price-link.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { formatCents } from '#platform/money.ts'
import { getPageCompany } from '#platform/settings/company-context.ts'
import { Button } from '#ui/button.tsx'

import { PriceTable } from '../parts/price-table.tsx'
import type { Route } from './+types/pricing'

import spread from '../parts/spread.module.css'
import css from './pricing.module.css'

export const loader = async (args: Route.LoaderArgs) => {
  const { data: schema } = await callForPage(args, getLicenseSchema, {})
  return { schema, least_cents: Math.min(...Object.values(schema.prices.distributions).flat()) }
}

const formatDollars = (cents: number) => formatCents(cents).replace(/\.00$/, '')

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Pricing',
    description:
      loaderData &&
      `Every price of ${getPageCompany(page.matches).name}, by where the footage is seen and how large the client is: from ${formatDollars(loaderData.least_cents)} for a clip, ${DURATION_FACT}. Price your own license.`,
    breadcrumbs: [{ name: 'Pricing', path: '/pricing' }],
  })

export default function Pricing({ loaderData: { schema, least_cents } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { prices } = schema
  return (
    <div className={spread.page}>
      <header className={spread.head}>
        <h1>
          From {formatDollars(least_cents)}. <br />
          {DURATION_SLOGAN}
        </h1>
        <p>
          A price depends on where the footage is seen, how large the client is, which clip it is and which file you
          take. That is all. No subscription, no credits, no expiry.
        </p>
      </header>

      <section className={spread.section} aria-labelledby="yours">
        <h2 id="yours">Price your license</h2>
        <PriceCalculator
          schema={schema}
          initial={readPriceLink(search)}
          next={choice => (
            <Button
              kind="primary"
              size="lg"
              onClick={() => {
                rememberChoice(choice)
                void navigate('/clips')
              }}
            >
              Browse footage
              <ArrowRight aria-hidden />
            </Button>
          )}
        />
      </section>

      <section className={spread.section} aria-labelledby="every">
        <h2 id="every">Every price</h2>
        <PriceTable schema={schema} />
      </section>

      <section className={spread.section} aria-labelledby="rules">
        <h2 id="rules">How it adds up</h2>
        <ol className={css.rules}>
          <li>
            <h3>Start with your biggest channel</h3>
            <p>
              The highest-priced channel counts in full. Each additional one adds {prices.further_distribution_percent}%
              of its own price.
            </p>
          </li>
          <li>
            <h3>Times the clip’s tier</h3>
            <p>
              Standard ×{prices.tier_percent.standard / 100}, premium ×{prices.tier_percent.premium / 100}, signature ×
              {prices.tier_percent.signature / 100}. Rounded up to the dollar.
            </p>
          </li>
          <li>
            <h3>Plus the file</h3>
            <p>
              {schema.formats
                .map(({ name, surcharge }) =>
                  surcharge.unformatted > 0 ? `${name} +${formatDollars(surcharge.unformatted)}` : `${name} included`,
                )
                .join(', ')}
              . The file is never discounted or multiplied.
            </p>
          </li>
          <li>
            <h3>{prices.nonprofit_discount_percent}% off for nonprofits</h3>
            <p>Off the license, for registered nonprofits with an EIN.</p>
          </li>
        </ol>
        <p className={css.more}>
          Sales tax or VAT is added at checkout, by your billing address. A buyout of all media, or many clips at once:{' '}
          <Link to="/contact?topic=buyout">ask us for a quote</Link>. What a license allows is in the{' '}
          <Link to="/license-terms">license terms</Link>.
        </p>
      </section>
    </div>
  )
}
