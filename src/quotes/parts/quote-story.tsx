/** What is offered until when, to whom it is billed, and what was offered before. */
import { Link } from 'react-router'

import { Banner } from '#ui/banner.tsx'
import { Disclosure } from '#ui/disclosure.tsx'

import type { QuoteDetail } from '../contract.ts'
import { longDay } from '../dates.ts'
import { QuoteState } from './quote-state.tsx'

import css from './quote-story.module.css'

export const QuoteStory = ({ quote }: { quote: QuoteDetail }) => {
  const { state, version, made_at, expires_at, note, reason, ended_at, earlier, order_number, cart } = quote
  const billing = cart.billing_information
  return (
    <section className={css.story} aria-label="The quote">
      <p className={css.line}>
        <QuoteState state={state} />
        <span>
          {version > 1 ? `Version ${version}, made on` : 'Made on'} {longDay(made_at)}
        </span>
        <span>
          {state === 'expired' ? 'Expired on' : 'Good until'} {longDay(expires_at)}
        </span>
      </p>
      {note && <blockquote className={css.note}>{note}</blockquote>}
      {state === 'declined' && ended_at && (
        <p className={css.soft}>
          Declined on {longDay(ended_at)}
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
            A quote is billed to your workspace. Tax is known as soon as its address is.
          </Banner>
        )
      )}
      {earlier.length > 0 && (
        <Disclosure plain summary={earlier.length === 1 ? 'The version before' : `${earlier.length} versions before`}>
          <ul className={css.earlier}>
            {earlier.map(one => (
              <li key={one.version}>
                <span>
                  Version {one.version}, {longDay(one.made_at)}
                </span>
                <span className="mono">{one.total.formatted}</span>
                {one.note && <span className={css.soft}>{one.note}</span>}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}
