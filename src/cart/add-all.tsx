/** "Add all to cart": one license for all clips of a board, chosen once, with what they cost together. */
import { ShoppingBag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'

import type { GridClip } from '#catalog/grid-clip.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { rememberChoice, useLastChoice } from '#licensing/last-choice.ts'
import { call } from '#platform/call.ts'
import { tell } from '#platform/data-layer.ts'
import { Button } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'
import { useToast } from '#ui/toast.tsx'

import { addAll } from './add-all-contract.ts'
import { addedText } from './parts/added-text.ts'
import { LicensedNote } from './parts/licensed-note.tsx'
import { useCartChange, type Adding } from './use-cart-changes.ts'
import { useLicensed } from './use-licensed.ts'

const SelectLicenseDialog = lazy(() =>
  import('#licensing/select-license-dialog.tsx').then(part => ({ default: part.SelectLicenseDialog })),
)

const useAddAll = () => {
  const toast = useToast()
  const navigate = useNavigate()
  return useCartChange(async ({ clip_ids, choice }: Adding) => {
    rememberChoice(choice)
    const { data, meta } = await call(addAll, { body: { ...choice, clips: clip_ids } })
    const { format_id, distribution_ids } = choice
    tell('add_to_cart', { clip_ids, format_id, distribution_ids })
    const action = { label: 'See cart', onClick: () => void navigate('/cart') }
    toast(addedText(meta), { kind: meta.added > 0 ? 'success' : 'info', action })
    return { data, meta: {} }
  })
}

/** `of`: what the clips are together. Load it lazily: few pages have it. */
export const AddAll = ({ clips, of }: { clips: readonly GridClip[]; of: string }) => {
  const last = useLastChoice()
  const add = useAddAll()
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const licensed = useLicensed(isWanted ? clips.map(({ id }) => id) : [])
  const sold = clips.map(({ tier, formats }) => ({ tier, format_ids: formats.map(({ id }) => id) }))
  const all = {
    name: `${clips.length === 1 ? '1 clip' : `${clips.length} clips`} of ${of}, each under this license`,
    tier: 'standard' as const,
    format_ids: [...new Set(sold.flatMap(({ format_ids }) => format_ids))],
    clip_ids: clips.map(({ id }) => id),
  }
  const put = (choice: ChoiceWithFormat) =>
    add.mutateAsync({ clip_ids: clips.map(({ id }) => id), choice }).then(
      () => setOpen(false),
      // The person has been told; the dialog stays as it is.
      () => undefined,
    )
  return (
    <>
      <Button
        size="lg"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <ShoppingBag aria-hidden />
        Add all to cart
      </Button>
      {isWanted && (
        <Suspense fallback={<LoadingScreen />}>
          <SelectLicenseDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            clip={all}
            clips={sold}
            initial={last}
            confirm="Add all to cart"
            note={choice => <LicensedNote covering={licensed(choice)} of={clips.length} />}
            busy={add.isPending && 'Adding…'}
            onConfirm={choice => void put(choice)}
          />
        </Suspense>
      )}
    </>
  )
}
