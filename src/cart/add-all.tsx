/** The "Add all to cart" button: one license for all clips of a board, with the total price. */
import { ShoppingBag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'

import type { GridClip } from '#catalog/grid-clip.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { rememberChoice, useLastChoice } from '#licensing/last-choice.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'
import { call } from '#platform/http/call.ts'
import { Button } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'
import { useToast } from '#ui/toast.tsx'

import { addAll } from './add-all-contract.ts'
import { addedText } from './parts/added-text.ts'
import { LicensedNote } from './parts/licensed-note.tsx'
import { useCartChange, type AddToCartInput } from './use-cart-changes.ts'
import { useLicensed } from './use-licensed.ts'

const LicenseDialog = lazy(() => import('./license-dialog.tsx').then(module => ({ default: module.LicenseDialog })))

const useAddAll = () => {
  const toast = useToast()
  const navigate = useNavigate()
  return useCartChange(async ({ clip_ids, choice }: AddToCartInput) => {
    rememberChoice(choice)
    const { data, meta } = await call(addAll, { body: { ...choice, clips: clip_ids } })
    const { format_id, distribution_ids } = choice
    trackEvent('add_to_cart', { clip_ids, format_id, distribution_ids })
    const action = { label: 'See cart', onClick: () => void navigate('/cart') }
    toast(addedText(meta), { kind: meta.added > 0 ? 'success' : 'info', action })
    return { data, meta: {} }
  })
}

/** `of`: the noun for the set of clips. Load this lazily; few pages need it. */
export const AddAll = ({ clips, of }: { clips: readonly GridClip[]; of: string }) => {
  const lastChoice = useLastChoice()
  const addAllMutation = useAddAll()
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const licensed = useLicensed(wasOpened ? clips.map(({ id }) => id) : [])
  const pricedClips = clips.map(({ formats, ...clip }) => ({ ...clip, format_ids: formats.map(({ id }) => id) }))
  const selection = {
    name: `${clips.length === 1 ? '1 clip' : `${clips.length} clips`} of ${of}, each under this license`,
    tier: 'standard' as const,
    format_ids: [...new Set(pricedClips.flatMap(({ format_ids }) => format_ids))],
    clip_ids: clips.map(({ id }) => id),
    releases: clips.flatMap(({ releases }) => releases),
  }
  const addWithChoice = (choice: ChoiceWithFormat) =>
    addAllMutation.mutateAsync({ clip_ids: clips.map(({ id }) => id), choice }).then(
      () => setOpen(false),
      // The mutation showed the error; the dialog stays open.
      () => undefined,
    )
  return (
    <>
      <Button
        size="lg"
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        <ShoppingBag aria-hidden />
        Add all to cart
      </Button>
      {wasOpened && (
        <Suspense fallback={<LoadingScreen />}>
          <LicenseDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            clip={selection}
            clips={pricedClips}
            initial={lastChoice}
            confirm="Add all to cart"
            note={choice => <LicensedNote covering={licensed(choice)} of={clips.length} />}
            busy={addAllMutation.isPending && 'Adding…'}
            onConfirm={choice => void addWithChoice(choice)}
          />
        </Suspense>
      )}
    </>
  )
}
