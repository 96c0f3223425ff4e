/** On clip cards: one press puts the clip in the cart under the last license; the first time it asks for one. */
import { Check, Plus } from 'lucide-react'
import { createContext, lazy, Suspense, use, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import type { GridClip } from '#catalog/grid-clip.ts'
import { default_choice, fitting, type ChoiceWithFormat } from '#licensing/choice.ts'
import { useLastChoice } from '#licensing/last-choice.ts'
import type { PreferredRate } from '#rates/contract.ts'
import { useAskForRates } from '#rates/use-rates.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

import { clipsIn } from './parts/in-cart.ts'
import { useAddToCart, useAddUnderRate } from './use-cart-changes.ts'
import { useCart } from './use-cart.ts'

const CardLicense = lazy(() => import('./parts/card-license.tsx').then(part => ({ default: part.CardLicense })))

type CardCart = { clip_ids: ReadonlySet<number>; press: (clip: GridClip) => void }
const CardCartContext = createContext<CardCart>({ clip_ids: new Set(), press: () => {} })

const formatsOf = (clip: GridClip) => clip.formats.map(({ id }) => id)

/** Stands around all cards and keeps for them what each would have to keep for itself: sixty of them make a page. */
export const CardCartProvider = ({ children }: { children: ReactNode }) => {
  const cart = useCart()
  const last = useLastChoice()
  const add = useAddToCart()
  const addUnder = useAddUnderRate()
  const askForRates = useAskForRates()
  const [rates, setRates] = useState<PreferredRate[]>([])
  // What the person chose since the page was loaded: a workspace with rates is asked once, not for each clip.
  const way = useRef<'license' | PreferredRate>(undefined)
  const navigate = useNavigate()
  const adding = useRef(new Set<number>())
  const [asked, setAsked] = useState<GridClip>()
  const [isChoosing, setChoosing] = useState(false)
  const clip_ids = clipsIn(cart)

  const adds = async (clip: GridClip, send: () => Promise<unknown>) => {
    adding.current.add(clip.id)
    try {
      await send()
      setChoosing(false)
    } catch {
      // The person has been told; the dialog stays as it is.
    } finally {
      adding.current.delete(clip.id)
    }
  }

  const put = (clip: GridClip, choice: ChoiceWithFormat) => {
    way.current = 'license'
    return adds(clip, () => add.mutateAsync({ clip_ids: [clip.id], choice }))
  }
  const putUnder = (clip: GridClip, rate: PreferredRate, format_id: number) => {
    way.current = rate
    return adds(clip, () => addUnder.mutateAsync({ clip_ids: [clip.id], rate_id: rate.id, format_id }))
  }

  const press = async (clip: GridClip) => {
    if (clip_ids.has(clip.id)) return navigate('/cart')
    if (adding.current.has(clip.id)) return
    const offered = await askForRates()
    const rate = offered.find(one => way.current !== 'license' && one.id === way.current?.id)
    const wanted = fitting(last ?? default_choice, formatsOf(clip))
    if (rate) return putUnder(clip, rate, wanted.format_id)
    if (last && (offered.length === 0 || way.current === 'license')) return put(clip, wanted)
    setRates(offered)
    setAsked(clip)
    setChoosing(true)
  }

  return (
    <CardCartContext value={{ clip_ids, press: clip => void press(clip) }}>
      {children}
      {asked && (
        <Suspense fallback={<LoadingScreen />}>
          <CardLicense
            key={asked.id}
            clip={asked}
            open={isChoosing}
            onClose={() => setChoosing(false)}
            initial={last}
            rates={rates}
            isAdding={add.isPending}
            isAddingUnder={addUnder.isPending}
            onUse={(rate, format_id) => putUnder(asked, rate, format_id)}
            onConfirm={choice => void put(asked, choice)}
          />
        </Suspense>
      )}
    </CardCartContext>
  )
}

export const CardActions = ({ clip }: { clip: GridClip }) => {
  const { clip_ids, press } = use(CardCartContext)
  const isThere = clip_ids.has(clip.id)
  return (
    <IconButton
      icon={isThere ? Check : Plus}
      kind="on-picture"
      aria-pressed={isThere}
      label={isThere ? `${clip.name} is in your cart: open the cart` : `Add ${clip.name} to cart`}
      onClick={() => press(clip)}
    />
  )
}
