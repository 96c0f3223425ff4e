/** The price of a clip in its quick preview, and buttons for a board and the cart. */
import { Bookmark, Check } from 'lucide-react'

import { useBoardPicker } from '#boards/add-to-board.tsx'
import { useCardCart } from '#cart/card-actions.tsx'
import type { ClipSlots } from '#catalog/clip-slots.tsx'
import { choiceSentence, defaultChoice, withAvailableFormat } from '#licensing/choice.ts'
import { getLicenseSchema } from '#licensing/contract.ts'
import { useLastChoice } from '#licensing/last-choice.ts'
import { priceOf } from '#licensing/price.ts'
import { useCall } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'
import { Money } from '#ui/money.tsx'

import css from './preview-actions.module.css'

export const PreviewActions: NonNullable<ClipSlots['PreviewActions']> = ({ clip, onLeave }) => {
  const openBoardPicker = useBoardPicker()
  const { clip_ids, press } = useCardCart()
  const prices = useCall(getLicenseSchema, {}).data?.data.prices
  const format_ids = clip.formats.map(({ id }) => id)
  const choice = withAvailableFormat(useLastChoice() ?? defaultChoice, format_ids)
  const hasPrice = prices && choice.distribution_ids.every(id => prices.distributions[id])
  const price = hasPrice && priceOf({ choice, tier: clip.tier, format_id: choice.format_id }, prices)
  const isInCart = clip_ids.has(clip.id)
  const leaveAnd = (act: () => void) => () => {
    onLeave()
    act()
  }
  return (
    <>
      <p className={css.price}>
        {price && <Money cents={price.cents} was_cents={price.list_cents} />}
        <span>{choiceSentence(choice)}</span>
      </p>
      <Button size="lg" className={css.action} aria-haspopup="dialog" onClick={leaveAnd(() => openBoardPicker(clip))}>
        <Bookmark aria-hidden />
        Add to board
      </Button>
      <Button size="lg" className={css.action} onClick={leaveAnd(() => press(clip))}>
        {isInCart && <Check aria-hidden />}
        {isInCart ? 'In your cart' : 'Add to cart'}
      </Button>
    </>
  )
}
