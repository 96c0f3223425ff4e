/** The license dialog for a clip card, with the workspace's rates and existing licenses. */
import type { GridClip } from '#catalog/grid-clip.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import type { PreferredRate } from '#rates/contract.ts'
import { RateOffer } from '#rates/rate-offer.tsx'

import { LicenseDialog } from '../license-dialog.tsx'
import { useLicensed } from '../use-licensed.ts'
import { LicensedNote } from './licensed-note.tsx'

type CardLicenseProps = {
  clip: GridClip
  open: boolean
  onClose: () => void
  initial: ChoiceWithFormat | null
  rates: readonly PreferredRate[]
  isAdding: boolean
  isAddingUnder: boolean
  onUse: (rate: PreferredRate, format_id: number) => Promise<unknown>
  onConfirm: (choice: ChoiceWithFormat) => void
}

export const CardLicense = ({ clip, rates, isAdding, isAddingUnder, onUse, ...dialog }: CardLicenseProps) => {
  const { id, name, tier, formats, releases } = clip
  const licensed = useLicensed([id])
  return (
    <LicenseDialog
      {...dialog}
      clip={{ name, tier, format_ids: formats.map(format => format.id), clip_ids: [id], releases }}
      confirm={choice => (licensed(choice).length > 0 ? 'Add to cart anyway' : 'Add to cart')}
      note={choice => <LicensedNote covering={licensed(choice)} />}
      busy={isAdding && 'Adding…'}
      offer={format_id => (
        <RateOffer
          rates={rates}
          releases={releases}
          busy={isAddingUnder && 'Adding…'}
          onUse={rate => onUse(rate, format_id)}
        />
      )}
    />
  )
}
