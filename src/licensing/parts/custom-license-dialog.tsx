/** The custom license dialog, which replaces the license dialog. Load it lazily. */
import { useState } from 'react'

import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import type { ChoiceWithFormat } from '../choice.ts'
import type { LicenseTarget } from '../select-license-dialog.tsx'
import { CustomLicenseForm, CUSTOM_LICENSE_FORM_ID } from './custom-license-form.tsx'

type CustomLicenseDialogProps = {
  open: boolean
  clip: LicenseTarget
  choice: ChoiceWithFormat
  onBack: () => void
  onClose: () => void
}

export const CustomLicenseDialog = ({ open, clip, choice, onBack, onClose }: CustomLicenseDialogProps) => {
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      persistent
      title="Custom license"
      description={clip.name}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onBack}>
            Back to licenses
          </Button>
          {isSent ? (
            <Button size="lg" onClick={onClose}>
              Done
            </Button>
          ) : (
            <Button type="submit" form={CUSTOM_LICENSE_FORM_ID} kind="primary" size="lg" busy={isBusy && 'Sending…'}>
              Ask for a quote
            </Button>
          )}
        </>
      }
    >
      <CustomLicenseForm clip_ids={clip.clip_ids ?? []} choice={choice} onBusy={setBusy} onSent={() => setSent(true)} />
    </Dialog>
  )
}
