/** On the clip page: the license as it is chosen now, its price with the reasons, and Add to cart. */
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { ClipDetail } from '#catalog/contract.ts'
import { default_choice, fitting, sentence } from '#licensing/choice.ts'
import { getLicenseSchema } from '#licensing/contract.ts'
import { rememberChoice, useLastChoice } from '#licensing/last-choice.ts'
import { PriceBreakdown } from '#licensing/price-breakdown.tsx'
import { priceOf } from '#licensing/price.ts'
import { formatOf } from '#licensing/terms.ts'
import { useCall } from '#platform/query.ts'
import { RateOffer } from '#rates/rate-offer.tsx'
import { useOfferedRates } from '#rates/use-rates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Money } from '#ui/money.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

import { isInCart, ratesOf } from './parts/in-cart.ts'
import { LicensedNote } from './parts/licensed-note.tsx'
import { useAddToCart, useAddUnderRate } from './use-cart-changes.ts'
import { useCart } from './use-cart.ts'
import { useChangeItem, useMoveToRate } from './use-item-changes.ts'
import { useLicensed } from './use-licensed.ts'
import { useOneItem } from './use-one-item.ts'

import css from './clip-purchase.module.css'

const SelectLicenseDialog = lazy(() =>
  import('#licensing/select-license-dialog.tsx').then(part => ({ default: part.SelectLicenseDialog })),
)

export const ClipPurchase = ({ clip }: { clip: ClipDetail }) => {
  const cart = useCart()
  const add = useAddToCart()
  const addUnder = useAddUnderRate()
  const change = useChangeItem()
  const move = useMoveToRate()
  const rates = useOfferedRates()
  const licensed = useLicensed([clip.id])
  const { edited, leave } = useOneItem(cart, clip.id)
  const last = useLastChoice()
  const prices = useCall(getLicenseSchema, {}).data?.data.prices
  const [isWanted, setWanted] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const format_ids = clip.formats.map(({ id }) => id)
  const choice = edited?.choice ?? fitting(last ?? default_choice, format_ids)
  const isSold = prices && choice.distribution_ids.every(id => prices.distributions[id])
  const covering = edited ? [] : licensed(choice)
  const price = prices && isSold ? priceOf({ choice, tier: clip.tier, format_id: choice.format_id }, prices) : undefined
  const offer = (format_id: number) => (
    <RateOffer
      rates={rates}
      used={edited ? new Set(edited.rate ? [edited.rate.id] : []) : ratesOf(cart, clip.id)}
      busy={(addUnder.isPending && 'Adding…') || (move.isPending && 'Saving…')}
      onUse={async ({ id: rate_id }) => {
        if (edited) await move.mutateAsync({ item_id: edited.item_id, rate_id, format_id }).then(leave)
        else await addUnder.mutateAsync({ clip_ids: [clip.id], rate_id, format_id })
        setChoosing(false)
      }}
    />
  )

  return (
    <section className={css.frame} aria-label="License and price">
      <p className={css.amount}>
        {edited ? (
          <Money cents={edited.price_cents} />
        ) : price ? (
          <Money cents={price.cents} was_cents={price.list_cents} />
        ) : (
          <SkeletonText width="5ch" />
        )}
      </p>
      <p className={css.sentence}>
        {edited?.sentence ?? sentence(choice)}. {formatOf(choice.format_id).name} file.
      </p>
      <LicensedNote covering={covering} upgrades={clip.name} />
      {edited || isInCart(cart, clip.id, choice) ? (
        <ButtonLink ref={add.isSuccess ? focus : undefined} to="/cart" size="xl" wide>
          <Check aria-hidden />
          {edited ? 'Back to your cart' : 'In your cart'}
        </ButtonLink>
      ) : (
        <Button
          kind="primary"
          size="xl"
          wide
          busy={add.isPending && 'Adding…'}
          onClick={() => add.mutate({ clip_ids: [clip.id], choice })}
        >
          {covering.length > 0 ? 'Add to cart anyway' : 'Add to cart'}
        </Button>
      )}
      <Button
        size="lg"
        wide
        onClick={() => {
          setWanted(true)
          setChoosing(true)
        }}
      >
        Change license
      </Button>
      {offer(choice.format_id)}
      {price && !edited && (
        <Disclosure summary="Why this price">
          <PriceBreakdown price={price} />
        </Disclosure>
      )}
      <Suspense fallback={<LoadingScreen />}>
        {isWanted && (
          <SelectLicenseDialog
            open={isChoosing}
            onClose={() => setChoosing(false)}
            clip={{ name: clip.name, tier: clip.tier, format_ids, clip_ids: [clip.id] }}
            initial={edited ? choice : last}
            confirm={choice =>
              edited ? 'Save' : licensed(choice).length > 0 ? 'Use this license anyway' : 'Use this license'
            }
            busy={change.isPending && 'Saving…'}
            note={choice => <LicensedNote covering={licensed(choice)} />}
            onConfirm={chosen => {
              if (edited) {
                change.mutate({ item_id: edited.item_id, choice: chosen }, { onSuccess: leave })
                return
              }
              rememberChoice(chosen)
              setChoosing(false)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Whoever pressed the button that stood here goes on from here. */
const focus = (element: HTMLElement | null) => element?.focus()
