import { SendLinkAgain } from '#accounts/verify/send-link-again.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Somebody came by a copied link, and their email is not confirmed yet. */
export const ConfirmDialog = ({ why, email, onClose }: { why: string; email: string; onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Confirm your email" description={why} size="sm">
    <SendLinkAgain email={email} />
  </Dialog>
)
