import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'
import { useToast } from '#ui/toast.tsx'

import { choiceSentence, type ChoiceWithFormat } from '../choice.ts'
import { PriceBreakdown, type PaidAmount } from '../price-breakdown.tsx'
import { priceLinkPath, type SharedPrice } from '../price-link.ts'
import { priceOf } from '../price.ts'
import type { Prices } from '../prices.ts'
import type { Tier } from '../terms.ts'

import css from './license-price.module.css'

type LicensePriceProps = {
  prices: Prices
  tier: Tier
  choice: ChoiceWithFormat
  /** An amount already paid; the price shown is the difference. */
  paid?: PaidAmount | undefined
  /** Hides the price, because this choice cannot be bought. */
  isRefused?: boolean | undefined
}

/** The license as a sentence, its price and the breakdown. */
export const LicensePrice = ({ prices, tier, choice, paid, isRefused = false }: LicensePriceProps) => {
  if (choice.distribution_ids.length === 0)
    return (
      <p className={css.missing} role="status">
        Choose at least one distribution to see the price.
      </p>
    )
  if (isRefused) return <p className={css.sentence}>{choiceSentence(choice)}.</p>
  const price = priceOf({ choice, tier, format_id: choice.format_id }, prices)
  return (
    <div className={css.price}>
      <p className={css.amount} aria-live="polite">
        {paid ? (
          <Money cents={Math.max(0, price.cents - paid.cents)} />
        ) : (
          <Money cents={price.cents} was_cents={price.list_cents} />
        )}
      </p>
      <p className={css.sentence}>{choiceSentence(choice)}.</p>
      <h3 className={css.why}>Why this price</h3>
      <PriceBreakdown price={price} paid={paid} />
      {!paid && <CopyPriceLink choice={choice} tier={tier} />}
    </div>
  )
}

/** For who decides about the price: the link shows it on the pricing page, without an account. */
const CopyPriceLink = (shared: SharedPrice) => {
  const toast = useToast()
  const copy = async () => {
    const link = `${location.origin}${priceLinkPath(shared)}`
    try {
      await navigator.clipboard.writeText(link)
      toast('Link to this price copied', { kind: 'success' })
    } catch {
      // Without the permission to copy, the link can still be copied by hand.
      toast(link)
    }
  }
  return (
    <Button size="sm" className={css.link} onClick={() => void copy()}>
      Copy link to this price
    </Button>
  )
}
