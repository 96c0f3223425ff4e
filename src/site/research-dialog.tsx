/** The "Find My Footage" dialog: our researchers search for a shot. Load it lazily, like every dialog. */
import { Dialog } from '#ui/dialog.tsx'

import { ResearchForm } from './parts/research-form.tsx'

type ResearchDialogProps = { open: boolean; onClose: () => void }

export const ResearchDialog = ({ open, onClose }: ResearchDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Find My Footage"
    description="Tell us the shot. What our researchers find is delivered to your account within 1 business day."
    size="lg"
    persistent
  >
    <ResearchForm onDone={onClose} />
  </Dialog>
)
