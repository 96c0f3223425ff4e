/** The purchase panel of the clip page: the chosen license, its price, and Add to cart. */
import { Check, FileText } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import type { ClipDetail } from '#catalog/contract.ts'
import { choiceSentence, defaultChoice, withAvailableFormat } from '#licensing/choice.ts'
import { EDITORIAL_LIMIT_TEXT, getClosedRefusal, isEditorialOnly } from '#licensing/closed-uses.ts'
import { getLicenseSchema } from '#licensing/contract.ts'
import { rememberChoice, useLastChoice } from '#licensing/last-choice.ts'
import { PriceBreakdown } from '#licensing/price-breakdown.tsx'
import { priceOf } from '#licensing/price.ts'
import { formatOf } from '#licensing/terms.ts'
import { useCall } from '#platform/http/query.ts'
import { RateOffer } from '#rates/rate-offer.tsx'
import { useOfferedRates } from '#rates/use-rates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Money } from '#ui/money.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

import type { Cart } from './contract.ts'
import { cartRateIds, isInCart } from './parts/in-cart.ts'
import { LicensedNote } from './parts/licensed-note.tsx'
import { useAddToCart, useAddUnderRate } from './use-cart-changes.ts'
import { useCart } from './use-cart.ts'
import { toChoice, useChangeItem, useMoveToRate } from './use-item-changes.ts'
import { useLicensed } from './use-licensed.ts'

import css from './clip-purchase.module.css'

/** The cart item that a clip page edits, from `?cart_item=12`. On narrow screens, the cart links there. */
const useEditedItem = (cart: Cart | undefined, clip_id: number) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const itemId = Number(search.get('cart_item'))
  const group = cart?.licenses.find(({ items }) => items.some(item => item.id === itemId && item.clip_id === clip_id))
  const item = group?.items.find(({ id }) => id === itemId)
  return {
    edited:
      group && item
        ? {
            item_id: item.id,
            choice: toChoice(group, item.format.id),
            rate: group.preferred_rate,
            sentence: group.sentence,
            price_cents: item.price.unformatted,
          }
        : null,
    /** Returns to the cart. */
    leave: () => void navigate('/cart'),
  }
}

const LicenseDialog = lazy(() => import('./license-dialog.tsx').then(module => ({ default: module.LicenseDialog })))

/** `children`: other actions, in a row with the button that changes the license. */
export const ClipPurchase = ({ clip, children }: { clip: ClipDetail; children?: ReactNode }) => {
  const cart = useCart()
  const add = useAddToCart()
  const addUnderRate = useAddUnderRate()
  const change = useChangeItem()
  const move = useMoveToRate()
  const rates = useOfferedRates()
  const licensed = useLicensed([clip.id])
  const { edited, leave } = useEditedItem(cart, clip.id)
  const lastChoice = useLastChoice()
  const prices = useCall(getLicenseSchema, {}).data?.data.prices
  const [wasOpened, setWasOpened] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const format_ids = clip.formats.map(({ id }) => id)
  const choice = edited?.choice ?? withAvailableFormat(lastChoice ?? defaultChoice, format_ids)
  const hasPrice = prices && choice.distribution_ids.every(id => prices.distributions[id])
  const covering = edited ? [] : licensed(choice)
  const price =
    prices && hasPrice ? priceOf({ choice, tier: clip.tier, format_id: choice.format_id }, prices) : undefined
  const offer = (format_id: number) => (
    <RateOffer
      rates={rates}
      releases={clip.releases}
      used={edited ? new Set(edited.rate ? [edited.rate.id] : []) : cartRateIds(cart, clip.id)}
      busy={(addUnderRate.isPending && 'Adding…') || (move.isPending && 'Saving…')}
      onUse={async ({ id: rate_id }) => {
        if (edited) await move.mutateAsync({ item_id: edited.item_id, rate_id, format_id }).then(leave)
        else await addUnderRate.mutateAsync({ clip_ids: [clip.id], rate_id, format_id })
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
        {edited?.sentence ?? choiceSentence(choice)}. {formatOf(choice.format_id).name} file.
      </p>
      {isEditorialOnly(clip.releases) && (
        <p className={css.sentence}>{getClosedRefusal([clip], [choice]) ?? `${EDITORIAL_LIMIT_TEXT}.`}</p>
      )}
      <LicensedNote covering={covering} upgrades={clip.name} />
      <noscript>
        <p>
          JavaScript is off in this browser. Turn it on to license the clip, add it to a board or download its comp.
        </p>
      </noscript>
      {edited || isInCart(cart, clip.id, choice) ? (
        <ButtonLink ref={add.isSuccess ? focusElement : undefined} to="/cart" size="xl" wide>
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
      <div className={css.actions}>
        {children}
        <Button
          size="lg"
          aria-label="Change license"
          onClick={() => {
            setWasOpened(true)
            setChoosing(true)
          }}
        >
          <FileText aria-hidden />
          License
        </Button>
      </div>
      {offer(choice.format_id)}
      {price && !edited && (
        <Disclosure summary="Why this price">
          <PriceBreakdown price={price} />
        </Disclosure>
      )}
      <Suspense fallback={<LoadingScreen />}>
        {wasOpened && (
          <LicenseDialog
            open={isChoosing}
            onClose={() => setChoosing(false)}
            clip={{ name: clip.name, tier: clip.tier, format_ids, clip_ids: [clip.id], releases: clip.releases }}
            initial={edited ? choice : lastChoice}
            confirm={choice =>
              edited ? 'Save' : licensed(choice).length > 0 ? 'Use this license anyway' : 'Use this license'
            }
            busy={change.isPending && 'Saving…'}
            note={choice => <LicensedNote covering={licensed(choice)} />}
            onConfirm={newChoice => {
              if (edited) {
                change.mutate({ item_id: edited.item_id, choice: newChoice }, { onSuccess: leave })
                return
              }
              rememberChoice(newChoice)
              setChoosing(false)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Moves the focus to the link that replaces the pressed button. */
const focusElement = (element: HTMLElement | null) => element?.focus()
