/** The cart button of clip cards: adds the clip under the last license, or asks for a license the first time. */
import { Check, Plus } from 'lucide-react'
import { createContext, lazy, Suspense, use, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import type { GridClip } from '#catalog/grid-clip.ts'
import { defaultChoice, withAvailableFormat, type ChoiceWithFormat } from '#licensing/choice.ts'
import type { UseGrant } from '#licensing/closed-uses.ts'
import { useLastChoice } from '#licensing/last-choice.ts'
import type { PreferredRate } from '#rates/contract.ts'
import { listRateGrants, useFetchRates } from '#rates/use-rates.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

import { cartClipIds } from './parts/in-cart.ts'
import { useAddToCart, useAddUnderRate } from './use-cart-changes.ts'
import { useCart } from './use-cart.ts'

const CardLicense = lazy(() => import('./parts/card-license.tsx').then(module => ({ default: module.CardLicense })))

type CardCart = { clip_ids: ReadonlySet<number>; press: (clip: GridClip) => void }
const CardCartContext = createContext<CardCart>({ clip_ids: new Set(), press: () => {} })

export const useCardCart = (): CardCart => use(CardCartContext)

const formatsOf = (clip: GridClip) => clip.formats.map(({ id }) => id)

/** Few clips are editorial, so cards load the rules for one when it is added. */
const findOpenUses = async ({ releases }: GridClip): Promise<(grants: UseGrant[]) => boolean> => {
  if (!releases.includes('editorial')) return () => true
  const { listClosedUses } = await import('#licensing/closed-uses.ts')
  return grants => listClosedUses(releases, grants).length === 0
}

/** Holds the cart state for all cards on the page, so that up to sixty cards don't each subscribe to it. */
export const CardCartProvider = ({ children }: { children: ReactNode }) => {
  const cart = useCart()
  const lastChoice = useLastChoice()
  const add = useAddToCart()
  const addUnderRate = useAddUnderRate()
  const fetchRates = useFetchRates()
  const [rates, setRates] = useState<PreferredRate[]>([])
  // The choice since the page loaded: a workspace with rates is asked once, not for every clip.
  const lastUsed = useRef<'license' | PreferredRate>(undefined)
  const navigate = useNavigate()
  const adding = useRef(new Set<number>())
  const [choosingClip, setChoosingClip] = useState<GridClip>()
  const [isChoosing, setChoosing] = useState(false)
  const clip_ids = cartClipIds(cart)

  const trackAdding = async (clip: GridClip, send: () => Promise<unknown>) => {
    adding.current.add(clip.id)
    try {
      await send()
      setChoosing(false)
    } catch {
      // The mutation showed the error; the dialog stays open.
    } finally {
      adding.current.delete(clip.id)
    }
  }

  const addWithChoice = (clip: GridClip, choice: ChoiceWithFormat) => {
    lastUsed.current = 'license'
    return trackAdding(clip, () => add.mutateAsync({ clip_ids: [clip.id], choice }))
  }
  const addWithRate = (clip: GridClip, rate: PreferredRate, format_id: number) => {
    lastUsed.current = rate
    return trackAdding(clip, () => addUnderRate.mutateAsync({ clip_ids: [clip.id], rate_id: rate.id, format_id }))
  }

  const press = async (clip: GridClip) => {
    if (clip_ids.has(clip.id)) return navigate('/cart')
    if (adding.current.has(clip.id)) return
    const offeredRates = await fetchRates()
    const isOpen = await findOpenUses(clip)
    const rate = offeredRates.find(offered => lastUsed.current !== 'license' && offered.id === lastUsed.current?.id)
    const choice = withAvailableFormat(lastChoice ?? defaultChoice, formatsOf(clip))
    if (rate && isOpen(listRateGrants(rate))) return addWithRate(clip, rate, choice.format_id)
    if (lastChoice && isOpen([choice]) && (offeredRates.length === 0 || lastUsed.current === 'license'))
      return addWithChoice(clip, choice)
    setRates(offeredRates)
    setChoosingClip(clip)
    setChoosing(true)
  }

  return (
    <CardCartContext value={{ clip_ids, press: clip => void press(clip) }}>
      {children}
      {choosingClip && (
        <Suspense fallback={<LoadingScreen />}>
          <CardLicense
            key={choosingClip.id}
            clip={choosingClip}
            open={isChoosing}
            onClose={() => setChoosing(false)}
            initial={lastChoice}
            rates={rates}
            isAdding={add.isPending}
            isAddingUnder={addUnderRate.isPending}
            onUse={(rate, format_id) => addWithRate(choosingClip, rate, format_id)}
            onConfirm={choice => void addWithChoice(choosingClip, choice)}
          />
        </Suspense>
      )}
    </CardCartContext>
  )
}

export const CardActions = ({ clip }: { clip: GridClip }) => {
  const { clip_ids, press } = useCardCart()
  const isInCart = clip_ids.has(clip.id)
  return (
    <IconButton
      icon={isInCart ? Check : Plus}
      kind="on-picture"
      aria-pressed={isInCart}
      data-cart-clip={clip.id}
      label={isInCart ? `${clip.name} is in your cart: open the cart` : `Add ${clip.name} to cart`}
      onClick={() => press(clip)}
    />
  )
}
