/** The sticky footer of the offer builder: total, error and actions. */
import type { ReactNode } from 'react'

import { Banner } from '#ui/banner.tsx'
import { Money } from '#ui/money.tsx'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './offer-builder.module.css'

type OfferFooterProps = {
  offer_cents: number
  table_cents: number
  clips_count: number
  /** An error about the whole offer. */
  error: string | undefined
  children: ReactNode
}

export const OfferFooter = ({ offer_cents, table_cents, clips_count, error, children }: OfferFooterProps) => (
  <div className={css.foot}>
    {error !== undefined && (
      <div className={css.wrong}>
        <Banner kind="danger">{error}</Banner>
      </div>
    )}
    <p className={css.total} aria-live="polite">
      <strong>
        <Money cents={offer_cents} was_cents={table_cents} />
      </strong>{' '}
      before tax, {clips_count === 1 ? '1 clip' : `${clips_count} clips`}
    </p>
    <span className={adminPage.ways}>{children}</span>
  </div>
)
