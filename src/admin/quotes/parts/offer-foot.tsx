/** What an offer comes to, what is wrong with it, and sending it: stays in sight however long the offer is. */
import type { ReactNode } from 'react'

import { Banner } from '#ui/banner.tsx'
import { Money } from '#ui/money.tsx'

import desk from '../../parts/desk.module.css'
import css from './offer-builder.module.css'

type Props = {
  offer_cents: number
  table_cents: number
  clips_count: number
  /** What is wrong with it as a whole. */
  wrong: string | undefined
  children: ReactNode
}

export const OfferFoot = ({ offer_cents, table_cents, clips_count, wrong, children }: Props) => (
  <div className={css.foot}>
    {wrong !== undefined && (
      <div className={css.wrong}>
        <Banner kind="danger">{wrong}</Banner>
      </div>
    )}
    <p className={css.total} aria-live="polite">
      <strong>
        <Money cents={offer_cents} was_cents={table_cents} />
      </strong>{' '}
      before tax, {clips_count === 1 ? '1 clip' : `${clips_count} clips`}
    </p>
    <span className={desk.ways}>{children}</span>
  </div>
)
