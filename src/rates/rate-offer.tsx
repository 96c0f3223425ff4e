/** The workspace's preferred rates where a clip is licensed: each opens its details, with the button that uses it. */
import { BadgePercent, Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { Money } from '#ui/money.tsx'

import type { PreferredRate } from './contract.ts'

import css from './rate-offer.module.css'

const RateDetails = lazy(() => import('./rate-details.tsx').then(part => ({ default: part.RateDetails })))

type RateOfferProps = {
  rates: readonly PreferredRate[]
  /** Those that the clip stands under already. */
  used?: ReadonlySet<number>
  busy?: string | false
  /** Resolves when it is done: then the details close. */
  onUse: (rate: PreferredRate) => Promise<unknown>
}

const left = ({ clips_left }: PreferredRate) =>
  clips_left === null ? null : clips_left === 1 ? '1 clip left' : `${clips_left} clips left`

export const RateOffer = ({ rates, used, busy, onUse }: RateOfferProps) => {
  const [looked, setLooked] = useState<PreferredRate>()
  const [isOpen, setOpen] = useState(false)
  if (rates.length === 0) return null
  return (
    <section className={css.offer} aria-label="Preferred rates">
      <p className={css.title}>
        <BadgePercent aria-hidden />
        Your workspace’s preferred rates
      </p>
      <ul className={css.list}>
        {rates.map(rate => (
          <li key={rate.id}>
            <button
              type="button"
              className={css.rate}
              onClick={() => {
                setLooked(rate)
                setOpen(true)
              }}
            >
              <span className={css.name}>{rate.name}</span>
              <span className={css.price}>
                <Money cents={rate.price.unformatted} mono /> per clip
              </span>
              <span className={css.about}>
                {[rate.end_client_name, left(rate)].filter(Boolean).join(' · ') || 'See what it allows'}
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
        {looked && (
          <RateDetails
            open={isOpen}
            onClose={() => setOpen(false)}
            rate={looked}
            {...(busy !== undefined && { busy })}
            onUse={
              used?.has(looked.id)
                ? undefined
                : () =>
                    void onUse(looked).then(
                      () => setOpen(false),
                      // The person has been told; the details stay.
                      () => {},
                    )
            }
          />
        )}
      </Suspense>
    </section>
  )
}
