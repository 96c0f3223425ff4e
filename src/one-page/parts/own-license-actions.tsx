/** What can be changed about a license of one's own cart while it is being paid for. */
import { lazy, Suspense, useState } from 'react'

import type { LicenseGroup } from '#cart/contract.ts'
import { changeClips } from '#cart/legacy-contract.ts'
import { useCartChange } from '#cart/use-cart-changes.ts'
import { choiceOf } from '#cart/use-item-changes.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { rememberChoice } from '#licensing/last-choice.ts'
import { call } from '#platform/call.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

const SelectLicenseDialog = lazy(() =>
  import('#licensing/select-license-dialog.tsx').then(part => ({ default: part.SelectLicenseDialog })),
)

/** Another license for all clips of one. */
const useChangeLicense = (group: LicenseGroup) => {
  const toast = useToast()
  return useCartChange(async (choice: ChoiceWithFormat) => {
    const clips = group.items.map(({ id, clip, format }) => ({
      ...choice,
      cart_item_id: id,
      // Not every clip comes in every format: whose does not keeps its own.
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
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [first] = group.items
  if (!first) return null
  const sold = group.items.map(({ clip }) => ({ tier: clip.tier, format_ids: clip.format_ids }))
  const choice = choiceOf(group, first.format.id)
  const all = {
    name: group.items.length === 1 ? first.clip.name : `${group.items.length} clips, each under this license`,
    tier: first.clip.tier,
    format_ids: [...new Set(sold.flatMap(({ format_ids }) => format_ids))],
  }
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Edit License
      </Button>
      {/* The next clip begins with this license. */}
      <ButtonLink size="sm" kind="quiet" to="/clips" onClick={() => rememberChoice(choice)}>
        Add More Clips to License
      </ButtonLink>
      {isWanted && (
        <Suspense>
          <SelectLicenseDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            clip={all}
            clips={sold}
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
