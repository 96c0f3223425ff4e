/** The details of a quote: state, expiry, note, billing, and earlier versions. */
import { Link } from 'react-router'

import { Banner } from '#ui/banner.tsx'
import { Disclosure } from '#ui/disclosure.tsx'

import type { QuoteDetail } from '../contract.ts'
import { formatLongDay } from '../dates.ts'
import { QuoteState } from './quote-state.tsx'

import css from './quote-details.module.css'

export const QuoteDetails = ({ quote }: { quote: QuoteDetail }) => {
  const { state, version, created_at, expires_at, note, reason, ended_at, earlier, order_number, cart } = quote
  const billing = cart.billing_information
  return (
    <section className={css.story} aria-label="The quote">
      <p className={css.line}>
        <QuoteState state={state} />
        <span>
          {version > 1 ? `Version ${version}, issued on` : 'Issued on'} {formatLongDay(created_at)}
        </span>
        <span>
          {state === 'expired' ? 'Expired on' : 'Good until'} {formatLongDay(expires_at)}
        </span>
      </p>
      {note && <blockquote className={css.note}>{note}</blockquote>}
      {state === 'declined' && ended_at && (
        <p className={css.soft}>
          Declined on {formatLongDay(ended_at)}
          {reason && `: “${reason}”`}
        </p>
      )}
      {state === 'expired' && (
        <Banner action={<Link to="/contact">Ask us to renew it</Link>}>
          The prices of this quote are no longer held.
        </Banner>
      )}
      {state === 'revoked' && (
        <Banner action={<Link to="/contact">Ask us about it</Link>}>We have withdrawn this quote.</Banner>
      )}
      {state === 'paying' && <Banner>A payment for this quote is being confirmed.</Banner>}
      {order_number && (
        <p className={css.soft}>
          Ordered as <Link to={`/workspace/orders/${order_number}`}>{order_number}</Link>.
        </p>
      )}
      {billing ? (
        <p className={css.soft}>
          Billed to {[billing.company, billing.city, billing.region, billing.country.name].filter(Boolean).join(', ')}.
        </p>
      ) : (
        state === 'open' && (
          <Banner action={<Link to="/workspace/billing">Add billing information</Link>}>
            A quote is billed to your workspace. Tax is calculated from its address.
          </Banner>
        )
      )}
      {earlier.length > 0 && (
        <Disclosure plain summary={earlier.length === 1 ? '1 earlier version' : `${earlier.length} earlier versions`}>
          <ul className={css.earlier}>
            {earlier.map(earlierVersion => (
              <li key={earlierVersion.version}>
                <span>
                  Version {earlierVersion.version}, {formatLongDay(earlierVersion.created_at)}
                </span>
                <span className="mono">{earlierVersion.total.formatted}</span>
                {earlierVersion.note && <span className={css.soft}>{earlierVersion.note}</span>}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}
