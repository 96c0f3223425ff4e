/** The license actions of the user’s own cart during checkout. */
import { lazy, Suspense, useState } from 'react'

import type { LicenseGroup } from '#cart/contract.ts'
import { changeClips } from '#cart/legacy-contract.ts'
import { useCartChange } from '#cart/use-cart-changes.ts'
import { toChoice } from '#cart/use-item-changes.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { rememberChoice } from '#licensing/last-choice.ts'
import { call } from '#platform/http/call.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

const LicenseDialog = lazy(() => import('#cart/license-dialog.tsx').then(module => ({ default: module.LicenseDialog })))

/** Changes the license of all clips in a group. */
const useChangeLicense = (group: LicenseGroup) => {
  const toast = useToast()
  return useCartChange(async (choice: ChoiceWithFormat) => {
    const clips = group.items.map(({ id, clip, format }) => ({
      ...choice,
      cart_item_id: id,
      // A clip without the selected format keeps its own.
      format_id: clip.format_ids.includes(choice.format_id) ? choice.format_id : format.id,
    }))
    const reply = await call(changeClips, { body: { clips } })
    rememberChoice(choice)
    toast('License Updated!', { kind: 'success' })
    return reply
  })
}

export const OwnLicenseActions = ({ group }: { group: LicenseGroup }) => {
  const change = useChangeLicense(group)
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [first] = group.items
  if (!first) return null
  const clips = group.items.map(({ clip }) => clip)
  const choice = toChoice(group, first.format.id)
  const combinedClip = {
    name: group.items.length === 1 ? first.clip.name : `${group.items.length} clips, each under this license`,
    tier: first.clip.tier,
    format_ids: [...new Set(clips.flatMap(({ format_ids }) => format_ids))],
    releases: clips.flatMap(({ releases }) => releases),
  }
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        Edit License
      </Button>
      {/* The next clip starts with this license. */}
      <ButtonLink size="sm" kind="quiet" to="/clips" onClick={() => rememberChoice(choice)}>
        Add More Clips to License
      </ButtonLink>
      {wasOpened && (
        <Suspense>
          <LicenseDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            clip={combinedClip}
            clips={clips}
            initial={choice}
            confirm="Save"
            busy={change.isPending && 'Saving…'}
            onConfirm={choice => change.mutate(choice, { onSuccess: () => setOpen(false) })}
          />
        </Suspense>
      )}
    </>
  )
}
