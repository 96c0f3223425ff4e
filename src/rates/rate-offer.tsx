/** The workspace's preferred rates where a clip is licensed; each opens its details with a button to use it. */
import { BadgePercent, Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { listClosedUses } from '#licensing/closed-uses.ts'
import { Money } from '#ui/money.tsx'

import type { PreferredRate } from './contract.ts'
import { listRateGrants } from './use-rates.ts'

import css from './rate-offer.module.css'

const RateDetails = lazy(() => import('./rate-details.tsx').then(module => ({ default: module.RateDetails })))

type RateOfferProps = {
  rates: readonly PreferredRate[]
  /** Hide the rates that they close. */
  releases: readonly string[]
  /** Rates that the clip has in the cart. */
  used?: ReadonlySet<number>
  busy?: string | false
  /** Resolves when the rate was applied; then the details close. */
  onUse: (rate: PreferredRate) => Promise<unknown>
}

const clipsLeftLabel = ({ clips_left }: PreferredRate) =>
  clips_left === null ? null : clips_left === 1 ? '1 clip left' : `${clips_left} clips left`

export const RateOffer = ({ rates, releases, used, busy, onUse }: RateOfferProps) => {
  const [openRate, setOpenRate] = useState<PreferredRate>()
  const [isOpen, setOpen] = useState(false)
  const openRates = rates.filter(rate => listClosedUses(releases, listRateGrants(rate)).length === 0)
  if (openRates.length === 0) return null
  return (
    <section className={css.offer} aria-label="Preferred rates">
      <p className={css.title}>
        <BadgePercent aria-hidden />
        Your workspace’s preferred rates
      </p>
      <ul className={css.list}>
        {openRates.map(rate => (
          <li key={rate.id}>
            <button
              type="button"
              className={css.rate}
              onClick={() => {
                setOpenRate(rate)
                setOpen(true)
              }}
            >
              <span className={css.name}>{rate.name}</span>
              <span className={css.price}>
                <Money cents={rate.price.unformatted} mono /> per clip
              </span>
              <span className={css.about}>
                {[rate.end_client_name, clipsLeftLabel(rate)].filter(Boolean).join(' · ') || 'View details'}
                {used?.has(rate.id) && (
                  <span className={css.used}>
                    <Check aria-hidden /> In your cart
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Suspense>
        {openRate && (
          <RateDetails
            open={isOpen}
            onClose={() => setOpen(false)}
            rate={openRate}
            {...(busy !== undefined && { busy })}
            onUse={
              used?.has(openRate.id)
                ? undefined
                : () =>
                    void onUse(openRate).then(
                      () => setOpen(false),
                      // The mutation showed the error; the details stay open.
                      () => {},
                    )
            }
          />
        )}
      </Suspense>
    </section>
  )
}
