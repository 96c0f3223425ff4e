import { ResendLinkBanner } from '#accounts/verify/resend-link-banner.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Shown to users with an unconfirmed email who open a copied invite link. */
export const ConfirmEmailDialog = ({
  reason,
  email,
  onClose,
}: {
  reason: string
  email: string
  onClose: () => void
}) => (
  <Dialog open onClose={onClose} title="Confirm your email" description={reason} size="sm">
    <ResendLinkBanner email={email} />
  </Dialog>
)
